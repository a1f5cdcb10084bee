# SPDX-License-Identifier: Apache-2.0
# Installs the build, builds examples/minimal against it outside the tree, runs it.
# cmake -DBUILD_DIR=... -DSOURCE_DIR=... -DSCRATCH=... -P TestInstall.cmake
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "failed (${code}): ${ARGN}")
  endif()
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${SCRATCH}/prefix)
# A copy, so that nothing is found by way of the source tree.
file(COPY ${SOURCE_DIR}/examples/minimal DESTINATION ${SCRATCH})
run(${CMAKE_COMMAND} -S ${SCRATCH}/minimal -B ${SCRATCH}/build
  -DCMAKE_PREFIX_PATH=${SCRATCH}/prefix -DCMAKE_BUILD_TYPE=Release)
run(${CMAKE_COMMAND} --build ${SCRATCH}/build)
run(${SCRATCH}/build/minimal)
file(REMOVE_RECURSE ${SCRATCH})
