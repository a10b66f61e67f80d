#!/usr/bin/env python3
"""Writes line_break_table.hpp from the Unicode Character Database, as Debian's unicode-data has it.

Usage: line_break_table.py [--check] [FOLDER]    FOLDER: /usr/share/unicode; --check: only compare, exit 1 if they differ
"""

import pathlib
import sys

CODE_POINTS = 0x110000
HERE = pathlib.Path(__file__).parent


def values(path, field=1):
    """What a file of properties says of each code point that it lists; of several lines the last one counts."""
    out = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = [field.strip() for field in line.split("#")[0].split(";")]
        if len(fields) <= field:
            continue
        first, _, last = fields[0].partition("..")
        for code in range(int(first, 16), int(last or first, 16) + 1):
            out[code] = fields[field]
    return out


class Database:
    def __init__(self, folder):
        first_line = (folder / "LineBreak.txt").read_text(encoding="utf-8").split("\n")[0]
        self.version = first_line.strip("# ").removesuffix(".txt")
        self.breaks = values(folder / "LineBreak.txt")
        self.width = values(folder / "EastAsianWidth.txt")
        self.category = values(folder / "extracted/DerivedGeneralCategory.txt")
        emoji = values(folder / "emoji/emoji-data.txt")
        self.pictographic = {code for code, value in emoji.items() if value == "Extended_Pictographic"}

    def line_class(self, code):
        """By LB1, and with quotation marks told apart as LB15 and LB19 need it."""
        found = self.breaks.get(code, "XX")
        category = self.category.get(code, "Cn")
        if found in ("AI", "SG", "XX"):
            found = "AL"
        if found == "CJ":
            found = "NS"
        if found == "SA" and category in ("Mn", "Mc"):
            found = "SC"
        if found == "QU" and category in ("Pi", "Pf"):
            found = category.upper()
        if found == "H2":
            found = "H3"  # syllables without a final consonant: every 28th
        return found

    def wide(self, code):
        return self.width.get(code, "N") in ("F", "W", "H")

    def reserved_emoji(self, code):  # of LB30b
        return self.category.get(code, "Cn") == "Cn" and code in self.pictographic


def table(database):
    rows = []
    before = None
    for code in range(CODE_POINTS):
        now = (database.line_class(code), database.wide(code), database.reserved_emoji(code))
        if now != before:
            rows.append((code, *now))
        before = now
    return rows


def header(database):
    found = table(database)
    names = sorted({"H2"} | {name for _, name, *_ in found})
    rows = [f"{{0x{code:X}, {name}, {int(wide)}, {int(emoji)}}}," for code, name, wide, emoji in found]
    lines, line = [], "   "
    for row in rows:
        if len(line) + 1 + len(row) > 120:
            lines.append(line)
            line = "   "
        line += " " + row
    lines.append(line)
    return (
        f"// Made by line_break_table.py from {database.version}: where a class or width begins, which lasts to the next one.\n"
        "#pragma once\n\n#include <cstdint>\n\nnamespace text {\n\n"
        "// The classes of UAX 14 after LB1. PI and PF: quotation marks that open and close; SA: letters of South East Asia, SC:\n"
        "// their marks. Hangul syllables are all H3 here: every 28th, from the first on, is H2.\n"
        "enum LineClass : std::uint8_t {\n"
        + "".join(f"  {name},\n" for name in names)
        + "};\n\n"
        "struct LineClassFrom {\n  std::uint32_t first : 21;\n  std::uint32_t is : 7;\n  std::uint32_t wide : 1;  // East Asian: F, W or H of UAX 11\n"
        "  std::uint32_t reserved_emoji : 1;\n};\n\n"
        "// clang-format off\ninline constexpr LineClassFrom line_classes[] = {\n"
        + "\n".join(lines)
        + "\n};\n// clang-format on\n\n}  // namespace text\n"
    )


def main():
    check = "--check" in sys.argv
    folders = [argument for argument in sys.argv[1:] if argument != "--check"]
    made = header(Database(pathlib.Path(folders[0] if folders else "/usr/share/unicode")))
    file = HERE / "line_break_table.hpp"
    if not check:
        file.write_text(made, encoding="utf-8")
    elif file.read_text(encoding="utf-8") != made:
        sys.exit("line_break_table.hpp is not what line_break_table.py makes of Unicode's files")


main()
