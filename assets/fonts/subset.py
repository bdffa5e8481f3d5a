"""Makes sinew-sans.ttf from Pretendard-Regular.ttf: what names need, without layout tables, under a name of its own.

usage: python3 assets/fonts/subset.py Pretendard-Regular.ttf assets/fonts/sinew-sans.ttf

Needs fonttools 4.60.1. The same input gives the same bytes.
"""

import sys

from fontTools import subset
from fontTools.ttLib.scaleUpem import scale_upem

# First and last character of each range. Characters that the source lacks are left out.
RANGES = [
    (0x0020, 0x007E),  # ASCII
    (0x00A0, 0x017F),  # Latin-1, Latin Extended-A
    (0x0370, 0x052F),  # Greek, Cyrillic
    (0x2010, 0x205E),  # general punctuation
    (0x20A9, 0x20AC),  # won to euro
    (0x2100, 0x2122),  # letterlike symbols
    (0x2190, 0x21FF),  # arrows
    (0x2200, 0x22FF),  # mathematical operators
    (0x2460, 0x2473),  # circled numbers
    (0x25A0, 0x25FF),  # geometric shapes
    (0x3000, 0x3020),  # CJK punctuation
    (0x3131, 0x318E),  # Hangul compatibility jamo
    (0xAC00, 0xD7A3),  # all modern Hangul syllables
    (0xFF01, 0xFF5E),  # full-width ASCII
]
# Text is drawn at 13 to 60 pixels; half the source's grid is plenty and takes 7 % off the file.
UNITS_PER_EM = 1024
# "Pretendard" is a reserved font name: a changed font may not bear it.
FAMILY = "Sinew Sans"
KEPT_NAMES = {0, 9, 13, 14}  # copyright, who drew it, licence and its address stay as they are
WHITE_SQUARE, REPLACEMENT = 0x25A1, 0xFFFD


def main(source, target):
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = ["*"]
    options.drop_tables += ["GPOS", "GSUB", "GDEF", "BASE", "vhea", "vmtx", "DSIG", "STAT"]
    font = subset.load_font(source, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[c for first, last in RANGES for c in range(first, last + 1)])
    subsetter.subset(font)
    scale_upem(font, UNITS_PER_EM)

    # A box for characters that are not there.
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[REPLACEMENT] = table.cmap[WHITE_SQUARE]

    names = font["name"]
    names.names = [record for record in names.names if record.nameID in KEPT_NAMES]
    version = f"{font['head'].fontRevision:.3f}"
    for name_id, text in [
        (1, FAMILY),
        (2, "Regular"),
        (3, f"{version};{FAMILY.replace(' ', '')}-Regular"),
        (4, f"{FAMILY} Regular"),
        (5, f"Version {version}"),
        (6, f"{FAMILY.replace(' ', '')}-Regular"),
    ]:
        names.setName(text, name_id, 3, 1, 0x409)
    font["OS/2"].achVendID = "NONE"
    subset.save_font(font, target, options)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
