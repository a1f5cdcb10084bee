# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What scripts/run, scripts/test and .ci/run share. Sourced, not run.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs=$(nproc)
packages=(
  git cmake ninja-build g++ libsystemc-dev verilator libcli11-dev libtomlplusplus-dev
  nlohmann-json3-dev libgtest-dev libgmock-dev libbenchmark-dev libfmt-dev libspdlog-dev
  zlib1g-dev libsqlite3-dev tshark yosys z3 python3 clang-format clang-tidy
)
# For tests alone: of pages, and of sweeps on a cluster. npm serves the build, wherever it comes from.
test_packages=(chromium-driver slurmctld slurmd slurm-client munge)
command -v npm >/dev/null || packages+=(npm)

step() { printf '\n== %s\n' "$*"; }

# Installs what is missing of the packages and those named, and asks apt nothing when nothing is.
install_packages() {
  local missing=() package
  for package in "${packages[@]}" "$@"; do
    if [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)" != installed ]; then
      missing+=("$package")
    fi
  done
  [ ${#missing[@]} -eq 0 ] && return
  step "installing: ${missing[*]}"
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

# Builds the given targets, or everything, in build/ (Release).
build() {
  local launcher=()
  command -v ccache >/dev/null && launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  step "configuring build/"
  cmake --log-level=STATUS -G Ninja -B build -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "${launcher[@]}" . >build.log 2>&1 ||
    { cat build.log; rm -f build.log; return 1; }
  grep 'switched off' build.log || true
  mv build.log build/configure.log
  step "building: ${*:-everything} (the first time takes some minutes)"
  cmake --build build -j "$jobs" ${1:+--target "$@"}
}
