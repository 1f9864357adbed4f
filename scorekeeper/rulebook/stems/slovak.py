"""A small stemmer for Slovak: it takes words in small letters without diacritics.

It is no more than the words of rulebooks need: endings, the vowel that comes and goes before the
last consonant (karta, kariet), and the consonant that changes in the plural (predák, predáci).
"""

import re

from scorekeeper.rulebook.stems.endings import longest_first, without_ending

NOUNS = "a e i o u y ia ie iu ii ou iou am ami ach om och iam iach iami"
OTHERS = "ov ovi ovia ove mi ej ho ym im ych ich ymi imi eho emu ieho iemu"
VERBS = "at it ut ovat al ala ali alo il ila ili ilo ije iju ija ijaju aju ame ate uje uju ujem"
ENDINGS = longest_first({2: NOUNS, 3: OTHERS, 4: VERBS})
FLEETING = re.compile(r"(?<=[^aeiouy])(?:ie|e|o)(?=[^aeiouy]$)")


def stem(word: str) -> str:
    """The stem of a Slovak word.

    >>> stem("karta"), stem("kariet"), stem("kartami")
    ('kart', 'kart', 'kart')
    >>> stem("predak") == stem("predaci")
    True
    """
    bare = FLEETING.sub("", without_ending(word, ENDINGS))
    return f"{bare[:-1]}k" if bare.endswith("c") else bare
