"""Sentences of the sources, each with what it forbids; a play is right if none forbids it.

A sentence is quoted as it stands in its document, and looks at the question of a case file alone.
What the sources leave to the table is taken as the house rules say it, and marked so.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Given = Mapping[str, Any]
Forbids = Callable[[Given, Mapping[str, Any]], bool]
"""(what is given, house rules) → whether a sentence forbids the play."""

TAROKS = (
    *("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI"),
    *("XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI", "SKYZ"),
)


def colour(card: str) -> str:
    """Barva: of a tarok, tarok."""
    return "tarok" if card in TAROKS else card[-1]


def nr(card: str) -> int:
    """The number of a tarok; none for other cards."""
    return TAROKS.index(card) + 1 if card in TAROKS else 0


def of(cards: Sequence[str], wanted: str) -> list[str]:
    """The cards of a colour."""
    return [card for card in cards if colour(card) == wanted]


def owes(given: Given) -> str:
    """The colour that has to be played to a trick; none if any may."""
    if not given["trick"]:
        return ""
    led = colour(given["trick"][0])
    return led if of(given["hand"], led) else ""


TAROKY: dict[str, Forbids] = {
    "Hráč musí hrát stejnou barvou, jaká byla nesena.": lambda given, house: (
        bool(owes(given)) and colour(given["card"]) != owes(given)
    ),
    "Nemá-li hráč příslušnou barvu, musí hrát tarokem.": lambda given, house: (
        bool(given["trick"] and not owes(given) and of(given["hand"], "tarok"))
        and not nr(given["card"])
    ),
}


def _must_beat(given: Given, house: Mapping[str, Any]) -> bool:
    """Whether a higher tarok of his should have gone on the highest there."""
    there, card = max(map(nr, given["trick"]), default=0), nr(given["card"])
    ruffs = house.get("varsava_overtake_ruffs", True) or nr(given["trick"][0] if there else "")
    return bool(ruffs and there and 0 < card < there < max(map(nr, given["hand"])))


def _mond_on_skyz(given: Given, house: Mapping[str, Any]) -> bool:
    """Whether the mond went on the škýz though he had another tarok than the pagát."""
    held = {*of(given["hand"], "tarok")} - {"XXI", "I"}
    return bool(given["card"] == "XXI" and "SKYZ" in given["trick"] and held)


VARSAVA: dict[str, Forbids] = {
    **TAROKY,
    "Na rozdíl od ostatních povinností se musí přebíjet Taroky": _must_beat,
    "musí se ho zbavit jako svého posledního taroka, ne dřív.": lambda given, house: (
        given["card"] == "I" and len(of(given["hand"], "tarok")) > 1
    ),
    "XXI na Škýze": _mond_on_skyz,
}

KOCKA: dict[str, Forbids] = {
    "Hráči musí ctít barvu": lambda given, house: (
        bool(owes(given)) and colour(given["card"]) != owes(given)
    ),
    "V prvním štychu se nesmí vyjíždět srdcovou kartou": lambda given, house: (
        given["trick_no"] == 1
        and not given["trick"]
        and colour(given["card"]) == "H"
        and len(of(given["hand"], "H")) < 8
    ),
}


# --- shedding ------------------------------------------------------------------------------------


def _alike(given: Given) -> bool:
    return len({card[0] for card in given["cards"]}) == 1


FARAON: dict[str, Forbids] = {
    "viacero kariet naraz, ak majú rovnaký znak": lambda given, house: not _alike(given),
    "Hráč môže položiť kartu iba vtedy, ak môže priznať znak alebo farbu, môže meniť farbu "
    "pomocou horníka, položí zeleňového dolníka": lambda given, house: (
        not (
            given["cards"][0][-1] == given.get("suit", given["top"][-1])
            or given["cards"][0][0] in (given["top"][0], "O")
            or given["cards"][0] == "UL"
            or given["top"] == "UL"
        )
    ),
    "Kartou nie je možné však použiť proti esu.": lambda given, house: (
        bool(given.get("ace")) and given["cards"][0] == "UL"
    ),
    "Eso zastavuje súpera (ak neprizná rovnako eso)": lambda given, house: (
        bool(given.get("ace")) and given["cards"][0][0] != "A"
    ),
    "ak neprizná rovnako sedmu alebo nepoužije faraóna": lambda given, house: (
        bool(given.get("sevens")) and not (given["cards"][0] == "UL" or given["cards"][0][0] == "7")
    ),
    "hráč nemôže vykladať esá naraz bez toho, aby sa … nespýtal": lambda given, house: (
        given["players"] == 2 and given["cards"][0][0] == "A" and len(given["cards"]) > 1
    ),
}


def _no_answer(given: Given, house: Mapping[str, Any]) -> bool:
    """Not a two, three, king of hearts or spades of the same rank or fitting the top's colour."""
    first, top = given["cards"][0], given["top"]
    attacks = first[0] in "23" or first in ("KH", "KS")
    return bool(given.get("attack")) and not (
        (attacks and top[0] == first[0]) or (attacks and top[-1] == first[-1])
    )


