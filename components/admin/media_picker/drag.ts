/** Puts the members of a list in another order by mouse, pen or finger. */

/** A drag that begins. */
export interface DragStart {
  /** What is dragged; the other members are the other elements of its parent, one below the other. */
  readonly member: HTMLElement;
  readonly event: PointerEvent;
  /** Told where it was dropped, counted from 0; not told when it was given up with Escape. */
  readonly onDrop: (to: number) => void;
}

/** So near an edge of the window, in pixels, the page scrolls. */
const EDGE = 72;
const SCROLL_STEP = 12;

/**
 * Follows the pointer until it is lifted: the member moves with it and the others make room. The elements stay
 * where they are in the document, for a moved element loses the finger that holds it.
 */
export function startDrag({ member, event, onDrop }: DragStart): void {
  const members = [...(member.parentElement?.children ?? [])]
    .filter((element) => element instanceof HTMLElement);
  const from = members.indexOf(member);
  const boxes = members.map((element) => {
    const { top, height } = element.getBoundingClientRect();
    return { top: top + scrollY, height };
  });
  const own = boxes[from];
  const next = boxes[from + 1] ?? boxes[from - 1];
  if (own === undefined || next === undefined) return;
  const [upper, lower] = next.top > own.top ? [own, next] : [next, own];
  const pitch = own.height + lower.top - upper.top - upper.height;
  const startY = event.clientY + scrollY;
  const listening = new AbortController();
  let to = from;
  let pointerY = event.clientY;
  let frame = requestAnimationFrame(scroll);

  function follow(): void {
    if (own === undefined) return;
    const shift = pointerY + scrollY - startY;
    // A neighbour makes room once half of it is covered.
    const top = own.top + shift;
    to = boxes.filter((box, index) => {
      const middle = box.top + box.height / 2;
      return index < from ? middle < top : index > from && middle < top + own.height;
    }).length;
    members.forEach((element, index) => {
      const room = index > from && index <= to ? -pitch : index < from && index >= to ? pitch : 0;
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
