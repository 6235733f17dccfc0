// What the library of pictures does beyond HTML: keys, ranges, and a panel that opens in place. The screen
// works without it.
(() => {
  const screen = document.querySelector("[data-screen]");
  if (!screen) return;
  const tiles = [...screen.querySelectorAll("[data-tiles] [data-asset]")];
  const boxes = tiles.map((tile) => tile.querySelector("[data-tick]"));
  const links = tiles.map((tile) => tile.querySelector("a[data-open]"));
  const bar = screen.querySelector("[data-bar]");
  const all = bar?.querySelector("[data-all] input, input[data-all]");
  const WIDE = matchMedia("(width >= 80rem)");
  const indexOf = (node) => tiles.indexOf(node.closest?.("[data-asset]"));
  const isTyping = ({ tagName, type }) =>
    /^(SELECT|TEXTAREA)$/.test(tagName) || (tagName === "INPUT" && type !== "checkbox");

  // Selection.
  let anchor = 0;

  function tell() {
    if (!bar) return;
    const picked = boxes.filter(({ checked }) => checked).length;
    const everything = all?.checked ?? false;
    bar.querySelector("[data-count]").textContent = everything
      ? `All ${Number(all.value).toLocaleString("en-GB")} selected`
      : `${picked} selected`;
    bar.querySelector("[data-clear]").hidden = picked === 0 && !everything;
    bar.toggleAttribute("data-any", picked > 0 || everything);
  }

  function pick(index, checked) {
    boxes[index].checked = checked;
    anchor = index;
    tell();
  }

  function pickRange(index) {
    const [first, last] = anchor < index ? [anchor, index] : [index, anchor];
    for (let at = first; at <= last; at++) boxes[at].checked = true;
    tell();
  }

  function pickPage(checked) {
    for (const box of boxes) box.checked = checked;
    if (all && !checked) all.checked = false;
    tell();
  }

  // Moving.
  function settle(index) {
    links.forEach((link, at) => link.tabIndex = at === index ? 0 : -1);
  }

  function move(index) {
    const at = Math.min(Math.max(index, 0), tiles.length - 1);
    settle(at);
    links[at].focus();
    return at;
  }

  function columns() {
    const { top } = tiles[0].getBoundingClientRect();
    const next = tiles.findIndex((tile) => tile.getBoundingClientRect().top > top + 1);
    return next === -1 ? tiles.length : next;
  }

  function target(key, index) {
    const count = columns();
    switch (key) {
      case "ArrowLeft":
        return index - 1;
      case "ArrowRight":
        return index + 1;
      case "ArrowUp":
        return index - count >= 0 ? index - count : index;
      case "ArrowDown":
        return index + count < tiles.length ? index + count : index;
      case "Home":
        return 0;
      case "End":
        return tiles.length - 1;
    }
  }

  function onTileKey(event, index) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (altKey) return;
    if ((ctrlKey || metaKey) && key.toLowerCase() === "a") {
      event.preventDefault();
      return pickPage(true);
    }
    if (ctrlKey || metaKey) return;
    if (key === " ") {
      event.preventDefault();
      return shiftKey ? pickRange(index) : pick(index, !boxes[index].checked);
    }
    const to = target(key, index);
    if (to === undefined) return;
    event.preventDefault();
    const at = move(to);
    if (shiftKey) pickRange(at);
    else anchor = boxes[at].checked ? at : anchor;
  }

  // The panel.
  let latest = 0;
  const withoutAnchor = (href) => href.replace(/#.*$/, "");
  /** Address of what the panel shows, whatever the browser's own says meanwhile. */
  let shownAt = withoutAnchor(location.href);
  const panel = () => document.querySelector("[data-panel]");
  const mayLeave = () => document.dispatchEvent(new CustomEvent("guard:ask", { cancelable: true }));

  async function pageAt(href) {
    const response = await fetch(href, { headers: { accept: "text/html" } });
    if (!response.ok) throw new Error(`status ${response.status}`);
    // A style would need the nonce of this page, and nothing of it is wanted.
    const text = (await response.text()).replaceAll(/<style[^]*?<\/style>/g, "");
    return new DOMParser().parseFromString(text, "text/html");
  }

  /** Opens what an address opens, or closes it, and leaves the list as it is. */
  async function show(href, { push, focus }) {
    const ticket = ++latest;
    shownAt = withoutAnchor(href);
    let page;
    try {
      page = await pageAt(href);
    } catch {
      return location.assign(href);
    }
    if (ticket !== latest) return;
    const next = page.querySelector("[data-panel]");
    const open = tiles.find((tile) => tile.dataset.asset === next?.dataset.panel);
    const fixed = open ?? tiles.find((tile) => tile.contains(document.activeElement));
    const before = fixed?.getBoundingClientRect().top ?? 0;
    panel()?.remove();
    if (next) screen.append(document.adoptNode(next));
    screen.toggleAttribute("data-opened", next !== null);
    document.title = page.title;
    if (push) history.pushState(null, "", withoutAnchor(href));
    tiles.forEach((tile, at) => {
      if (tile === open) links[at].setAttribute("aria-current", "true");
      else links[at].removeAttribute("aria-current");
    });
    // The list grows or shrinks with the panel; what is looked at stays where it was.
    if (fixed) scrollBy(0, fixed.getBoundingClientRect().top - before);
    open?.scrollIntoView({ block: "nearest" });
    document.dispatchEvent(new CustomEvent("guard:renew"));
    ready();
    if (focus) (next ?? fixed?.querySelector("a[data-open]"))?.focus({ preventScroll: true });
  }

  function close() {
    const link = panel()?.querySelector("[data-close]");
    if (!link || !mayLeave()) return;
    const index = tiles.findIndex(({ dataset }) => dataset.asset === panel().dataset.panel);
    if (index >= 0) move(index);
    if (WIDE.matches) show(link.href, { push: true, focus: false });
    else location.assign(link.href);
  }

  // The focal point and the words, in a panel that has just come.
  function ready() {
    const form = panel()?.querySelector("form[data-guard]");
    if (!form) return;
    const preview = panel().querySelector("[data-focal]");
    panel().querySelector("[data-focal-hint]").hidden = false;
    preview.tabIndex = 0;
    preview.setAttribute("role", "group");
    preview.setAttribute("aria-label", "Focal point: click, or move it with the arrow keys");
    const { focalX, focalY, alt } = form.elements;

    function draw() {
      const { width, height } = preview.querySelector("svg.media-focal").viewBox.baseVal;
      const at = [Number(focalX.value) / 100 * width, Number(focalY.value) / 100 * height];
      preview.querySelector("[data-focal-mark]").setAttribute("transform", `translate(${at})`);
    }

    function aim(x, y) {
      const percent = (share) => String(Math.round(Math.min(Math.max(share, 0), 1) * 1000) / 10);
      focalX.value = percent(x);
      focalY.value = percent(y);
      draw();
    }

    preview.addEventListener("click", ({ clientX, clientY }) => {
      const { left, top, width, height } = preview.getBoundingClientRect();
      aim((clientX - left) / width, (clientY - top) / height);
    });
    preview.addEventListener("keydown", (event) => {
      const step = event.shiftKey ? 0.1 : 0.02;
      const [x, y] = {
        ArrowLeft: [-step, 0],
        ArrowRight: [step, 0],
        ArrowUp: [0, -step],
        ArrowDown: [0, step],
      }[event.key] ?? [];
      if (x === undefined) return;
      event.preventDefault();
      aim(Number(focalX.value) / 100 + x, Number(focalY.value) / 100 + y);
    });
    for (const field of [focalX, focalY]) field.addEventListener("input", draw);

    const counter = form.querySelector("[data-alt-count]");
    alt.addEventListener("input", () => {
      const good = Number(counter.dataset.good);
      const { length } = alt.value;
      counter.textContent = length === 0
        ? `None yet; aim for up to ${good} characters.`
        : `${length} of ${good} characters${length > good ? ": long to listen to." : "."}`;
    });
  }

  // Projects are looked up while their name is typed; one that is picked from the list opens its pictures (§4.8).
  let asking;
  document.addEventListener("input", ({ target: field, inputType }) => {
    if (!field.matches("[data-projects]")) return;
    clearTimeout(asking);
    const picked = [...field.list.options].find(({ value }) => value === field.value);
    const isPick = inputType === undefined || inputType === "insertReplacementText";
    if (isPick && picked?.dataset.uuid && field.closest("[data-project-finder]")) {
      const query = new URLSearchParams(new FormData(field.form));
      query.delete("project");
      query.set("tagType", "project");
      query.set("tagRef", picked.dataset.uuid);
      return location.assign(`?${query}`);
    }
    asking = setTimeout(async () => {
      const query = new URLSearchParams({ q: field.value, limit: "12" });
      const response = await fetch(`/admin/media/projects?${query}`).catch(() => null);
      if (!response?.ok) return;
      const { projects } = await response.json();
      field.list.replaceChildren(...projects.map(({ name, uuid }) => {
        const option = new Option(name, name);
        option.dataset.uuid = uuid;
        return option;
      }));
    }, 150);
  });

  // Events.
  screen.addEventListener("click", (event) => {
    const { target: node, shiftKey, ctrlKey, metaKey, altKey, detail } = event;
    const index = indexOf(node);
    if (index >= 0 && shiftKey && !ctrlKey && !metaKey && !altKey && detail > 0) {
      const isBox = node.closest("[data-tick], .media-tick");
      if (!isBox) event.preventDefault();
      // A box ticks itself after its click.
      setTimeout(() => pickRange(index));
      return;
    }
    if (node.closest("[data-select-page]")) {
      event.preventDefault();
      return pickPage(true);
    }
    if (node.closest("[data-clear]")) {
      pickPage(false);
      return move(anchor);
    }
    if (ctrlKey || metaKey || altKey || shiftKey || event.button !== 0) return;
    if (node.closest("[data-close]")) {
      event.preventDefault();
      return close();
    }
    const link = node.closest("a[data-open]");
    if (!link || !WIDE.matches) return;
    event.preventDefault();
    if (index >= 0) settle(index);
    if (mayLeave()) show(link.href, { push: true, focus: detail === 0 });
  });

  screen.addEventListener("change", ({ target: node }) => {
    const index = boxes.indexOf(node);
    if (index >= 0) anchor = index;
    if (index >= 0 && !node.checked && all) all.checked = false;
    tell();
  });

  addEventListener("keydown", (event) => {
    const { key, target: node, ctrlKey, metaKey, altKey } = event;
    if (key === "/" && !ctrlKey && !metaKey && !altKey && !isTyping(node)) {
      const search = document.querySelector("#media-search");
      if (!search) return;
      event.preventDefault();
      event.stopPropagation();
      return search.select();
    }
    if (key === "Escape" && !isTyping(node) && !node.closest?.(".admin-menu[open], dialog")) {
      if (panel()) return close();
      return pickPage(false);
    }
    const index = indexOf(node);
    if (index >= 0 && !isTyping(node)) onTileKey(event, index);
  }, { capture: true });

  addEventListener("popstate", () => {
    // An anchor moves within what is shown.
    if (withoutAnchor(location.href) === shownAt) return;
    if (mayLeave()) show(location.href, { push: false, focus: false });
    else history.pushState(null, "", shownAt);
  });

  // What asks for nothing stays out of the address.
  const filters = document.querySelector("form[data-filters]");
  filters?.addEventListener("submit", () => {
    for (const field of filters.elements) {
      if (field.name && field.value === "") field.disabled = true;
    }
  });
  addEventListener("pageshow", () => {
    for (const field of filters?.elements ?? []) field.disabled = false;
    tell();
  });

  // Saving leads to the same page; it is to be where it was.
  const PLACE = "media-place";
  const here = () => location.pathname + location.search;
  document.addEventListener("submit", ({ target: form }) => {
    if (form.method !== "post" || !screen.contains(form)) return;
    form.action = withoutAnchor(form.action);
    const inner = panel()?.scrollTop ?? 0;
    sessionStorage.setItem(PLACE, JSON.stringify({ at: here(), outer: scrollY, inner }));
  });
  const place = JSON.parse(sessionStorage.getItem(PLACE) ?? "null");
  sessionStorage.removeItem(PLACE);
  if (place?.at === here() && !document.querySelector("[data-error-summary]")) {
    scrollTo(0, place.outer);
    if (panel()) panel().scrollTop = place.inner;
  }

  for (const box of boxes) box.tabIndex = -1;
  if (tiles.length > 0) {
    settle(Math.max(0, links.findIndex((link) => link.hasAttribute("aria-current"))));
  }
  ready();
  tell();
})();
