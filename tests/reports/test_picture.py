"""The picture: every card once, as it lies, and nothing a seat may not know."""

from __future__ import annotations

import io
import zlib
from functools import cache
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFont

from engine.core.dice import SecretDice
from engine.core.geometry import SIDES
from engine.core.values import changed
from engine.illuminati.cards import CARDS, UNKNOWN
from engine.illuminati.game import resolve
from engine.illuminati.robots import chooser, random_script
from engine.illuminati.state import GameOptions, State
from engine.illuminati.structure import ground_of
from engine.illuminati.turn.setup import new_game
from engine.illuminati.view import CardView, SeatView, View, view
from pbem.documents.html import Picture
from pbem.documents.svg import Lettering
from pbem.games.illuminati.report.parts.names import short_name
from pbem.games.illuminati.report.picture import board, forget_drawn, picture
from pbem.games.illuminati.report.picture.colours import colours
from pbem.games.illuminati.report.picture.layout import PAGE, SIZES, Panel, Placed, panel_of
from pbem.games.illuminati.report.picture.letters import begin_of, text_mask, writable
from tests.support.each import each
from tests.support.processes import outputs
from tests.support.report_games import CAST, random_game

SHAPES = ("square", "landscape")


@cache
def table_of(shape: str, turns: int) -> State:
    """A table of four after so many turns of robots."""
    dice = SecretDice(b"picture")
    state = new_game(CAST, GameOptions(cards=shape), dice).state  # type: ignore[arg-type]
    for number in range(turns):
        choose = chooser(SecretDice(f"{number}".encode()), "robot")
        if state.winners:
            break
        script = random_script(state, state.turn.seat, choose)
        state = resolve(state, script, dice).state
    return state


def panels(known: View) -> dict[str, Panel]:
    return {seat.name: panel_of(known, seat, SIZES[0]) for seat in known.seats if seat.cards}


def drawn(known: View) -> list[tuple[SeatView, CardView, Placed]]:
    """Every card of every structure beside what is drawn of it."""
    panel_of_seat = panels(known)
    return [
        (seat, card, placed)
        for seat in known.seats
        if seat.cards
        for card, placed in zip(seat.cards, panel_of_seat[seat.name].cards, strict=True)
    ]


def middle(card: Placed) -> tuple[int, int]:
    return card.left + card.face.width // 2, card.top + card.face.height // 2


@each("shape", SHAPES)
@each("turns", [0, 15, 30])
def test_every_card_lies_as_on_the_table(shape: str, turns: int) -> None:
    """Cards beside each other on the grid are beside each other on the page, at one scale."""
    state = table_of(shape, turns)
    known = view(state, "ann")
    for seat in known.seats:
        if not seat.cards:
            continue
        ground = ground_of(state, seat.name)
        panel = panels(known)[seat.name]
        assert len(panel.cards) == len(seat.cards)
        root, first = ground.spots[seat.cards[0].card], middle(panel.cards[0])
        for card, placed in zip(seat.cards, panel.cards, strict=True):
            spot = ground.spots[card.card]
            unit = SIZES[0] / (ground.shape.across + ground.shape.down)
            x, y = middle(placed)
            assert abs(x - first[0] - (spot.x - root.x) * unit) <= 2
            assert abs(y - first[1] - (spot.y - root.y) * unit) <= 2
            is_upright = placed.face.width >= placed.face.height
            assert is_upright == (shape == "square" or spot.turn % 2 == 0)


@pytest.mark.parametrize("shape", SHAPES)
def test_open_arrows_are_marked_and_no_others(shape: str) -> None:
    state = table_of(shape, 30)
    known = view(state, "bob")
    marked = 0
    for seat, card, placed in drawn(known):
        assert tuple(arrow.printed for arrow in placed.arrows) == card.open_arrows
        turn = ground_of(state, seat.name).spots[card.card].turn
        for arrow in placed.arrows:
            marked += 1
            assert arrow.points == SIDES[(SIDES.index(arrow.printed) + turn) % 4]
            assert (arrow.x, arrow.y) in edges(placed)
    assert marked


