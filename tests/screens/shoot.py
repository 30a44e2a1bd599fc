"""Screenshots of the golden mails and of pictures: `make screens` puts them into screens/."""

from __future__ import annotations

import base64
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path

from engine.illuminati.view import view
from pbem.documents.html import Picture, to_html
from pbem.games.illuminati.report.picture import picture
from tests.support.golden import body_of
from tests.support.report_games import random_game

ROOT = Path(__file__).parents[2]
OUT = ROOT / "screens"
GOLDENS = sorted((ROOT / "tests" / "reports").glob("*.marked"))
WIDTHS = {"phone": 390, "desktop": 1000}
SCHEMES = {"light": 1, "dark": 0}
TURN_OF = {"first": 1, "later": 18, "last": 400}
TALLEST, LOWEST = 9000, 700
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def main(wanted: list[str]) -> None:
    """Shoot every golden, or those named, at each width in each colour scheme."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.exit("No Chromium found: " + ", ".join(BROWSERS))
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, page in pages():
            if not wanted or name in wanted:
                shoot(browser, Path(folder), name, page)
    print(f"{len(list(OUT.glob('*.png')))} pictures in {OUT}")


def pages() -> Iterator[tuple[str, str]]:
    """The name and the HTML of every golden mail, turn reports with a picture."""
    for golden in GOLDENS:
        head = golden.with_suffix(".txt").read_text(encoding="utf-8").partition("\n\n")[0]
        subject, text = head.removeprefix("Subject: "), body_of(golden)
        turns = TURN_OF.get(golden.stem.partition("_")[0])
        yield golden.stem, with_picture(text, subject, turns) if turns else to_html(text)


def with_picture(text: str, subject: str, turns: int) -> str:
    state = random_game("golden", 400)[:turns][-1].state
    png = picture(view(state, state.turn.seat))
    (OUT / f"picture-{turns}.png").write_bytes(png)
    page = to_html(text, subject=subject, picture=Picture("x", "The world.", png))
    return page.replace("cid:x", f"data:image/png;base64,{base64.b64encode(png).decode()}")


def shoot(browser: str, folder: Path, name: str, page: str) -> None:
    # A browser window has a least width; a frame has none.
    height = min(TALLEST, max(LOWEST, int(len(page) * 0.12)))
    for device, width in WIDTHS.items():
        frame = folder / f"{name}-{device}.html"
        frame.write_text(
            f'<meta name="color-scheme" content="light dark"><body style="margin:0"><iframe '
            f'style="border:0;width:{width}px;height:{height}px" srcdoc="{escape(page)}"></iframe>',
            encoding="utf-8",
        )
        for scheme, number in SCHEMES.items():
            subprocess.run(
                [
                    browser,
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-background-networking",
                    "--disable-extensions",
                    "--hide-scrollbars",
                    f"--user-data-dir={folder / 'profile'}",
                    f"--blink-settings=preferredColorScheme={number}",
                    f"--window-size={max(width, 500)},{height}",
                    f"--screenshot={OUT / f'{name}-{device}-{scheme}.png'}",
                    frame.as_uri(),
                ],
                check=True,
                capture_output=True,
                timeout=120,
            )


if __name__ == "__main__":
    main(sys.argv[1:])
