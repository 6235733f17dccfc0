/** The picture grid: selection and keyboard navigation. */
import { keyTarget, rangeOf } from "@/components/admin/media_picker/choosing.ts";
import { formatCount } from "@/lib/text/mod.ts";
import { part } from "../shared/dom.ts";

/** The tiles of the screen with their actions. */
export type Tiles = ReturnType<typeof tilesOf>;

/** Creates the tiles of a screen. */
export function tilesOf(screen: HTMLElement) {
  const tiles = [...screen.querySelectorAll<HTMLElement>("[data-tiles] [data-asset]")];
  const boxes = tiles.map((tile) => part<HTMLInputElement>(tile, "[data-tick]"));
  const links = tiles.map((tile) => part<HTMLAnchorElement>(tile, "a[data-open]"));
  const bar = screen.querySelector<HTMLElement>("[data-bar]");
  const all = bar?.querySelector<HTMLInputElement>("[data-all] input, input[data-all]");
  /** Start of a range selection. */
  let anchor = 0;

  /** Updates the count of selected tiles. */
  function tell(): void {
    if (!bar) return;
    const picked = boxes.filter(({ checked }) => checked).length;
    const everything = all?.checked ?? false;
    part(bar, "[data-count]").textContent = everything
      ? `All ${formatCount(Number(all?.value))} selected`
      : `${formatCount(picked)} selected`;
    part(bar, "[data-clear]").hidden = picked === 0 && !everything;
    bar.toggleAttribute("data-any", picked > 0 || everything);
  }

  function pick(index: number, checked: boolean): void {
    const box = boxes[index];
    if (box) box.checked = checked;
    anchor = index;
    tell();
  }

  /** Selects the tiles from the start of the range, which stays, to this one. */
  function pickRange(index: number): void {
    const [first, last] = rangeOf(anchor, index);
    for (const box of boxes.slice(first, last + 1)) box.checked = true;
    tell();
  }

  function pickPage(checked: boolean): void {
    for (const box of boxes) box.checked = checked;
    if (all && !checked) all.checked = false;
    tell();
  }

  /** Makes a tile the only tab stop (roving tabindex). */
  function settle(index: number): void {
    links.forEach((link, at) => link.tabIndex = at === index ? 0 : -1);
  }

  /** Moves the focus to a tile, by default the anchor of the range. */
  function move(index = anchor): void {
    settle(index);
    links[index]?.focus();
  }

  function columns(): number {
    const top = tiles[0]?.getBoundingClientRect().top ?? 0;
    const next = tiles.findIndex((tile) => tile.getBoundingClientRect().top > top + 1);
    return next === -1 ? tiles.length : next;
  }

  function onKey(event: KeyboardEvent, index: number): void {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (altKey) return;
    if ((ctrlKey || metaKey) && key.toLowerCase() === "a") {
      event.preventDefault();
      return pickPage(true);
    }
    if (ctrlKey || metaKey) return;
    if (key === " ") {
      event.preventDefault();
      return shiftKey ? pickRange(index) : pick(index, !boxes[index]?.checked);
    }
    const to = keyTarget(key, { active: index, count: tiles.length, columns: columns() });
    if (to === null) return;
    event.preventDefault();
    move(to);
    if (shiftKey) pickRange(to);
    else if (boxes[to]?.checked) anchor = to;
  }

  for (const box of boxes) box.tabIndex = -1;
  if (tiles.length > 0) {
    settle(Math.max(0, links.findIndex((link) => link.hasAttribute("aria-current"))));
  }

  return {
    tiles,
    /** Returns the index of the tile that contains a node; -1 for none. */
    indexOf: (node: Element) => {
      const tile = node.closest<HTMLElement>("[data-asset]");
      return tile ? tiles.indexOf(tile) : -1;
    },
    tileOf: (assetId: string | undefined) => tiles.find(({ dataset }) => dataset.asset === assetId),
    pickRange,
    pickPage,
    tell,
    settle,
    move,
    /** Marks the tile whose picture is open. */
    mark(open: HTMLElement | undefined) {
      tiles.forEach((tile, at) => {
        if (tile === open) links[at]?.setAttribute("aria-current", "true");
        else links[at]?.removeAttribute("aria-current");
      });
    },
    onChange(node: Element) {
      const index = boxes.findIndex((box) => box === node);
      if (index >= 0) anchor = index;
      if (index >= 0 && !boxes[index]?.checked && all) all.checked = false;
      tell();
    },
    onKey,
  };
}
