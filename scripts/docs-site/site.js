// Search over titles and headings, by an index in a script, so that it works without a server, too.
(() => {
  "use strict";
  const field = document.querySelector(".search input");
  const list = document.querySelector(".search ul");
  const said = document.querySelector(".search [role=status]");
  const root = document.documentElement.dataset.root;
  const menu = document.querySelector("nav.site details");
  const narrow = matchMedia("(max-width: 52rem)");
  const fit = () => { menu.open = !narrow.matches; };
  narrow.addEventListener("change", fit);
  fit();
  document.querySelector(".search").hidden = false;
  const plain = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  const entries = window.searchIndex.map(([title, heading, url]) => ({
    title, heading, url, words: plain(`${heading} ${title}`), head: plain(heading || title),
  }));
  let chosen = -1;

  const find = (text) => {
    const words = plain(text).split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    const found = [];
    for (const entry of entries) {
      if (!words.every((word) => entry.words.includes(word))) continue;
      const exact = entry.head === words.join(" ") ? 0 : entry.head.startsWith(words[0]) ? 1 : words.every((word) => entry.head.includes(word)) ? 2 : 3;
      found.push({ entry, rank: exact * 2 + (entry.heading ? 1 : 0) });
    }
    return found.sort((a, b) => a.rank - b.rank).slice(0, 12).map((each) => each.entry);
  };
  const choose = (index) => {
    const items = [...list.children];
    chosen = items.length ? (index + items.length) % items.length : -1;
    items.forEach((item, number) => item.setAttribute("aria-selected", String(number === chosen)));
    if (chosen < 0) field.removeAttribute("aria-activedescendant");
    else {
      field.setAttribute("aria-activedescendant", items[chosen].id);
      items[chosen].scrollIntoView({ block: "nearest" });
    }
  };
  const close = () => {
    list.hidden = true;
    field.setAttribute("aria-expanded", "false");
    choose(-1);
    field.removeAttribute("aria-activedescendant");
    chosen = -1;
  };
  const show = () => {
    const found = find(field.value);
    list.replaceChildren(...found.map((entry, number) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      const place = document.createElement("small");
      item.id = `found-${number}`;
      item.setAttribute("role", "option");
      item.setAttribute("aria-selected", "false");
      link.href = root + entry.url;
      link.tabIndex = -1;
      link.textContent = entry.heading || entry.title;
      place.textContent = entry.heading ? entry.title : "";
      if (entry.heading) link.append(place);
      item.append(link);
      return item;
    }));
    chosen = -1;
    field.removeAttribute("aria-activedescendant");
    list.hidden = !found.length;
    field.setAttribute("aria-expanded", String(Boolean(found.length)));
    said.textContent = field.value.trim() ? `${found.length || "No"} results` : "";
  };
  field.addEventListener("input", show);
  field.addEventListener("focus", () => { if (field.value) show(); });
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen < 0 ? -1 : chosen - 1);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter") {
      const item = list.children[Math.max(chosen, 0)];
      if (item) location.href = item.firstChild.href;
    } else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => { if (!event.target.closest(".search")) close(); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      field.focus();
    }
  });
})();
