# SPDX-License-Identifier: Apache-2.0
# cmake --install: headers under include/ibsilicon, libraries, CLI and the CMake package.
include(CMakePackageConfigHelpers)

install(TARGETS ibsilicon_ib ibsilicon_tlm ibsilicon_phy ibsilicon_link ibsilicon_hca ibsilicon_switch
  ibsilicon_fabric EXPORT ibsilicon ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS ibsilicon RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT ibsilicon NAMESPACE ibsilicon:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ibsilicon)
install(DIRECTORY models tlm DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ibsilicon FILES_MATCHING PATTERN "*.h")
configure_package_config_file(scripts/cmake/ibsiliconConfig.cmake.in
  ${PROJECT_BINARY_DIR}/ibsiliconConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ibsilicon)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ibsiliconConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ibsiliconConfig.cmake ${PROJECT_BINARY_DIR}/ibsiliconConfigVersion.cmake
  scripts/cmake/FindSystemC.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ibsilicon)
