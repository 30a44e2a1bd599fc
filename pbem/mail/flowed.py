"""Undoing of format=flowed (RFC 3676): soft breaks, space stuffing, DelSp."""


def unflow(text: str, *, del_sp: bool = False) -> str:
    """Join soft-broken lines of equal quote depth and take the stuffing away.

    A quoted line comes back as its marks and one blank. `-- ` is never joined.
    """
    lines: list[str] = []
    paragraph: list[str] = []
    depth = 0
    for raw in text.split("\n"):
        line_depth = len(raw) - len(raw.lstrip(">"))
        content = raw[line_depth:].removeprefix(" ")
        if paragraph and (line_depth != depth or content == "-- "):
            lines.append(_marked(depth, "".join(paragraph)))
            paragraph = []
        depth = line_depth
        is_soft = content.endswith(" ") and content != "-- "
        paragraph.append(content[:-1] if is_soft and del_sp else content)
        if not is_soft:
            lines.append(_marked(depth, "".join(paragraph)))
            paragraph = []
    if paragraph:
        lines.append(_marked(depth, "".join(paragraph)))
    return "\n".join(lines)


def _marked(depth: int, content: str) -> str:
    if not depth:
        return content
    return ">" * depth + (f" {content}" if content else "")
