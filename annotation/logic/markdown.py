"""Guidelines as HTML: Markdown without raw HTML, then cleaned once more."""

import nh3
from markdown_it import MarkdownIt

_MARKDOWN = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")


def to_html(text: str) -> str:
    """Safe HTML of a Markdown text: no raw HTML, scripts, images or styles."""
    return nh3.clean(
        _MARKDOWN.render(text),
        tags={"a", "blockquote", "br", "code", "em", "h1", "h2", "h3", "h4", "hr", "li", "ol", "p", "pre"}
        | {"strong", "table", "tbody", "td", "th", "thead", "tr", "ul"},
        attributes={"a": {"href", "title"}},
        url_schemes={"http", "https", "mailto"},
    )
