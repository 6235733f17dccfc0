/** Reorders rules by drag and drop of their rows. Without it, the arrows of each row do the same. */
import { elementOf } from "./shared/dom.ts";

const form = document.querySelector<HTMLFormElement>("form[data-place]");
if (form) movable(form);

function movable(form: HTMLFormElement): void {
  let dragged: HTMLElement | null = null;
  let target: HTMLElement | null = null;

  /** Marks the drop position. */
  function mark(row: HTMLElement | null, side = ""): void {
    if (target) delete target.dataset.drop;
    target = row;
    if (row) row.dataset.drop = side;
  }

  const rowOf = (event: Event) => elementOf(event)?.closest<HTMLElement>("tr[data-rule]") ?? null;
  const set = (name: string, value = "") => {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value;
  };

  for (const grip of document.querySelectorAll<HTMLElement>("[data-grip]")) {
    grip.hidden = false;
    grip.draggable = true;
  }

  document.addEventListener("dragstart", (event) => {
    const row = rowOf(event);
    if (!row || !event.dataTransfer || !elementOf(event)?.closest("[data-grip]")) return;
    dragged = row;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", row.dataset.rule ?? "");
    event.dataTransfer.setDragImage(row, 0, 0);
    row.dataset.dragged = "";
  });
  document.addEventListener("dragover", (event) => {
    const row = rowOf(event);
    if (!dragged || !row || row === dragged) return mark(null);
    event.preventDefault();
    const { top, height } = row.getBoundingClientRect();
    mark(row, event.clientY < top + height / 2 ? "before" : "after");
  });
  document.addEventListener("drop", (event) => {
    if (!dragged || !target) return;
    event.preventDefault();
    set("id", dragged.dataset.rule);
    set("beside", target.dataset.rule);
    set("side", target.dataset.drop);
    form.requestSubmit();
  });
  document.addEventListener("dragend", () => {
    if (dragged) delete dragged.dataset.dragged;
    dragged = null;
    mark(null);
  });
}
