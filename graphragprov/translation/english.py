"""Small word tables of English (and the pronouns of some other languages) for judging support."""

from __future__ import annotations

__all__ = ["DETERMINERS", "IRREGULAR", "PRONOUNS", "STOP_WORDS", "TITLE_NOUNS"]


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


STOP_WORDS = _listed(
    "a an the of in on at to by for from with and or as is was are were be been being has had have its it his her "
    "their who which that into s d de la le les du des von van der den el al y e und of"
)
"""Words too common to support anything by themselves."""

PRONOUNS = _listed(
    "i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers "
    "herself it its itself they them their theirs themselves who whom whose which that this these those one ones "
    "former latter same other others another each both all some any none here there where former's latter's "
    "il elle lui ils elles leur eux on ce celui celle y er sie es ihn ihm ihr ihre sein seine él ella ellos ellas "
    "lo le les ele ela eles lui lei loro он она оно они его ее её их ему ей 他 她 它 他们 她们 它们 其 彼 彼女 "
    "그 그녀 그들"
)
"""Casefolded pronouns and pro-forms: they name nothing, they refer."""

DETERMINERS = _listed(
    "the this that these those his her its their my our your said such both a an le la les der die das el los las "
    "il lo i gli"
)
"""Words that open a definite description (a possessive or an article)."""

TITLE_NOUNS = _listed(
    "king queen prince princess duke duchess emperor empress tsar czar pope bishop archbishop cardinal president "
    "senator governor mayor minister chancellor count countess earl baron baroness lord lady sir saint general colonel "
    "captain contest festival university college school institute company corporation group church cathedral river "
    "lake island city town village county state republic kingdom empire government parliament senate congress party "
    "band orchestra association league club team union court army navy museum library theatre theater station road "
    "street bridge castle palace games cup war treaty act award prize department ministry council district "
    "province region diocese order house family dynasty film movie picture show series song album single record "
    "novel book story play poem opera game magazine newspaper programme program episode season network channel version"
)
"""Common nouns that English writes with a capital when they stand for one thing: "the King", "the Contest"."""

IRREGULAR: dict[str, str] = {
    word: lemma
    for lemma, words in {
        "bear": "birth born borne née nee natal native",
        "die": "death died dead dies dying deceased",
        "write": "write wrote written writer writing writes screenwriter songwriter",
        "sing": "sing sang sung singer singing song sings",
        "speak": "speak spoke spoken speaker speaking speech",
        "marry": "marry married marriage marries marital",
        "wed": "wed wedding wedded",
        "win": "win won winner winning wins",
        "bury": "bury buried burial",
        "own": "own owned owner owns",
        "hold": "hold held holder holding holds",
        "lead": "lead led leader leads leading",
        "teach": "teach taught teacher",
        "found": "found founded founder founding foundation",
        "build": "build built builder",
        "begin": "begin began begun beginning",
        "choose": "choose chose chosen choice",
        "succeed": "succeed succeeded successor succession",
        "precede": "precede preceded predecessor",
        "live": "live lived living lives life",
        "locate": "locate located location",
        "child": "child children",
        "person": "person people",
        "member": "member members membership",
        "play": "play played player plays",
        "rule": "rule ruled ruler",
        "fly": "fly flew flown flight",
        "act": "act actor actress acting acted",
        "make": "make made maker",
        "sell": "sell sold seller sale sales",
        "give": "give gave given",
        "know": "know known knew",
        "lie": "lie lies lay lain",
        "run": "run ran runs runner running",
        "draw": "draw drew drawn",
        "educate": "educate educated education",
        "compose": "compose composed composer composition",
        "office": "office officer",
        "wife": "wife wives",
        "man": "man men",
        "woman": "woman women",
    }.items()
    for word in words.split()
}
"""Irregular forms (casefolded) to a common lemma."""
