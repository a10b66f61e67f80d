#!/usr/bin/env python3
"""Makes the TTF files that the canvas draws with: Inter (tabular figures frozen in, Latin), a face for code, KaTeX's.

ImGui applies no OpenType features, so digits and signs are mapped to Inter's tabular ones in the character map itself.
KaTeX's faces keep all their glyphs, without what only print engines read.
Usage: fonts.py --packages web/node_modules --out FOLDER    Needs fonttools and brotli.
"""

import argparse
import logging
import pathlib

from fontTools import subset
from fontTools.ttLib import TTFont

INTER = {
    "inter-400": "web/Inter-Regular.woff2",
    "inter-500": "web/Inter-Medium.woff2",
    "inter-600": "web/Inter-SemiBold.woff2",
    "inter-display-600": "display/InterDisplay-SemiBold.woff2",
}
KATEX = {
    "math": "Math-Italic",
    "main": "Main-Regular",
    "main-bold": "Main-Bold",
    "size1": "Size1-Regular",
    "size2": "Size2-Regular",
    "size3": "Size3-Regular",
    "size4": "Size4-Regular",
    "ams": "AMS-Regular",
}

# ℝ and the other double-struck letters of Unicode's basic plane: formulae use them more often than any other glyph of
# AMS, so they are in main, too.
DOUBLE_STRUCK = {0x2102: "C", 0x210D: "H", 0x2115: "N", 0x2119: "P", 0x211A: "Q", 0x211D: "R", 0x2124: "Z"}

MONO = "@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2"

# Latin with its accents, the Greek letters used in texts, and the symbols of the interface.
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x2C6, 0x2DA, 0x2DC]
GREEK = [*range(0x391, 0x3CA)]
SIGNS = [ord(sign) for sign in "‐‑–—‘’‚“”„†‡•…′″‹›€™−·×÷√∞≈≠≤≥∑∏∂∈→←↑↓↔⇧⌫✓⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉₊₋ℝ½¼¾"]
TITLES = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026, 0x2212, 0xD7]
TABULAR = "0123456789"


def tabular_glyphs(font):
    """Glyph name → its tabular alternate, from the substitutions of the feature tnum."""
    table = font["GSUB"].table
    lookups = set()
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            lookups.update(record.Feature.LookupListIndex)
    mapping = {}
    for index in lookups:
        for sub in table.LookupList.Lookup[index].SubTable:
            mapping.update(getattr(getattr(sub, "ExtSubTable", sub), "mapping", {}))
    return mapping


def freeze_tabular(font):
    alternates = tabular_glyphs(font)
    missing = [digit for digit in "0123456789" if font.getBestCmap()[ord(digit)] not in alternates]
    if missing:
        raise SystemExit(f"this Inter has no tabular figures for {missing}")
    for table in font["cmap"].tables:
        for code in map(ord, TABULAR):
            glyph = table.cmap.get(code)
            if glyph in alternates:
                table.cmap[code] = alternates[glyph]
    widths = {font["hmtx"][font.getBestCmap()[ord(digit)]][0] for digit in "0123456789"}
    if len(widths) != 1:
        raise SystemExit(f"digits of several widths after freezing: {sorted(widths)}")


# As src/ui/type/svg.cpp names those that are not for formulae.
FAMILIES = {
    "inter-400": "Inter",
    "inter-500": "Inter",
    "inter-600": "Inter",
    "inter-display-600": "Inter Display",
    "mono": "Mono",
}


# Of the names, copyright and the licence's address are kept: a changed face may not bear a reserved name.
def cut(font, codes, out):
    options = subset.Options()
    options.layout_features = []  # nothing that ImGui would apply
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 14]
    options.drop_tables += ["DSIG", "GDEF", "GPOS", "GSUB", "STAT", "meta", "MVAR", "avar", "HVAR", "gasp"]
    font.flavor = None
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    font.save(out)
    # A named copy for the rasteriser of the build, which finds faces by name. No file of the site contains it.
    font["name"].setName(FAMILIES.get(out.stem, f"formula-{out.stem}"), 1, 3, 1, 0x409)
    font["name"].setName(out.stem, 6, 3, 1, 0x409)  # PostScript's
    font.save(out.parent / "named" / out.name)


def add_double_struck(main, ams):
    letters = {code: ams.getBestCmap()[ord(letter)] for code, letter in DOUBLE_STRUCK.items()}
    names = {code: f"double{DOUBLE_STRUCK[code]}" for code in letters}
    main.setGlyphOrder(main.getGlyphOrder() + list(names.values()))
    for code, glyph in letters.items():
        main["glyf"].glyphs[names[code]] = ams["glyf"][glyph]
        main["hmtx"][names[code]] = ams["hmtx"][glyph]
        for table in main["cmap"].tables:
            table.cmap[code] = names[code]


def main():
    logging.getLogger("fontTools").setLevel(logging.ERROR)  # old dates in some tables are no news
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    options = parser.parse_args()
    (options.out / "named").mkdir(parents=True, exist_ok=True)
    for face, file in INTER.items():
        font = TTFont(options.packages / "inter-ui" / file, recalcTimestamp=False)
        freeze_tabular(font)
        cut(font, TITLES if "display" in face else LATIN + GREEK + SIGNS, options.out / f"{face}.ttf")
    for face, name in KATEX.items():
        font = TTFont(options.packages / "katex/dist/fonts" / f"KaTeX_{name}.ttf", recalcTimestamp=False)
        if face == "main":
            add_double_struck(font, TTFont(options.packages / "katex/dist/fonts/KaTeX_AMS-Regular.ttf"))
        cut(font, list(font.getBestCmap()), options.out / f"{face}.ttf")
    cut(TTFont(options.packages / MONO, recalcTimestamp=False), TITLES, options.out / "mono.ttf")


if __name__ == "__main__":
    main()
