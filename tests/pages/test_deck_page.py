"""The deck builder: cards to find, decks to build, check, share and try, and a letter of them."""

from __future__ import annotations

import html
import re

import pytest
from sqlmodel import select

from engine.inwo.cards import INWO_CARDS, PRESETS
from engine.inwo.decks import deck_faults
from engine.inwo.state import DECK_SIZE, InwoOptions
from pbem.database import Database
from pbem.games.inwo import building
from pbem.games.inwo.deck_lines import deck_entries
from pbem.models import Letter, OpenSeat
from tests.running.test_web_lobby import Site
from tests.support.service_rows import one_line

HERE = {"base_url": "https://localhost"}


@pytest.fixture
def site(sqlite_database: Database) -> Site:
    return Site(sqlite_database)


def get(site: Site, where: str = "/decks/inwo") -> str:
    page = site.client.get(where, **HERE)
    assert page.status_code == 200
    return html.unescape(page.text)


def press(site: Site, where: str = "/decks/inwo", **fields: str) -> str:
    csrf = re.findall(r'name="csrf" value="([^"]+)"', get(site))[0]
    page = site.client.post(where, data={"csrf": csrf, **fields}, **HERE)
    assert page.status_code == 200, page.text
    return html.unescape(page.text)


def text_in(page: str) -> list[str]:
    """What stands in the sheet of the deck."""
    return re.findall(r"<textarea[^>]*>([^<]*)</textarea>", page)[0].split("\n")


def test_cards_are_found_by_kind_word_and_text(site: Site) -> None:
    page = press(site, do="search", kind="Groups", word="Weird", q="fans")
    assert "<b>Science Fiction Fans</b>" in page and "<b>Trekkies</b>" not in page
    assert "Power 1, Resistance 5" in page
    goals = press(site, do="search", kind="Goals")
    assert "<b>Hail Eris!</b>" in goals and "<b>Jihad</b>" not in goals
    assert "No card matches." in press(site, do="search", q="xyzzy")


def test_all_cards_can_be_looked_through_page_by_page(site: Site) -> None:
    playable = [card.name for card in INWO_CARDS.values()]
    page, found = get(site), []
    for _ in range(len(playable)):
        found += re.findall(r"<li><div class=\"say\"><span><b>([^<]+)</b>", page)
        more = re.search(r'name="to" value="(\d+)"[^>]*>More cards', page)
        if more is None:
            break
        page = press(site, to=more[1])
    assert sorted(found) == sorted(playable)


def test_a_deck_is_built_card_by_card(site: Site) -> None:
    page = press(site, deck="Discordian Society", add="Hoax!")
    assert text_in(page) == ["Discordian Society", "Hoax!"]
    page = press(site, deck="Discordian Society\nJihad; Hoax!", add="Hoax!")
    assert text_in(page) == ["Discordian Society", "Jihad; 2 Hoax!"]
    page = press(site, deck="Discordian Society\nJihad; 2 Hoax!", less="Jihad")
    assert text_in(page) == ["Discordian Society", "2 Hoax!"]
    page = press(site, deck="Discordian Society\nHoax!", less="Hoax!")
    assert text_in(page) == ["Discordian Society"]
    assert "1 cards are 44 too few" in page and "A deck needs a Group" in page


def test_the_page_checks_as_a_letter_is_checked(site: Site) -> None:
    told = press(site, "/decks/inwo/check", deck="Discordian Society\nGoldfish Fancierz\n60 Jihad")
    assert "did you mean Goldfish Fanciers?" in told and "60 copies are impossible" in told
    assert "Line 2, Goldfish Fancierz" in told and "<html" not in told
    whole = "\n".join(["DECK", *building.offer(None).ready["Green Tide"], "END", "and a greeting"])
    assert "This deck is legal." in press(site, "/decks/inwo/check", deck=whole)


@pytest.mark.parametrize("name", PRESETS)
def test_a_ready_deck_is_one_to_begin_with(site: Site, name: str) -> None:
    page = press(site, ready=name)
    assert "This deck is legal." in page
    cards = [one.card for one in deck_entries(text_in(page)) for _ in range(one.copies)]
    assert sorted(cards) == sorted(PRESETS[name]) and len(cards) == DECK_SIZE
    assert deck_faults(cards, InwoOptions()) == []


