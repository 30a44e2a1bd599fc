"""Every sentence the program can print, once each, by module: `make sentences`, to be read whole.

Taken from the source: the strings of the product that read as English, and the words of the
templates. What stands in braces is filled in when the sentence is printed.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("engine", "pbem", "worker")
SILENT = ("pbem/migrations", "pbem/models", "pbem/benchmarks")
"""Folders whose strings are for programs."""
ENGLISH = re.compile(r"\b[A-Za-z]?[a-z']+,? [a-z']+\b")
CODE = re.compile(r"\\[bdsw]|\(\?|\b(?:SELECT|INSERT|PRAGMA)\b|^[\w.]+/[\w/.]+$")
TAG = re.compile(r"{#.*?#}|{%[-+]?\s*(?:extends|include|import|from|block|endblock)\b.*?%}", re.S)


def source_sentences(path: Path) -> Iterator[str]:
    """The English strings of a module, docstrings left out, f-strings with their fields."""
    nodes = tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    inside = {id(part) for node in nodes if isinstance(node, ast.JoinedStr)
              for part in ast.walk(node) if part is not node}  # fmt: skip
    told = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if id(node) in inside or id(node) in told:
            continue
        text = ""
        if isinstance(node, ast.JoinedStr):
            text = "".join(map(shown, node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        if ENGLISH.search(text) and not CODE.search(text):
            yield text


def shown(part: ast.expr) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    return "{" + ast.unparse(part.value if isinstance(part, ast.FormattedValue) else part) + "}"


def template_sentences(path: Path) -> Iterator[str]:
    """The paragraphs of a template, its tags left in: they say when a word is printed."""
    text = TAG.sub("", path.read_text(encoding="utf-8"))
    for paragraph in re.split(r"\n\s*\n", text):
        if ENGLISH.search(re.sub(r"{%.*?%}|{{.*?}}", "", paragraph, flags=re.S)):
            yield paragraph.strip()


def sentences() -> Iterator[tuple[str, str]]:
    """Each sentence once, with the file it stands in."""
    seen: set[str] = set()
    modules = [path for name in PRODUCT for path in sorted((ROOT / name).rglob("*.py"))]
    templates = [
        p for p in sorted((ROOT / "templates").rglob("*")) if p.suffix in (".txt", ".html")
    ]
    for path in [*templates, *modules]:
        place = path.relative_to(ROOT).as_posix()
        if not place.startswith(SILENT):
            read = source_sentences if path.suffix == ".py" else template_sentences
            for text in read(path):
                if text not in seen:
                    seen.add(text)
                    yield place, text


def main() -> None:
    last = ""
    for place, text in sentences():
        if place != last:
            print(f"\n== {place}")
            last = place
        print(text)


if __name__ == "__main__":
    main()
