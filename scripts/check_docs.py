#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The documentation names nothing that does not exist, and every column of every output."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
PATH = re.compile(r"`((?:models|tlm|testbenches|rtl|scripts|docs|examples|\.ci)/[\w./-]*)`")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
SOURCES = (".h", ".cpp", ".sv")


def anchors_of(page: pathlib.Path) -> set[str]:
    """GitHub's anchors of the page's headings."""
    headings = re.findall(r"^#+\s+(.*)$", FENCE.sub("", page.read_text()), re.MULTILINE)
    plain = [re.sub(r"[^\w\- ]", "", h.replace("`", "")) for h in headings]
    return {h.strip().lower().replace(" ", "-") for h in plain}


def link_fault(page: pathlib.Path, link: str) -> str | None:
    if re.match(r"^[a-z]+:", link):
        return None
    name, _, anchor = link.partition("#")
    target = (page.parent / name).resolve() if name else page
    if not target.exists():
        return f"link to {link}, which does not exist"
    if anchor and target.suffix == ".md" and anchor not in anchors_of(target):
        return f"link to {link}, which has no such heading"
    return None


def faults_in(page: pathlib.Path):
    text = FENCE.sub("", page.read_text())
    for link in LINK.findall(text):
        if fault := link_fault(page, link):
            yield fault
    for path in PATH.findall(text):
        if not (ROOT / path.rstrip(".")).exists():
            yield f"names `{path}`, which does not exist"


def unknown_blocks():
    """A page of docs/blocks is called after the stem of the source, or the testbench folder, it describes."""
    stems = {
        path.stem.removeprefix("ib_")
        for folder in ("models", "tlm", "rtl")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in SOURCES
    }
    stems |= {path.name for path in (ROOT / "testbenches").iterdir() if path.is_dir()}
    for page in sorted((ROOT / "docs/blocks").glob("*.md")):
        if page.stem not in stems:
            yield f"{page.relative_to(ROOT)}: no source has the stem {page.stem}"


def pages_in(folder: pathlib.Path) -> list[pathlib.Path]:
    return sorted(folder.glob("*.md") if folder == ROOT else folder.rglob("*.md"))


def columns_of(text: str):
    """Keys of the tables that a source makes: {"key", "title"} and columns_of({"key", ...})."""
    if "begin_table(" in text:
        yield from re.findall(r'\{"([a-z][a-z0-9_]*)",\s*"[^"]*"\}', text)
    for keys in re.findall(r"columns_of\(\{(.*?)\}\)", text, re.DOTALL):
        yield from re.findall(r'"(\w+)"', keys)


def undocumented_columns():
    page = (ROOT / "docs/outputs.md").read_text()
    for source in sorted((ROOT / "testbenches").rglob("*.cpp")):
        if source.name.endswith("_test.cpp"):
            continue
        for key in columns_of(source.read_text()):
            if f"`{key}`" not in page:
                yield f"docs/outputs.md: column `{key}` of {source.relative_to(ROOT)} is not described"


def main() -> int:
    pages = [page for folder in (ROOT, ROOT / "docs", ROOT / "examples") for page in pages_in(folder)]
    faults = [f"{p.relative_to(ROOT)}: {f}" for p in pages for f in faults_in(p)]
    faults.extend(unknown_blocks())
    faults.extend(undocumented_columns())
    print("\n".join(faults) if faults else f"{len(pages)} pages name only what exists")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
