/** Reorders a list by dragging with mouse, pen or finger. */

/** The start of a drag. */
interface DragStart {
  /** The dragged element. The other members are its siblings, in one column without gaps. */
  readonly member: HTMLElement;
  readonly event: PointerEvent;
  /** Called with the new index, from 0; not called when the drag was cancelled or changed nothing. */
  readonly onDrop: (to: number) => void;
}

/** Distance from an edge of the window within which the page scrolls, in pixels. */
const EDGE = 72;
const SCROLL_STEP = 12;

/**
 * Follows the pointer until it is released: the member moves with it and the others make room. The elements keep their
 * place in the document, because moving an element cancels the touch on it.
 */
export function startDrag({ member, event, onDrop }: DragStart): void {
  const members = [...(member.parentElement?.children ?? [])]
    .filter((element) => element instanceof HTMLElement);
  const from = members.indexOf(member);
  const boxes = members.map((element) => {
    const { top, height } = element.getBoundingClientRect();
    return { top: top + scrollY, height };
  });
  const [own, first, last] = [boxes[from], boxes[0], boxes.at(-1)];
  if (!own || !first || !last) return;
  // Beyond the list, the member would make the page longer, and it would scroll without end.
  const highest = first.top - own.top;
  const lowest = last.top + last.height - own.top - own.height;
  const startY = event.clientY + scrollY;
  const listening = new AbortController();
  let to = from;
  let pointerY = event.clientY;
  let frame = requestAnimationFrame(scroll);

  function follow(): void {
    if (own === undefined) return;
    const shift = Math.max(highest, Math.min(pointerY + scrollY - startY, lowest));
    // A neighbour makes room once the dragged member covers half of it.
    const top = own.top + shift;
    to = boxes.filter((box, index) => {
      const middle = box.top + box.height / 2;
      return index < from ? middle < top : index > from && middle < top + own.height;
    }).length;
    members.forEach((element, index) => {
      const room = index > from && index <= to
        ? -own.height
        : index < from && index >= to
        ? own.height
        : 0;
      element.style.transform = `translateY(${index === from ? shift : room}px)`;
    });
  }

  function scroll(): void {
    frame = requestAnimationFrame(scroll);
    const before = scrollY;
    if (pointerY < EDGE) scrollBy(0, -SCROLL_STEP);
    else if (pointerY > innerHeight - EDGE) scrollBy(0, SCROLL_STEP);
    if (scrollY !== before) follow();
  }

  function end(dropped: boolean): void {
    listening.abort();
    cancelAnimationFrame(frame);
    delete member.dataset.dragged;
    delete member.parentElement?.dataset.dragging;
    for (const element of members) element.style.transform = "";
    if (dropped && to !== from) onDrop(to);
  }

  const { signal } = listening;
  const { pointerId } = event;
  addEventListener("pointermove", (move) => {
    if (move.pointerId !== pointerId) return;
    pointerY = move.clientY;
    follow();
  }, { signal });
  addEventListener("pointerup", (up) => up.pointerId === pointerId && end(true), { signal });
  addEventListener("pointercancel", () => end(false), { signal });
  addEventListener("blur", () => end(false), { signal });
  addEventListener("keydown", (press) => {
    if (press.key !== "Escape") return;
    press.preventDefault();
    end(false);
  }, { signal });
  member.dataset.dragged = "";
  if (member.parentElement) member.parentElement.dataset.dragging = "";
}
