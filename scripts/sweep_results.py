# SPDX-License-Identifier: Apache-2.0
"""What scripts share that read the results of `ibsilicon sweep --out DIR`."""

import csv
import math

# NIST/SEMATECH e-Handbook, 1.3.6.7.2: two-sided 95 %, by degrees of freedom.
STUDENT_T = {
    1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262,
    10: 2.228, 12: 2.179, 15: 2.131, 20: 2.086, 30: 2.042, 60: 2.000, 100: 1.984,
}


def student_t(degrees):
    """Of the largest tabulated number of degrees that is no greater: never too narrow."""
    return STUDENT_T[max(d for d in STUDENT_T if d <= degrees)]


def interval(values):
    """Mean and half width of its confidence interval, 0 for a single value."""
    mean = sum(values) / len(values)
    if len(values) == 1:
        return mean, 0.0
    variance = sum((v - mean) ** 2 for v in values) / (len(values) - 1)
    return mean, student_t(len(values) - 1) * math.sqrt(variance / len(values))


def spread(values):
    """Mean, and variance of the mean; None for the variance of a single value."""
    mean = sum(values) / len(values)
    if len(values) == 1:
        return mean, None
    return mean, sum((v - mean) ** 2 for v in values) / (len(values) - 1) / len(values)


def differ(left, right):
    """Welch's test at 95 % (NIST/SEMATECH e-Handbook, 1.3.5.3); None where a side has one value."""
    (mean_l, var_l), (mean_r, var_r) = spread(left), spread(right)
    if var_l is None or var_r is None:
        return None
    if var_l + var_r == 0:
        return mean_l != mean_r
    freedom = (var_l + var_r) ** 2 / (
        var_l ** 2 / (len(left) - 1) + var_r ** 2 / (len(right) - 1))
    return abs(mean_l - mean_r) > student_t(max(1, freedom)) * math.sqrt(var_l + var_r)


def read_results(folder):
    """Axes, keys of the result tables, and rows of `folder`/results.csv."""
    with open(folder / "results.csv", newline="") as file:
        reader = csv.DictReader(file)
        columns = list(reader.fieldnames or [])
        rows = list(reader)
    if "seed" not in columns or "row" not in columns:
        raise ValueError("results.csv is not of a sweep")
    return columns[1:columns.index("seed")], columns[columns.index("row") + 1:], rows