def _unasked(given: Given, house: Mapping[str, Any]) -> bool:
    """Neither what was demanded, nor a new demand by the same card."""
    first = given["cards"][0]
    if given.get("attack") or given.get("skips"):
        return False
    if "rank" in given:
        return first[0] not in (given["rank"], "J")
    return "suit" in given and first[-1] != given["suit"] and first[0] != "A"


def _free(given: Given) -> bool:
    return not any(given.get(name) for name in ("attack", "skips", "rank", "suit"))


def _wrong_demand(given: Given, house: Mapping[str, Any]) -> bool:
    """A jack demands a rank but 2, 3, 4, J, K and A; an ace a colour; nothing else demands."""
    what = given.get("demands", "")
    may = {"J": "56789TQ", "A": "SHDC"}.get(given["cards"][0][0], "")
    return what != "" and what not in may


MAKAO: dict[str, Forbids] = {
    "wi?cej kart tej samej warto?ci": lambda given, house: not _alike(given),
    "pierwsza z nich b?dzie zgodna z kolorem lub warto?ci? karty": lambda given, house: (
        _free(given)
        and given["cards"][0][0] != given["top"][0]
        and given["cards"][0][-1] != given["top"][-1]
    ),
    "rzucaj?c równie? dwójk? … musi odpowiada? kolorem dwójce": _no_answer,
    "Je?li posiada czwórk? na r?ku, mo?e … przekaza? straty kolejek": lambda given, house: (
        bool(given.get("skips")) and given["cards"][0][0] != "4"
    ),
    "musz? wyrzuci? kart? o okre?lonej warto?ci lub kolejnego waleta": _unasked,
    "??da karty o dowolnej warto?ci (oprócz 2, 3, 4, W, K i A)": _wrong_demand,
}

# --- durak ---------------------------------------------------------------------------------------

WORTH = "6789TJQKA"


def _not_beaten(given: Given, house: Mapping[str, Any]) -> bool:
    """Neither higher of its suit nor a trump on what is none."""
    attack, card, trump = given["attack"], given["card"], given["trump"]
    higher = card[-1] == attack[-1] and WORTH.index(card[0]) > WORTH.index(attack[0])
    ruffs = card[-1] == trump != attack[-1]
    return not (higher or (ruffs and not (house.get("spades_by_spades") and attack[-1] == "S")))


BEAT: dict[str, Forbids] = {
    "Масць гэтай карты будзе казырнай масцю, г.зн. будзе біць усе астатнія масці": _not_beaten
}
ATTACK: dict[str, Forbids] = {
    "Хадзіць можна любой колькасцю карт адной вартасці.": lambda given, house: not _alike(given),
    "Хадзіць можна адной або дзвюма картамі": lambda given, house: (
        house.get("variant") == "simple" and len(given["cards"]) > 2
    ),
    "нельга падкідваць больш карт, чым застаецца ў гульца": lambda given, house: (
        len(given["cards"]) > given["defender_hand"]
    ),
}
THROW_IN: dict[str, Forbids] = {
    "карты, якія супадаюць па вартасці з любой картай на стале": lambda given, house: (
        given["card"][0] not in {card[0] for card in (*given["attack"], *given["beat"])}
    ),
    "нельга падкідваць больш карт, чым застаецца ў гульца": lambda given, house: (
        len(given["attack"]) - len(given["beat"]) >= given["defender_hand"]
    ),
    "Падкідвае карты гулец, які ходзіць.": lambda given, house: given["seat"] == given["defender"],
    # Not of the source: at most six, as the house rules have it.
    "": lambda given, house: len(given["attack"]) >= 6,
}
TRANSFER: dict[str, Forbids] = {
    "мае карту той жа годнасці": lambda given, house: given["card"][0] != given["attack"][0][0],
    "гулец, пад якога ходзяць, … пакласці яе побач": lambda given, house: bool(given["beat"]),
    "Першы кон перакладаць нельга": lambda given, house: given["bout"] == 1,
    "Нельга перакладаць большую колькасць карт, чым наступны гулец мае на руках": (
        lambda given, house: len(given["attack"]) + 1 > given["next_hand"]
    ),
    "калі на стале ляжыць карта казырнай масці": lambda given, house: (
        not house.get("transfer_trump")
        and any(card[-1] == given["trump"] for card in given["attack"])
    ),
    "выходзіць з гульні «перакладам»": lambda given, house: (
        bool(given["last_card"]) and not house.get("transfer_finish")
    ),
}

SENTENCES: Mapping[tuple[str, str], Mapping[str, Forbids]] = {
    ("taroky", "play"): TAROKY,
    ("kocka", "play"): KOCKA,
    ("faraon", "play"): FARAON,
    ("makao", "play"): MAKAO,
    ("durak", "beat"): BEAT,
    ("durak", "attack"): ATTACK,
    ("durak", "throw-in"): THROW_IN,
    ("durak", "transfer"): TRANSFER,
}


def forbidden(case: Mapping[str, Any]) -> list[str] | None:
    """The sentences that forbid the play of a case; None if it asks about something else."""
    given = case.get("given", {})
    sentences = SENTENCES.get((case["game"], case.get("kind", "")))
    if sentences is TAROKY and given.get("variant") == "varsava":
        sentences = VARSAVA
    if sentences is None:
        return None
    house = case.get("house", {})
    return [sentence for sentence, forbids in sentences.items() if forbids(given, house)]
