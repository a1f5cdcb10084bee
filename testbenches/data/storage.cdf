# SPDX-License-Identifier: Apache-2.0
# Flow sizes of a distributed storage system: bytes, percent of the flows up to it.
# From the HPCC simulator (github.com/alibaba-edu/High-Precision-Congestion-Control,
# traffic_gen/AliStorage2019.txt), published with Y. Li et al., "HPCC: High Precision Congestion
# Control", SIGCOMM 2019.
0 0
4000 22.93
8000 69.21
16000 80.61
32000 90.47
64000 93.53
128000 96.77
256000 97.53
2000000 100
