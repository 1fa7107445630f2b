"""croissant.json: the release described for machines (MLCommons Croissant 1.0)."""

from collections.abc import Mapping

from benchmark.logic import layout
from benchmark.logic.content import ReleaseContent
from benchmark.logic.manifest import json_bytes, sha256

_CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_NUMBERS = frozenset({"sentence_id", "start", "end", "n_chars", "note_chars"})
_TABLES = (layout.DATASET, layout.SENTENCES, layout.STRATA, layout.SPLITS, layout.NOTES, layout.EXCLUDED)


def croissant_bytes(content: ReleaseContent, facts: Mapping, files: Mapping[str, bytes]) -> bytes:
    """The description: one file object and one record set a table. `files` holds the tables' bytes."""
    card = content.card
    described = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": content.project,
        "alternateName": card.title,
        "description": card.description or f"{card.title}: pairs of a clinical note and a concept, verified.",
        "version": content.version,
        "license": card.licence
        or "Restricted: the agreement that governs the notes governs this release too.",
        "creator": [{"@type": "sc:Organization", "name": name} for name in card.authors or (card.title,)],
        "identifier": facts["canary"],
        "citeAs": f"{card.title}, version {content.version}",
        "distribution": [_file(path, files[path]) for path in _TABLES],
        "recordSet": [_records(path) for path in _TABLES],
    }
    if card.url:
        described["url"] = card.url
    if card.released_on:
        described["datePublished"] = card.released_on
    return json_bytes(described)


def _name(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".csv")


def _file(path: str, content: bytes) -> dict:
    return {
        "@type": "cr:FileObject",
        "@id": path,
        "name": _name(path),
        "contentUrl": path,
        "contentSize": f"{len(content)} B",
        "encodingFormat": "text/csv",
        "sha256": sha256(content),
    }


def _records(path: str) -> dict:
    name = _name(path)
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{name}/{column}",
                "name": column,
                "dataType": _type(column),
                "source": {"fileObject": {"@id": path}, "extract": {"column": column}},
            }
            for column in layout.COLUMNS[path]
        ],
    }


def _type(column: str) -> str:
    if column == "gold":
        return "sc:Boolean"
    return "sc:Integer" if column in _NUMBERS else "sc:Text"
