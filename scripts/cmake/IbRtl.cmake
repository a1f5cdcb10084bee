# SPDX-License-Identifier: Apache-2.0
# Verilated blocks and their mutants.

set(IB_RTL_DIR ${PROJECT_SOURCE_DIR}/rtl)

# add_rtl_machine(<target> <prefix> TOP <module> SOURCES <file>... OPTIMIZE <flag>
#                 [PARAMETERS <NAME>=<value>...] [ARGS <argument of verilator>...] [TRACE])
# Verilates a block into <target> as the C++ class <prefix>. The model is plain C++: no timing,
# assertions on, tracing of all but wide vectors and memories if asked for.
function(add_rtl_machine target prefix)
  cmake_parse_arguments(ARG "TRACE" "TOP;OPTIMIZE" "SOURCES;PARAMETERS;ARGS" ${ARGN})
  list(TRANSFORM ARG_PARAMETERS PREPEND "-G")
  set(trace)
  if(ARG_TRACE)
    set(trace TRACE)
    list(APPEND ARG_ARGS --trace-max-width 256 --trace-max-array 16)
  endif()
  verilate(${target} ${trace} PREFIX ${prefix} TOP_MODULE ${ARG_TOP}
    SOURCES ${IB_RTL_DIR}/lint.vlt ${IB_RTL_DIR}/ib_pkg.sv ${ARG_SOURCES}
    VERILATOR_ARGS -I${IB_RTL_DIR} --assert --x-assign fast --x-initial fast -O3 --no-timing
      ${ARG_ARGS} ${ARG_PARAMETERS}
    OPT_FAST ${ARG_OPTIMIZE} OPT_SLOW -O0 OPT_GLOBAL ${ARG_OPTIMIZE})
endfunction()

# ib_mutate(<file> <text> <replacement> <out-var>)
# Copies an RTL file into the build tree with the one place of <text> replaced.
function(ib_mutate file text replacement out)
  file(READ ${IB_RTL_DIR}/${file} original)
  string(REPLACE "${text}" "" without "${original}")
  string(LENGTH "${original}" length)
  string(LENGTH "${without}" length_without)
  string(LENGTH "${text}" length_text)
  math(EXPR removed "${length} - ${length_without}")
  if(NOT removed EQUAL length_text)
    message(FATAL_ERROR "rtl/mutants.txt: \"${text}\" must stand exactly once in rtl/${file}")
  endif()
  string(REPLACE "${text}" "${replacement}" mutant "${original}")
  set(path ${PROJECT_BINARY_DIR}/rtl/mutants/${file})
  file(CONFIGURE OUTPUT ${path} CONTENT "${mutant}" @ONLY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${IB_RTL_DIR}/${file})
  set(${out} ${path} PARENT_SCOPE)
endfunction()

# ib_mutate_block(<block> <files-var>)
# Replaces the block's own file in the list by the mutant that rtl/mutants.txt names for it.
function(ib_mutate_block block files_var)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${IB_RTL_DIR}/mutants.txt)
  file(STRINGS ${IB_RTL_DIR}/mutants.txt lines REGEX "ib_${block}\\.sv")
  if(NOT lines MATCHES "^([^ ]+) +\\| (.+[^ ]) +\\| (.+)$")
    message(FATAL_ERROR "rtl/mutants.txt: no line \"file | text | replacement\" for ib_${block}.sv")
  endif()
  set(file ${CMAKE_MATCH_1})
  ib_mutate(${file} "${CMAKE_MATCH_2}" "${CMAKE_MATCH_3}" mutant)
  list(TRANSFORM ${files_var} REPLACE "^${IB_RTL_DIR}/${file}$" ${mutant})
  set(${files_var} ${${files_var}} PARENT_SCOPE)
endfunction()
