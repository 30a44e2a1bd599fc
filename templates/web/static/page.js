// Live answers, countdowns, sliders and cards. Every page works without it.
"use strict";
(() => {
  const sheet = document.querySelector("form[data-sheet]");
  const box = sheet && sheet.querySelector("textarea");
  const statuses = document.getElementById("statuses");
  let timer = 0, asked = 0;

  const check = async () => {
    const own = ++asked, data = new FormData(sheet);
    try {
      const answer = await fetch(sheet.dataset.sheet, { method: "POST", body: data });
      if (own !== asked) return;
      statuses.innerHTML = answer.ok ? await answer.text() : "<p>No answer now. What you typed is not lost.</p>";
    } catch { /* The next key tries again. */ }
  };
  const soon = () => { clearTimeout(timer); timer = setTimeout(check, 500); };
  const add = (line) => {
    box.value = (box.value.trimEnd() + "\n" + line).trimStart();
    box.focus();
    check();
  };

  if (sheet) {
    box.addEventListener("input", soon);
    if (box.value.trim() && !statuses.children.length) check();
  }

  document.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-add], [data-add-from]");
    if (pressed && box) {
      event.preventDefault();
      const from = pressed.dataset.addFrom;
      add(from ? document.getElementById(from).value : pressed.value);
      return;
    }
    const card = event.target.closest("a.to-card");
    const place = document.getElementById("card");
    if (card && place && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      show(place, card.getAttribute("href") + "?part=card");
    }
  });

  const show = async (place, address) => {
    const answer = await fetch(address);
    if (!answer.ok) return;
    place.innerHTML = await answer.text();
    for (const one of place.querySelectorAll("[data-add]")) one.hidden = !box;
    if (place.id === "card") place.scrollIntoView({ block: "nearest" });
  };

  // An amount is chosen with a slider, its chance beside it.
  for (const select of document.querySelectorAll("select[data-amounts]")) {
    const slider = document.createElement("input"), told = document.createElement("output");
    const tell = () => {
      select.selectedIndex = Number(slider.value);
      told.textContent = select.options[select.selectedIndex].textContent;
      slider.setAttribute("aria-valuetext", told.textContent);
    };
    Object.assign(slider, { type: "range", min: 0, max: select.options.length - 1, value: 0 });
    slider.setAttribute("aria-label", "MB to spend");
    slider.addEventListener("input", tell);
    const row = document.createElement("span");
    row.className = "amount";
    row.append(slider, told);
    select.hidden = true;
    select.after(row);
    const label = document.querySelector(`label[for="${select.id}"]`);
    if (label) label.hidden = true;
    tell();
  }

  const boards = document.querySelector("form[data-boards]");
  if (boards) {
    const select = boards.querySelector("select"), slider = document.createElement("input");
    Object.assign(slider, { type: "range", min: 0, max: select.options.length - 1, value: select.selectedIndex });
    slider.setAttribute("aria-label", "Turn");
    const turn = () => {
      slider.value = select.selectedIndex;
      slider.setAttribute("aria-valuetext", `after turn ${select.value}`);
      show(document.getElementById("old-board"), `${boards.dataset.boards}&turn=${select.value}`);
    };
    slider.addEventListener("input", () => { select.selectedIndex = Number(slider.value); turn(); });
    select.addEventListener("change", turn);
    select.after(slider);
  }

  const parts = (seconds) => {
    const days = Math.floor(seconds / 86400), hours = Math.floor(seconds / 3600) % 24;
    const minutes = Math.floor(seconds / 60) % 60, two = (n) => String(n).padStart(2, "0");
    const clock = `${two(hours)}:${two(minutes)}:${two(Math.floor(seconds) % 60)}`;
    return days ? `${days} day${days === 1 ? "" : "s"} ${clock}` : clock;
  };
  const clocks = [...document.querySelectorAll("[data-until]")];
  const tick = () => {
    for (const one of clocks) {
      const left = (Date.parse(one.dataset.until) - Date.now()) / 1000;
      one.textContent = left > 0 ? `${parts(left)} left` : "The deadline has passed";
    }
  };
  if (clocks.length) { tick(); setInterval(tick, 1000); }
})();
