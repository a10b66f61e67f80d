"""Made-up pictures for the page's model of pictures: coloured shapes in cells, and a patch of one colour in the first corner, which
asks for the shape that has this colour.

Whole numbers only, so that the page draws exactly the same pixels (src/models/shapes.cpp).
"""

SIZE, CELL, PATCH = 48, 12, 6
CELLS = (SIZE // CELL) ** 2  # row by row; cell 0 holds the patch that asks
SHAPES = ["circle", "square", "triangle", "cross"]
COLOURS = {"orange": (230, 130, 20), "green": (30, 170, 110), "blue": (70, 130, 235), "yellow": (240, 225, 80),
           "pink": (220, 110, 180)}
GROUND = (30, 33, 42)
MOST, FEWEST = 5, 2  # shapes of a picture; each colour comes at most once


def inside(shape, row, column):
    """Whether a pixel of a cell belongs to a shape; rows and columns from 0 to 11, measured in half pixels from the middle."""
    down, right = 2 * row - CELL + 1, 2 * column - CELL + 1
    if shape == "circle":
        return right * right + down * down <= 100
    if shape == "square":
        return abs(right) <= 9 and abs(down) <= 9
    if shape == "triangle":
        return abs(down) <= 9 and 2 * abs(right) <= down + 11
    return min(abs(right), abs(down)) <= 3 and max(abs(right), abs(down)) <= 9


PLACES = {shape: [(row, column) for row in range(CELL) for column in range(CELL) if inside(shape, row, column)] for shape in SHAPES}


def pixels(picture):
    """A picture is {"asks": colour, "shapes": [[cell, shape, colour], …]}; its bytes are red, green and blue, row by row."""
    made = bytearray(bytes(GROUND) * SIZE * SIZE)

    def paint(row, column, colour):
        at = 3 * (row * SIZE + column)
        made[at:at + 3] = bytes(COLOURS[colour])

    for row in range(PATCH):
        for column in range(PATCH):
            paint(row, column, picture["asks"])
    for cell, shape, colour in picture["shapes"]:
        top, left = cell // (SIZE // CELL) * CELL, cell % (SIZE // CELL) * CELL
        for row, column in PLACES[shape]:
            paint(top + row, left + column, colour)
    return bytes(made)


def make(source):
    """A picture whose question has one answer, of a random.Random."""
    count = source.randint(FEWEST, MOST)
    colours = source.sample(list(COLOURS), count)
    cells = source.sample(range(1, CELLS), count)
    shapes = [[cell, source.choice(SHAPES), colour] for cell, colour in zip(cells, colours)]
    return {"asks": source.choice(colours), "shapes": shapes}


def answer(picture):
    return next(shape for _, shape, colour in picture["shapes"] if colour == picture["asks"])
