"""Tables of the calendar: month names in the larger European languages, eras, regnal eras of Japan."""

from __future__ import annotations

__all__ = ["ERAS_AFTER", "ERAS_BEFORE", "JAPANESE_ERAS", "MONTHS"]

_MONTHS_BY_NUMBER = """
1 january jan januar janvier enero gennaio janeiro januari jänner stycznia styczen января январь ianuarie
2 february feb febr februar fevrier fevr febrero febbraio fevereiro februari feber lutego luty февраля февраль
3 march mar marz märz mars marzo marco março maart marca marzec марта март martie
4 april apr avril avr abril aprile aprill kwietnia kwiecien апреля апрель aprilie
5 may mai mayo maggio maio mei maj maja мая май
6 june jun juni juin junio giugno junho czerwca czerwiec июня июнь iunie
7 july jul juli juillet juil julio luglio julho lipca lipiec июля июль iulie
8 august aug aout août agosto augustus augusti sierpnia sierpien августа август
9 september sept sep septembre septiembre settembre setembro wrzesnia wrzesien сентября сентябрь septembrie
10 october oct oktober okt octobre octubre ottobre outubro pazdziernika pazdziernik октября октябрь octombrie
11 november nov novembre noviembre novembro listopada listopad ноября ноябрь noiembrie
12 december dec dezember dez decembre décembre diciembre dicembre dezembro grudnia grudzien декабря декабрь decembrie
"""

MONTHS: dict[str, int] = {
    name: int(line.split()[0]) for line in _MONTHS_BY_NUMBER.strip().splitlines() for name in line.split()[1:]
}
"""Month names and abbreviations, casefolded, without diacritics where a plain form exists."""

ERAS_BEFORE = ("bce", "b.c.e.", "b.c.e", "bc", "b.c.", "b.c", "before christ", "v. chr.", "av. j.-c.", "a.c.")
"""Marks of years before the common era."""

ERAS_AFTER = ("ce", "c.e.", "c.e", "ad", "a.d.", "a.d", "anno domini", "n. chr.", "ap. j.-c.", "d.c.")
"""Marks of years of the common era."""

JAPANESE_ERAS: dict[str, int] = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
"""Year 1 of the era is the value plus 1."""