def test_a_deck_is_kept_in_a_link(site: Site) -> None:
    page = press(site, ready="Green Tide")
    link = re.findall(r'href="(/decks/inwo\?deck=[^"]+)"', page)[0]
    assert len(link) < 1000
    assert text_in(get(site, link)) == text_in(page)
    assert text_in(get(site, "/decks/inwo?deck=%00nonsense")) == [""]


def test_a_hand_can_be_drawn(site: Site) -> None:
    page = press(site, ready="Green Tide")
    drawn = press(site, deck="\n".join(text_in(page)), do="draw")
    plots, groups = re.findall(r"<p>(?:Plots|Groups and Resources): ([^<]+)</p>", drawn)
    names = {INWO_CARDS[card].name for card in PRESETS["Green Tide"]}
    assert len(plots.split(", ")) == 3 and set(plots.split(", ")) <= names
    assert len(groups.split(", ")) == 6
    assert "Plots: none" in press(site, deck="Discordian Society", do="draw")
    assert "Plots:" not in press(site, deck="", do="draw")


def test_a_deck_is_brought_by_a_letter(site: Site) -> None:
    create = {"verb": "CREATE", "game": "Fnord-9 GAME inwo", "players": "3", "alias": "ann"}
    site.post(address="ann@example.com", **create)
    site.reply("ann@example.com", site.read())
    assert '<option value="Fnord-9">' in get(site)
    deck = "\n".join(building.offer(None).ready["Green Tide"])
    page = press(site, "/decks/inwo/bring", deck=deck, address="ann@example.com", game="Fnord-9")
    assert "A mail to ann@example.com asks you" in one_line(page)
    told = one_line(site.reply("ann@example.com", site.read()).text)
    assert "Your deck is legal and on file: Discordian Society and 44 other cards." in told
    with site.service.database.read() as session:
        (seat,) = session.exec(select(OpenSeat)).all()
    assert "jihad" in seat.brought


def test_the_limits_of_a_game_count_on_the_page(site: Site) -> None:
    create = {
        "verb": "CREATE",
        "game": "Fnord-9 GAME inwo copies 1",
        "players": "3",
        "alias": "ann",
    }
    site.post(address="ann@example.com", **create)
    site.reply("ann@example.com", site.read())
    deck = "\n".join(building.offer(None).ready["Green Tide"])
    assert "more than this table allows" in press(site, deck=deck, game="Fnord-9")
    assert "This deck is legal." in press(site, deck=deck, game="Fnord-10")


def test_forms_of_others_and_wrong_ones_are_refused(site: Site) -> None:
    assert site.client.get("/decks/chess").status_code == 404
    assert site.client.post("/decks/inwo", data={"deck": "Jihad"}, **HERE).status_code == 400
    csrf = re.findall(r'name="csrf" value="([^"]+)"', get(site))[0]
    for where, fields in (
        ("/decks/inwo/bring", {"address": "nobody", "deck": "Jihad"}),
        ("/decks/inwo/bring", {"address": "a@example.com\nBcc: e@example.org", "deck": ""}),
    ):
        data = {"csrf": csrf, **fields}
        assert site.client.post(where, data=data, **HERE).status_code == 400
    evil = {"Origin": "https://evil.example"}
    data = {"csrf": csrf, "deck": "Jihad"}
    assert site.client.post("/decks/inwo", data=data, headers=evil, **HERE).status_code == 403
    with site.service.database.read() as session:
        assert session.exec(select(Letter)).all() == []


def test_the_page_is_kept_nowhere_and_its_fields_have_labels(site: Site) -> None:
    page = site.client.get("/decks/inwo", **HERE)
    assert page.headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    labels = set(re.findall(r'label for="([^"]+)"', page.text))
    assert labels == set(re.findall(r'(?:input|select|textarea) id="([^"]+)"', page.text))
    assert "style=" not in page.text and "onclick" not in page.text
    assert "/decks/inwo" in site.client.get("/play").text


def test_what_is_typed_is_shown_as_text(site: Site) -> None:
    csrf = re.findall(r'name="csrf" value="([^"]+)"', get(site))[0]
    nasty = '</textarea><script>alert("x")</script>'
    data = {"csrf": csrf, "deck": nasty, "q": nasty, "game": nasty}
    page = site.client.post("/decks/inwo", data=data, **HERE).text
    assert "<script>alert" not in page
