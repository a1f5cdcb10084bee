# SPDX-License-Identifier: Apache-2.0
# Third-party packages. Debian ships no CMake config for SystemC, so an imported target is made here.

find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h REQUIRED)

find_package(SystemC REQUIRED MODULE)

find_package(SQLite3 QUIET)
if(NOT SQLite3_FOUND)
  message(STATUS "SQLite not found: results.sqlite of `ibsilicon sweep` is switched off; its CSV files stay")
endif()

if(IB_BUILD_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()

if(IB_WITH_RTL)
  find_package(verilator QUIET HINTS $ENV{VERILATOR_ROOT} /usr/share/verilator)
  if(NOT verilator_FOUND)
    message(STATUS "Verilator not found: the RTL twins, their tests and `run --rtl` are switched off; everything else is built")
    set(IB_WITH_RTL OFF)
  endif()
endif()
