// Puts a rule in another place by mouse: its row is dragged by the grip and dropped on another one. The arrows of each
// row do the same without it.
(() => {
  const form = document.querySelector("form[data-place]");
  if (!form) return;
  let dragged = null;
  let target = null;

  /** Marks where the row would come to stand. */
  function mark(row, side) {
    if (target) delete target.dataset.drop;
    target = row;
    if (row) row.dataset.drop = side;
  }

  const rowOf = (element) => element instanceof Element ? element.closest("tr[data-rule]") : null;

  for (const grip of document.querySelectorAll("[data-grip]")) {
    grip.hidden = false;
    grip.draggable = true;
  }

  document.addEventListener("dragstart", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("[data-grip]")) return;
    dragged = rowOf(event.target);
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", dragged.dataset.rule);
    event.dataTransfer.setDragImage(dragged, 0, 0);
    dragged.dataset.dragged = "";
  });
  document.addEventListener("dragover", (event) => {
    const row = rowOf(event.target);
    if (!dragged || !row || row === dragged) return mark(null);
    event.preventDefault();
    const { top, height } = row.getBoundingClientRect();
    mark(row, event.clientY < top + height / 2 ? "before" : "after");
  });
  document.addEventListener("drop", (event) => {
    if (!dragged || !target) return;
    event.preventDefault();
    form.elements.namedItem("id").value = dragged.dataset.rule;
    form.elements.namedItem("beside").value = target.dataset.rule;
    form.elements.namedItem("side").value = target.dataset.drop;
    form.requestSubmit();
  });
  document.addEventListener("dragend", () => {
    if (dragged) delete dragged.dataset.dragged;
    dragged = null;
    mark(null);
  });
})();
