# SPDX-License-Identifier: Apache-2.0
# Warnings, sanitizers and the two helpers every folder uses.

add_library(ib_warnings INTERFACE)
add_library(ib::warnings ALIAS ib_warnings)
target_compile_options(ib_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wold-style-cast -Werror)

# Position-independent code may still inline its own exported functions.
add_compile_options(-fno-semantic-interposition)

if(IB_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=address,undefined)
endif()

# ib_add_library(<name> SOURCES ... [LIBS ...] [PRIVATE_LIBS ...])
# One static library a floor, exported as ibsilicon::<name>, with the source root as include path.
function(ib_add_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS;PRIVATE_LIBS" ${ARGN})
  add_library(ibsilicon_${name} STATIC ${ARG_SOURCES})
  add_library(ibsilicon::${name} ALIAS ibsilicon_${name})
  set_target_properties(ibsilicon_${name} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(ibsilicon_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/ibsilicon>)
  target_compile_features(ibsilicon_${name} PUBLIC cxx_std_17)
  target_link_libraries(ibsilicon_${name} PUBLIC ${ARG_LIBS} PRIVATE $<BUILD_INTERFACE:ib::warnings> ${ARG_PRIVATE_LIBS})
endfunction()

# ib_add_test(<stem> LABEL unit|block|rtl|system|fuzz|soak [SOURCES ...] [LIBS ...])
# Builds <stem>_test from <stem>_test.cpp; every GoogleTest case becomes a ctest entry of its own,
# because SystemC elaborates once per process.
function(ib_add_test stem)
  cmake_parse_arguments(ARG "" "LABEL;TIMEOUT" "SOURCES;LIBS" ${ARGN})
  if(NOT IB_BUILD_TESTS)
    return()
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  add_executable(${stem}_test ${stem}_test.cpp ${ARG_SOURCES})
  target_link_libraries(${stem}_test PRIVATE ${ARG_LIBS} ib_test_main GTest::gmock ib::warnings)
  # Compiling a test costs more than running it.
  target_compile_options(${stem}_test PRIVATE $<$<CONFIG:Release>:-O1>)
  target_compile_definitions(${stem}_test PRIVATE IB_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  gtest_discover_tests(${stem}_test DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS ${ARG_LABEL} TIMEOUT ${ARG_TIMEOUT})
endfunction()
