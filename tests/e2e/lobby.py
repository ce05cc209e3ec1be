"""What a person does in the lobby."""

from __future__ import annotations

from playwright.sync_api import Locator, Page


def deal(
    page: Page,
    address: str,
    game: str,
    seats: int = 2,
    preset: str = "",
    tap: bool = False,
    **options: int | str,
) -> None:
    """Open the lobby, choose a game, a table and its rules, and deal; by clicks or by taps."""
    page.goto(address)

    def press(what: Locator) -> None:
        what.tap() if tap else what.click()

    press(page.locator(f".tile[data-game={game}]"))
    if seats > 2:
        press(page.locator(".seats .segment", has_text=str(seats)))
    if preset or options:
        press(page.locator("[data-action=house]"))
        if preset:
            press(page.locator(".presets label", has_text=preset))
        for name, value in options.items():
            field = page.locator(f"#option-{name}")
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(str(value))
            else:
                field.fill(str(value))
        press(page.locator("[data-action=house-done]"))
    press(page.locator("[data-action=deal]"))
    page.wait_for_selector(".table[data-link=open][data-stage=playing]")
