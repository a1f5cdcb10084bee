# SPDX-License-Identifier: Apache-2.0
# Proofs of RTL blocks by yosys and z3, and the mutants that they must not prove.
find_program(IB_YOSYS_SMTBMC yosys-smtbmc)
find_program(IB_Z3 z3)
if(NOT IB_YOSYS_SMTBMC OR NOT IB_Z3)
  message(STATUS "yosys or z3 is not installed: proofs are switched off")
endif()

set(mutants ${PROJECT_SOURCE_DIR}/rtl/formal/mutants.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${mutants})

# ib_add_proof(<block> <argument of scripts/prove>...): the proof, and one test a mutant.
function(ib_add_proof block)
  if(NOT IB_YOSYS_SMTBMC OR NOT IB_Z3)
    return()
  endif()
  add_test(NAME Formal.${block} COMMAND ${PROJECT_SOURCE_DIR}/scripts/prove ${block} ${ARGN})
  set(tests Formal.${block})
  file(STRINGS ${mutants} lines REGEX "^${block} ")
  set(number 0)
  foreach(line IN LISTS lines)
    math(EXPR number "${number} + 1")
    add_test(NAME FormalMutant.${block}_${number}
      COMMAND ${PROJECT_SOURCE_DIR}/scripts/prove ${block} ${ARGN} --mutant ${number})
    list(APPEND tests FormalMutant.${block}_${number})
  endforeach()
  set_tests_properties(${tests} PROPERTIES LABELS formal TIMEOUT 240)
endfunction()