def edges(card: Placed) -> set[tuple[int, int]]:
    """Points within a pixel of the middles of a card's sides."""
    x, y = middle(card)
    wide, high = card.face.width / 2, card.face.height / 2
    ends = ((x - wide, y), (x + wide, y), (x, y - high), (x, y + high))
    return {(round(a) + i, round(b) + j) for a, b in ends for i in (-1, 0, 1) for j in (-1, 0, 1)}


def test_a_card_hangs_on_the_side_of_its_master() -> None:
    known = view(table_of("square", 30), "cat")
    places = {card.card: placed for _, card, placed in drawn(known)}
    for _, card, placed in drawn(known):
        assert (placed.link is None) == (card.master is None)
        if placed.link is not None and card.master is not None:
            assert placed.link[:2] in edges(places[card.master])
            assert placed.link[:2] in edges(placed)


def test_only_the_money_one_may_count_is_told() -> None:
    state = table_of("square", 30)
    told = 0
    for viewer in CAST:
        known = view(state, viewer)
        for seat, card, placed in drawn(known):
            if seat.name == viewer:
                assert placed.face.money == (f"${card.money}" if card.money else "")
                told += bool(card.money)
            else:
                assert placed.face.money == ("some $" if card.has_money else "")
    assert told


def test_what_another_may_not_know_does_not_change_the_picture() -> None:
    """Money moved between another's stacks, cards in his hand, the order of the deck."""
    state = table_of("square", 30)
    ours, theirs = state.turn.seat, next(state.seats_after(state.turn.seat)).name
    rich = [card for card, h in state.holdings.items() if h.seat == theirs and h.money]
    holdings = dict(state.holdings)
    for card in rich:
        holdings[card] = changed(holdings[card], money=holdings[card].money + 5)
    other = changed(state, holdings=holdings, deck=tuple(reversed(state.deck)))
    assert rich
    assert picture(view(state, ours)) == picture(view(other, ours))
    assert picture(view(state, theirs)) != picture(view(other, theirs))


