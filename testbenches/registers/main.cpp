// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "testbenches/registers/registers_page.h"

int main() { std::cout << ib::tb::registers_page(); }
