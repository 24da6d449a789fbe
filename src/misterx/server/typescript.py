"""The wire's types as a TypeScript module, for clients: `python -m misterx.server.typescript`.

It is made of the models in `wire` and `bodies` and of the routes in `api`, so that a client's
build has the types of this very server. In what a client sends, a field with a default may be left
out. In what the server sends, such a field is left out where there is nothing to say.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from http import HTTPStatus
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, cast, get_args, get_origin

from fastapi.responses import PlainTextResponse
from fastapi.routing import APIRoute
from pydantic import BaseModel, JsonValue
from pydantic.fields import FieldInfo

from misterx.server import api, bodies, wire

__all__ = ["module"]

Model: TypeAlias = type[BaseModel]

_WIDTH = 100
_PLAIN: dict[object, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    Any: "unknown",
    JsonValue: "unknown",
    wire.RefusalCode: "RefusalCode",
}


def module() -> str:
    """The whole module."""
    routes = api.ROUTES
    said = get_args(wire.ClientMessage)
    told = get_args(wire.ServerMessage)
    sent = [_body(route) for route in routes]
    answers = [route.response_model for route in routes]
    writer = _Writer(sent=_models([*said, *sent]))
    parts = [
        "// Made by `python -m misterx.server.typescript`: change the models there, not this.",
        f"/** The version of the WebSocket's messages. */\nexport const WIRE = {wire.WIRE};",
        _codes(get_args(wire.RefusalCode)),
        *map(writer.interface, _models([*said, *told, *sent, *answers, bodies.Problem])),
        _alias("What a client says over the WebSocket.", "ClientMessage", said),
        _alias("What the server says over the WebSocket.", "ServerMessage", told),
        writer.api(routes),
    ]
    return "\n\n".join(parts) + "\n"


class _Writer:
    """Writes types; knows which of them a client sends."""

    def __init__(self, sent: Iterable[Model]) -> None:
        self._sent = frozenset(sent)

    def interface(self, model: Model) -> str:
        """A model with all its fields, inherited ones too."""
        lines = [_comment(model.__doc__), f"export interface {model.__name__} {{"]
        for name, field in model.model_fields.items():
            lines.append(_comment(field.description, "  "))
            lines.append(f"  {self._field(name, field, is_sent=model in self._sent)};")
        if model.model_config.get("extra") == "allow":
            lines.append("  [more: string]: unknown;")
        return "\n".join([*filter(None, lines), "}"])

    def api(self, routes: Sequence[APIRoute]) -> str:
        """Every request over HTTP: what goes with it and what comes back."""
        lines = [
            _comment("The requests over HTTP. An answer that is a string is a text, not JSON."),
            "export interface Api {",
        ]
        for route in routes:
            method = "".join(route.methods or ())
            query = [
                self._field(param.name, param.field_info, is_sent=True)
                for param in route.dependant.query_params
            ]
            body = _body(route)
            lines += [
                _comment(route.description, "  "),
                f'  "{method} {route.path}": {{',
                *([f"    query: {{ {'; '.join(query)} }};"] if query else []),
                f"    body: {'undefined' if body is None else self._type(body, is_sent=True)};",
                f"    answer: {self._answer(route)};",
                "  };",
            ]
        return "\n".join([*filter(None, lines), "}"])

    def _answer(self, route: APIRoute) -> str:
        if route.response_model is not None:
            return self._type(route.response_model, is_sent=False)
        if route.status_code == HTTPStatus.NO_CONTENT:
            return "undefined"
        return "string" if route.response_class is PlainTextResponse else "unknown"

    def _field(self, name: str, field: FieldInfo, *, is_sent: bool) -> str:
        optional = "" if field.is_required() else "?"
        return f"{name}{optional}: {self._type(field.annotation, is_sent=is_sent)}"

    def _type(self, annotation: Any, *, is_sent: bool) -> str:  # noqa: ANN401 - types have no type
        """A type; raises `TypeError` for one that this has no word for."""
        annotation = _bare(annotation)
        if (plain := _plain(annotation)) is not None:
            return plain
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            # What a client may leave out of it the server fills in before it sends it back.
            is_filled = annotation in self._sent and not is_sent
            return f"Required<{annotation.__name__}>" if is_filled else annotation.__name__
        inner = [self._type(arg, is_sent=is_sent) for arg in get_args(annotation)]
        origin = get_origin(annotation)
        if origin in (Union, UnionType):
            return " | ".join(dict.fromkeys(inner))
        if origin is tuple:
            return f"[{', '.join(inner)}]"
        if origin is dict:
            return f"Record<{inner[0]}, {inner[1]}>"
        if origin is list:
            return f"({inner[0]})[]" if " | " in inner[0] else f"{inner[0]}[]"
        raise TypeError(f"no TypeScript for {annotation!r}")


def _plain(annotation: object) -> str | None:
    """A type without others inside."""
    if get_origin(annotation) is Literal:
        return " | ".join(map(json.dumps, get_args(annotation)))
    return _PLAIN.get(annotation)


def _bare(annotation: Any) -> Any:  # noqa: ANN401 - types have no type
    """A type without its constraints, which TypeScript has no word for."""
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def _models(roots: Iterable[object]) -> list[Model]:
    """The models in these types and inside each other, each once, those inside first."""
    found: dict[Model, None] = {}
    for root in roots:
        for model in _walk(root):
            found.setdefault(model)
    return list(found)


def _walk(annotation: object) -> Iterator[Model]:
    annotation = _bare(annotation)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        for field in annotation.model_fields.values():
            yield from _walk(field.annotation)
        yield annotation
    elif _plain(annotation) is None:
        for inner in get_args(annotation):
            yield from _walk(inner)


def _body(route: APIRoute) -> Model | None:
    """The model of a request's body."""
    if route.body_field is None:
        return None
    return cast(Model, route.body_field.field_info.annotation)


def _codes(enums: Sequence[type[StrEnum]]) -> str:
    """A list of all codes, and their type."""
    codes = "".join(f"  {json.dumps(code.value)},\n" for enum in enums for code in enum)
    return (
        "/** Every code with which something is turned down. */\n"
        f"export const REFUSAL_CODES = [\n{codes}] as const;\n"
        "export type RefusalCode = (typeof REFUSAL_CODES)[number];"
    )


def _alias(doc: str, name: str, models: Sequence[Model]) -> str:
    members = "".join(f"\n  | {model.__name__}" for model in models)
    return f"{_comment(doc)}\nexport type {name} ={members};"


def _comment(text: str | None, indent: str = "") -> str:
    """A comment that says what a docstring says."""
    if not text:
        return ""
    lines = cleandoc(text).replace("*/", "* /").splitlines()
    if len(lines) == 1 and len(indent + lines[0]) + len("/**  */") <= _WIDTH:
        return f"{indent}/** {lines[0]} */"
    body = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{body}{indent} */"


if __name__ == "__main__":
    sys.stdout.write(module())