def test_a_hidden_illuminati_is_drawn_as_its_stand_in() -> None:
    known = view(table_of("square", 0), "ann")
    (seat,) = [seat for seat in known.seats if seat.name == "bob"]
    unknown = UNKNOWN[0]
    hidden = changed(
        seat,
        figures=None,
        illuminati=unknown.id,
        cards=tuple(changed(c, card=unknown.id) if c.master is None else c for c in seat.cards),
    )
    panel = panel_of(known, hidden, SIZES[0])
    assert panel.cards[0].face.name == unknown.name
    assert (panel.cards[0].face.power, panel.cards[0].face.income) == ("P ?/?", "I ?")
    assert CARDS[seat.illuminati].name not in panel.subtitle + panel.cards[0].face.name


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("turns", [0, 30])
def test_it_is_a_small_png_as_wide_as_the_page(shape: str, turns: int) -> None:
    png = picture(view(table_of(shape, turns), "dee"))
    shown = Picture("x", "The table.", png)
    with Image.open(io.BytesIO(png)) as image:
        assert image.format == "PNG" and image.width == PAGE
        assert image.mode == "P" and len(image.getcolors() or ()) <= len(colours()) <= 64
        assert (image.width // 2, image.height // 2) == (shown.width, shown.height)
    assert len(png) < 150_000


def test_the_file_is_whole() -> None:
    """Its lines come to the checksum that is made of those of its strips."""
    png = picture(view(table_of("square", 30), "bob"))
    with Image.open(io.BytesIO(png)) as image:
        lines = zlib.decompress(png[png.index(b"IDAT") + 4 : -16])
        assert len(lines) == (PAGE + 1) * image.height and not any(lines[:: PAGE + 1])
        assert image.tobytes() == b"".join(
            lines[at + 1 : at + 1 + PAGE] for at in range(0, len(lines), PAGE + 1)
        )


def test_what_was_drawn_for_others_does_not_change_the_picture() -> None:
    """Readers have strips of their pages in common, and only where these are alike."""
    state = table_of("square", 30)
    shared = [picture(view(state, viewer)) for viewer in CAST]
    for viewer, known in zip(CAST, shared, strict=True):
        forget_drawn()
        assert picture(view(state, viewer)) == known
    assert len(set(shared)) == len(CAST)


@pytest.mark.long
def test_the_same_view_makes_the_same_bytes_in_every_process() -> None:
    code = (
        "from tests.reports.test_picture import *; import hashlib;"
        "print(hashlib.sha256(picture(view(table_of('square', 12), 'ann'))).hexdigest())"
    )
    assert len(outputs(code)) == 1


def test_names_are_written_in_letters_the_font_has() -> None:
    assert writable("Öl & Größe") == "Ol & Gro?e"
    assert writable("\u202ex\u0000") == "?x?"


@each("anchor", ["lm", "mm", "rm"])
@each("is_bold", [False, True])
def test_a_text_of_single_letters_looks_as_if_written_at_once(anchor: str, is_bold: bool) -> None:
    """Up to the outermost row, which Pillow cuts off of bold letters."""
    for size, (x, y) in ((60, (200, 60)), (57, (200.5, 60.5)), (19, (200.75, 60.3))):
        whole = Image.new("L", (400, 120))
        font, stroke = ImageFont.load_default(size), size / 40 if is_bold else 0
        pen = ImageDraw.Draw(whole)
        pen.text((x, y), "Vague Jiffy", 255, font, anchor, stroke_width=stroke, stroke_fill=255)
        letters = Lettering(size, (0, 0, 0), anchor, is_bold)
        found = text_mask("Vague Jiffy", letters, begin_of("Vague Jiffy", (x, y), letters), 1)
        ours = Image.new("L", whole.size)
        ours.paste(found.image, (found.left, found.top))
        left, top, right, bottom = whole.getbbox() or (0, 0, 0, 0)
        inner = (left + 2, top + 2, right - 2, bottom - 2)
        differences = ImageChops.difference(whole.crop(inner), ours.crop(inner))
        assert differences.getextrema()[1] <= (2 if is_bold else 0)


def test_the_turns_of_a_whole_game_can_be_drawn() -> None:
    for step in random_game("golden", 400)[::12]:
        assert picture(view(step.state, "ann")).startswith(b"\x89PNG")


# --- the board of the web pages ---------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("turns", [0, 30])
def test_every_card_is_a_group_of_the_board_that_tells_itself(shape: str, turns: int) -> None:
    known = view(table_of(shape, turns), "dee")
    svg = ElementTree.fromstring(board(known))
    groups = {g.get("id", ""): g for g in svg.iter() if g.get("class") == "card"}
    wanted = [card.card for seat in known.seats for card in seat.cards] + [*known.uncontrolled]
    assert sorted(groups) == sorted(f"card-{card}" for card in wanted)
    for card in wanted:
        (title, *_) = groups[f"card-{card}"]
        assert title.text and title.text.startswith(f"{short_name(card)}: P ")
    assert len(board(known)) < 60_000


def test_a_board_is_as_wide_as_the_picture_and_as_high() -> None:
    known = view(table_of("square", 30), "ann")
    with Image.open(io.BytesIO(picture(known))) as image:
        assert f'viewBox="0 0 {image.width} {image.height}"' in board(known)


def test_what_another_may_not_know_does_not_change_the_board() -> None:
    state = table_of("square", 30)
    ours, theirs = state.turn.seat, next(state.seats_after(state.turn.seat)).name
    holdings = {
        card: changed(h, money=h.money + 5) if h.seat == theirs and h.money else h
        for card, h in state.holdings.items()
    }
    other = changed(state, holdings=holdings, deck=tuple(reversed(state.deck)))
    assert board(view(state, ours)) == board(view(other, ours))
    assert board(view(state, theirs)) != board(view(other, theirs))
