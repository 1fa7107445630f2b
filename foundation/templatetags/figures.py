"""Figures as papers print them."""

from django import template

register = template.Library()


@register.filter
def figure(value: float | None, places: int = 2) -> str:
    """`.71`, `1`, `-.12`; an undefined figure is an en dash, never 0."""
    if value is None or value == "":
        return "–"
    text = f"{value:.{places}f}"
    if float(text) == int(float(text)):
        return str(int(float(text)))
    return text.replace("0.", ".", 1) if abs(float(text)) < 1 else text


@register.filter
def percent(value: float | None) -> str:
    """`86 %`; an undefined share is an en dash."""
    return "–" if value is None else f"{value * 100:.0f} %"


@register.filter
def between(interval: list[float] | None) -> str:
    """`.66–.76`; nothing where there is no interval."""
    return f"{figure(interval[0])}–{figure(interval[1])}" if interval else ""


@register.filter
def duration(seconds: float | None) -> str:
    """`2 m 41 s`; an unknown time is an en dash."""
    if seconds is None:
        return "–"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} m {rest:02d} s" if minutes else f"{rest} s"


@register.filter
def item(mapping: dict, key: str):
    """The value under a key, or None."""
    return mapping.get(key) if mapping else None
