"""The sentences that the small model is trained on: made from templates, so that what comes next can be worked out.

A sentence is a list of words; which of them follow from those before is known, and is what the model is judged by: a pair
(words, places). Pairs of names in HELD_OUT and lists in training never meet what the model is judged on.
"""

NAMES = ("Mary John Anna Tom Lisa Paul Emma Max Sara Ben Julia Leo Nina Sam Clara Adam Eva Jack Laura Peter").split()
PLACES = "shop park school garden kitchen station".split()
THINGS = "drink book letter ball key hat cup flower apple ring".split()
COLOURS = "red blue green yellow black white".split()
ANIMALS = "cat dog animal horse bird mouse".split()
SEATS = "mat street chair table bed box".split()
OF_ANIMALS = "tired hungry happy afraid".split()
OF_SEATS = "soft wide dirty new".split()
NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
OPPOSITES = {"hot": "cold", "big": "small", "old": "young", "day": "night", "open": "closed", "long": "short", "good": "bad",
             "fast": "slow"}
CAPITALS = {"France": "Paris", "Italy": "Rome", "Spain": "Madrid", "Germany": "Berlin", "Poland": "Warsaw",
            "Greece": "Athens", "Egypt": "Cairo", "Japan": "Tokyo"}
OTHERS = ("When and went to the , . gave a The sat on because it was did not cross too So What had lunch handed Then has What "
          "does have ? A ball of is opposite capital are here to houses keys house key now together said was with in").split()
UNKNOWN = "[UNK]"

VOCABULARY = list(dict.fromkeys(
    [UNKNOWN, *OTHERS, *NAMES, *PLACES, *THINGS, *COLOURS, *ANIMALS, *SEATS, *OF_ANIMALS, *OF_SEATS, *NUMBERS, *DAYS,
     *OPPOSITES, *OPPOSITES.values(), *CAPITALS, *CAPITALS.values()]))
# Of lists that are said again: any words.
LISTED = [word for word in VOCABULARY if word not in (UNKNOWN, ".", ",", "?")]
# Each name has some names with which it is never seen in training.
HELD_OUT = {(a, b) for i, a in enumerate(NAMES) for j, b in enumerate(NAMES) if (i + j) % 7 == 3}


def two_names(random, held_out):
    while True:
        a, b = random.sample(NAMES, 2)
        if ((a, b) in HELD_OUT) == held_out:
            return a, b


def giving(random, held_out):
    a, b = two_names(random, held_out)
    first, second = (a, b) if random.random() < 0.5 else (b, a)
    place, thing = random.choice(PLACES), random.choice(THINGS)
    start = random.choice([
        f"When {first} and {second} went to the {place} , {b}",
        f"{first} and {second} went to the {place} . Then {b}",
        f"When {first} and {second} had lunch , {b}",
        f"{first} was in the {place} with {second} . {b}",
    ])
    words = f"{start} {random.choice(['gave', 'handed'])} {random.choice(['a', 'the'])} {thing} to {a} .".split()
    return words, [len(words) - 2]


def because(random, held_out):
    animal, seat = random.choice(ANIMALS), random.choice(SEATS)
    of_animal = random.random() < 0.5
    quality = random.choice(OF_ANIMALS if of_animal else OF_SEATS)
    did = random.choice([f"sat on the {seat}", f"did not cross the {seat}"])
    too = random.choice(["", "too "])
    words = f"The {animal} {did} because it was {too}{quality} . What was {quality} ? The {animal if of_animal else seat} .".split()
    return words, [len(words) - 6 + 1, len(words) - 2]


def counting(random, held_out):
    row = random.choice([NUMBERS, NUMBERS[::-1], NUMBERS[1::2], DAYS])
    start = random.randrange(len(row) - 3)
    words = [*row[start:start + random.randint(4, 8)], "."]
    return words, list(range(2, len(words) - 1))


def listed(random, held_out):
    """Words in an order of their own, said two or three times."""
    row = random.sample(LISTED, random.randint(3, 9))
    comma = random.random() < 0.3
    one = [word for each in row for word in ([each, ","] if comma else [each])]
    words = one * random.choice([2, 2, 3])
    return words, list(range(len(one) + (2 if comma else 1), len(words)))


def having(random, held_out):
    a, b = two_names(random, held_out)
    (thing, other), (colour, second) = random.sample(THINGS, 2), random.sample(COLOURS, 2)
    of_a, of_b = f"{a} has a {colour} {thing} .", f"{b} has a {second} {other} ."
    told = f"{of_a} {of_b}" if random.random() < 0.5 else f"{of_b} {of_a}"
    words = f"{told} What does {a} have ? A {colour} {thing} .".split()
    return words, [len(words) - 3, len(words) - 2]


def facts(random, held_out):
    kind = random.randrange(3)
    if kind == 0:
        word = random.choice(list(OPPOSITES))
        pair = (word, OPPOSITES[word]) if random.random() < 0.5 else (OPPOSITES[word], word)
        words = f"The opposite of {pair[0]} is {pair[1]} .".split()
        return words, [5]
    if kind == 1:
        country = random.choice(list(CAPITALS))
        return f"The capital of {country} is {CAPITALS[country]} .".split(), [5]
    many, others = random.random() < 0.5, random.random() < 0.5
    words = f"The {'keys' if many else 'key'} to the {'houses' if others else 'house'} {'are' if many else 'is'} here .".split()
    return words, [5]


KINDS = {"the other name": giving, "what “it” was": because, "counting and days": counting, "a list said again": listed,
         "who has what": having, "facts and agreement": facts}
OFTEN = [5, 3, 2, 5, 3, 2]


def text(random, length):
    """Sentences one after the other, as many as fit."""
    words = []
    while len(words) < length:
        words += random.choices(list(KINDS.values()), OFTEN)[0](random, False)[0]
    return words[:length]
