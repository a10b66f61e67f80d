#!/usr/bin/env python3
# Makes the small pictures of the lesson "Pictures as tokens" and writes them into it: 32 x 32 pixels in red, green and
# blue, drawn by formula, so they are this project's own and under its licence.
#
#   web/pictures.py            writes web/lessons/causal-ladder.json
#   web/pictures.py FILE.ppm   also a sheet of all, to look at

import base64
import json
import math
import sys
from pathlib import Path

SIDE = 32
LESSON = Path(__file__).parent / "lessons" / "causal-ladder.json"


def grain(x, y, seed):
    """The same small unevenness for the same pixel, from -1 to 1."""
    n = (x * 374761393 + y * 668265263 + seed * 2147483647) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((n ^ (n >> 16)) & 0xFFFF) / 32767.5 - 1


def mix(a, b, t):
    return tuple(p + (q - p) * max(0.0, min(1.0, t)) for p, q in zip(a, b))


def coast(x, y):
    u, v = x + 0.5, y + 0.5
    if v < 16:
        sun = math.hypot(u - 24, v - 7)
        sky = mix((92, 150, 214), (188, 214, 232), v / 16)
        return mix((255, 236, 150), sky, (sun - 4) / 1.2)
    if v < 24 + 1.5 * math.sin(u / 5):
        wave = 0.5 + 0.5 * math.sin(v * 2.4 + math.sin(u / 3))
        return mix((24, 78, 130), (52, 120, 168), wave)
    return mix((214, 186, 130), (196, 164, 108), 0.5 + 0.5 * grain(x, y, 1))


def house(x, y):
    u, v = x + 0.5, y + 0.5
    if 8 <= u < 24 and v >= 16 and v < 28:
        window = any(abs(u - cx) < 2 and abs(v - 20) < 2 for cx in (12, 20))
        door = abs(u - 16) < 1.6 and v >= 22
        return (250, 214, 110) if window else (96, 56, 36) if door else mix((188, 84, 66), (172, 72, 58), grain(x, y, 2))
    if 8 <= v < 16 and abs(u - 16) < (v - 7) * 1.15:
        return (74, 60, 68)
    if v >= 26:
        return mix((66, 122, 60), (84, 142, 70), 0.5 + 0.5 * grain(x, y, 3))
    star = grain(x, y, 4) > 0.94
    moon = math.hypot(u - 5, v - 5) < 2.6
    return (240, 238, 220) if moon or star else mix((22, 28, 66), (58, 60, 112), v / 26)


def fruit(x, y):
    u, v = x + 0.5, y + 0.5
    for cx, cy, r, light, dark in ((9, 11, 6.4, (236, 96, 70), (150, 30, 34)), (23, 10, 5.8, (242, 196, 70), (196, 130, 30)),
                                   (16, 21, 6.6, (150, 196, 80), (70, 120, 44))):
        distance = math.hypot(u - cx, v - cy)
        if distance < r:
            return mix(light, dark, math.hypot(u - cx + r / 3, v - cy + r / 3) / (1.25 * r))
    if v > 26:
        return mix((120, 84, 56), (100, 68, 44), 0.5 + 0.5 * math.sin(v * 3 + u / 6))
    return mix((226, 222, 212), (204, 200, 192), v / 26)


PICTURES = [
    ("coast", {"en": "Coast"}, coast),
    ("house", {"en": "House at night"}, house),
    ("fruit", {"en": "Fruit"}, fruit),
]


def pixels(paint):
    return bytes(max(0, min(255, round(c))) for y in range(SIDE) for x in range(SIDE) for c in paint(x, y))


def main():
    drawn = [(name, label, pixels(paint)) for name, label, paint in PICTURES]
    text = LESSON.read_text()
    lesson = json.loads(text)
    for parameter in lesson["parameters"]:
        if parameter["control"] != "picture":
            continue
        for choice in parameter["choices"]:
            new = next(data for name, _, data in drawn if name == choice["value"])
            text = text.replace(choice["pixels"], base64.b64encode(new).decode())
    LESSON.write_text(text)
    if len(sys.argv) > 1:
        rows = b"".join(data[y * 96:y * 96 + 96] for y in range(SIDE) for _, _, data in drawn)
        Path(sys.argv[1]).write_bytes(b"P6 %d %d 255\n" % (SIDE * len(drawn), SIDE) + rows)


if __name__ == "__main__":
    main()
