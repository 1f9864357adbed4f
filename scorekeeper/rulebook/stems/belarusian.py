"""A small stemmer for Belarusian: it takes words in small letters.

It is no more than the words of rulebooks need: endings, vowels that are written as they are heard
(козыр, казыры), consonants that change before an ending (карта, карце; чарга, чарзе), and the vowel
that comes and goes before the last one (узятка, узятак; гулец, гульца).
"""

import re

from scorekeeper.rulebook.stems.endings import longest_first, without_ending

LETTERS = str.maketrans({"ё": "е", "ў": "в"})
NOUNS = (
    "а я о е э у ю ы і ь ам ям ом ем ах ях амі ямі ай яй ой ей эй аю яю ою ею"
    " оя ое оем ія ію іі іям іямі іях"
)
OTHERS = "ав яв ов ев ага яга ога аму яму ому ая яя ую юю ае яе ыя ых іх ым ім ымі імі"
PRESENT = "аць яць іць ыць уць юць аюць яюць ее ецца ацца іцца ыцца уцца юцца"
PAST = "ів ыв ала яла іла ыла алі ялі ілі ылі алася ався івся івшы авшы"
ENDINGS = longest_first({2: NOUNS, 3: f"{OTHERS} {PRESENT}", 4: PAST})
HEARD = str.maketrans({"о": "а", "е": "я", "ь": ""})
GLIDE = re.compile(r"(?<=[аіуыэюя])я(?=[кц]$)")
FLEETING = re.compile(r"(?<=[^аіуыэюя])[ая](?=[кц]$)")
LAST = {"к": "т", "ц": "т", "г": "з", "х": "с"}
"""Last consonants that become each other: чарга, чарзе; рука, руцэ; карта, карце."""


def stem(word: str) -> str:
    """The stem of a Belarusian word.

    >>> {stem(each) for each in ("козыр", "казыры", "казырам")}
    {'казыр'}
    >>> {stem(each) for each in ("узятка", "ўзятцы", "узятак")}
    {'узятт'}
    """
    begun = f"у{word[1:]}" if word.startswith("ў") else word
    heard = without_ending(begun.translate(LETTERS), ENDINGS).translate(HEARD)
    hard = f"{heard[:-2]}д" if heard.endswith("дз") else heard
    bare = FLEETING.sub("", GLIDE.sub("й", hard))
    return bare[:-1] + LAST.get(bare[-1:], bare[-1:])
