"""What is left of a word when its case, diacritics and ending are gone: how a search compares.

Snowball's stemmers take the endings off, or small ones of our own for Slovak and Belarusian.
Snowball expects a word as it is spelled, and people leave diacritics out, so there a word also
stands for what becomes of it without them. In a language without a stemmer a word stands for
itself.

Our own are no more than the words of rulebooks need: endings, the vowel that comes and goes before
the last consonant (karta, kariet; узятка, узятак), and the consonant that changes before an ending
(predák, predáci; карта, карце); in Belarusian also vowels that are written as they are heard
(козыр, казыры).

Here belongs what becomes of a single word. Which words of a text are compared does not belong here:
that is in `index`.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from snowballstemmer import stemmer

Endings = Sequence[tuple[str, int]]
"""Endings, each with the letters that at least have to remain without it."""


def longest_first(least: Mapping[int, str]) -> Endings:
    """Endings as a table tells them: letters that have to remain → endings between blanks.

    >>> longest_first({2: "a ami", 3: "ov"})
    [('ami', 2), ('ov', 3), ('a', 2)]
    """
    told = [(ending, letters) for letters, each in least.items() for ending in each.split()]
    return sorted(told, key=lambda each: -len(each[0]))


def without_ending(word: str, endings: Endings) -> str:
    """A word without the first of the endings that leaves enough of it.

    >>> without_ending("kartami", [("ami", 2), ("i", 2)])
    'kart'
    """
    for ending, letters in endings:
        if word.endswith(ending) and len(word) - len(ending) >= letters:
            return word.removesuffix(ending)
    return word


SLOVAK_NOUNS = "a e i o u y ia ie iu ii ou iou am ami ach om och iam iach iami"
SLOVAK_OTHERS = "ov ovi ovia ove mi ej ho ym im ych ich ymi imi eho emu ieho iemu"
VERBS = "at it ut ovat al ala ali alo il ila ili ilo ije iju ija ijaju aju ame ate uje uju ujem"
SLOVAK_ENDINGS = longest_first({2: SLOVAK_NOUNS, 3: SLOVAK_OTHERS, 4: VERBS})
SLOVAK_FLEETING = re.compile(r"(?<=[^aeiouy])(?:ie|e|o)(?=[^aeiouy]$)")


def slovak_stem(word: str) -> str:
    """The stem of a Slovak word.

    >>> slovak_stem("karta"), slovak_stem("kariet"), slovak_stem("kartami")
    ('kart', 'kart', 'kart')
    >>> slovak_stem("predák") == slovak_stem("predáci")
    True
    """
    bare = SLOVAK_FLEETING.sub("", without_ending(normalized(word), SLOVAK_ENDINGS))
    return f"{bare[:-1]}k" if bare.endswith("c") else bare


LETTERS = str.maketrans({"ё": "е", "ў": "в"})
BELARUSIAN_NOUNS = (
    "а я о е э у ю ы і ь ам ям ом ем ах ях амі ямі ай яй ой ей эй аю яю ою ею"
    " оя ое оем ія ію іі іям іямі іях"
)
BELARUSIAN_OTHERS = "ав яв ов ев ага яга ога аму яму ому ая яя ую юю ае яе ыя ых іх ым ім ымі імі"
PRESENT = "аць яць іць ыць уць юць аюць яюць ее ецца ацца іцца ыцца уцца юцца"
PAST = "ів ыв ала яла іла ыла алі ялі ілі ылі алася ався івся івшы авшы"
BELARUSIAN_ENDINGS = longest_first(
    {2: BELARUSIAN_NOUNS, 3: f"{BELARUSIAN_OTHERS} {PRESENT}", 4: PAST}
)
HEARD = str.maketrans({"о": "а", "е": "я", "ь": ""})
GLIDE = re.compile(r"(?<=[аіуыэюя])я(?=[кц]$)")
BELARUSIAN_FLEETING = re.compile(r"(?<=[^аіуыэюя])[ая](?=[кц]$)")
LAST = {"к": "т", "ц": "т", "г": "з", "х": "с"}
"""Last consonants that become each other: чарга, чарзе; рука, руцэ; карта, карце."""


def belarusian_stem(word: str) -> str:
    """The stem of a Belarusian word.

    >>> {belarusian_stem(each) for each in ("козыр", "казыры", "казырам")}
    {'казыр'}
    >>> {belarusian_stem(each) for each in ("узятка", "ўзятцы", "узятак")}
    {'узятт'}
    """
    begun = f"у{word[1:]}" if word.startswith("ў") else word
    letters = begun.translate(APOSTROPHES).translate(LETTERS)
    heard = without_ending(letters, BELARUSIAN_ENDINGS).translate(HEARD)
    hard = f"{heard[:-2]}д" if heard.endswith("дз") else heard
    bare = BELARUSIAN_FLEETING.sub("", GLIDE.sub("й", hard))
    return bare[:-1] + LAST.get(bare[-1:], bare[-1:])


ALGORITHMS = {"cs": "czech", "pl": "polish", "en": "english"}
"""The languages whose endings Snowball knows."""

VOWELS = frozenset("aeiouy")
SHORT = 4
APOSTROPHES = str.maketrans("", "", "'’ʼ")
WHOLE = str.maketrans({"ł": "l", "и": "і"})
"""Letters that Unicode does not part from their strokes, or that another keyboard has instead."""


@lru_cache(maxsize=20_000)
def normalized(text: str) -> str:
    """A text without case, diacritics and apostrophes, its words parted by one blank.

    >>> normalized(" Srdcové  ESO "), normalized("Аб’ява")
    ('srdcove eso', 'абява')
    """
    parted = unicodedata.normalize("NFKD", text.casefold()).translate(APOSTROPHES)
    letters = "".join(each for each in parted if not unicodedata.combining(each))
    return " ".join(letters.translate(WHOLE).split())


OURS: Mapping[str, Callable[[str], str]] = {"sk": slovak_stem, "be": belarusian_stem}


@lru_cache(maxsize=20_000)
def stems(word: str, language: str) -> frozenset[str]:
    """What a word may be found by: two words fit if they have a stem in common."""
    spelled = unicodedata.normalize("NFC", word.lower())
    if language in OURS:
        return frozenset({_short(OURS[language](spelled))})
    ways = (spelled, normalized(word))
    if language in ALGORITHMS:
        # Of its own for each word: they hold the word in hand, and requests come in threads.
        ways = tuple(stemmer(ALGORITHMS[language]).stemWord(each) for each in ways)
    return frozenset(_short(normalized(each)) for each in ways)


def _short(stem: str) -> str:
    """Stemmers leave the ending of short words: eso, esa; hra, hry."""
    ends = 2 < len(stem) <= SHORT and stem[-1] in VOWELS
    return stem[:-1] if ends else stem
