/** Enhances the focal point and the alternative text of a picture in its panel. */
import { part } from "../shared/dom.ts";
import { isPlain } from "../shared/keys.ts";
import { type Point, pointAfterKey, toPercent } from "./focal.ts";
import { describeAltText } from "@/routes/admin/(_sections)/media/alt_text.ts";

/** Enhances the form of a panel. Does nothing for a panel without one. */
export function enhanceDetails(panel: HTMLElement | null): void {
  const form = panel?.querySelector<HTMLFormElement>("form[data-guard]");
  if (!panel || !form) return;
  const field = (name: string) => {
    const found = form.elements.namedItem(name);
    if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) return found;
    throw new Error(`The form has no ${name}`);
  };
  const [focalX, focalY, alt] = [field("focalX"), field("focalY"), field("alt")];
  const preview = part(panel, "[data-focal]");
  part(panel, "[data-focal-hint]").hidden = false;
  preview.tabIndex = 0;
  preview.setAttribute("role", "group");
  preview.setAttribute("aria-label", "Focal point: click, or move it with the arrow keys");

  function draw(): void {
    const { width, height } = part<SVGSVGElement>(preview, "svg.media-focal").viewBox.baseVal;
    const at = [Number(focalX.value) / 100 * width, Number(focalY.value) / 100 * height];
    part<Element>(preview, "[data-focal-mark]").setAttribute("transform", `translate(${at})`);
  }

  function aim({ x, y }: Point): void {
    focalX.value = toPercent(x);
    focalY.value = toPercent(y);
    draw();
  }

  preview.addEventListener("click", ({ clientX, clientY }) => {
    const { left, top, width, height } = preview.getBoundingClientRect();
    aim({ x: (clientX - left) / width, y: (clientY - top) / height });
  });
  preview.addEventListener("keydown", (event) => {
    const now = { x: Number(focalX.value) / 100, y: Number(focalY.value) / 100 };
    const next = pointAfterKey(event.key, now, event.shiftKey);
    // With Alt, an arrow goes back or forward.
    if (next === null || !isPlain(event)) return;
    event.preventDefault();
    aim(next);
  });
  for (const each of [focalX, focalY]) each.addEventListener("input", draw);

  const counter = part(form, "[data-alt-count]");
  alt.addEventListener("input", () => {
    counter.textContent = describeAltText(alt.value.length);
  });
}
