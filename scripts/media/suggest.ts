/** Suggests tags for what is typed. In the finder among the filters, a chosen tag opens its pictures (spec §4.8). */
import { queryOf } from "../shared/dom.ts";

const PAUSE_MS = 150;

/** Enhances every field for a tag, including those in panels that are opened later. */
export function suggestTags(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const suggest = (event: Event, pauseMs: number) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || !field.dataset.suggest) return;
    clearTimeout(timer);
    const { list, form } = field;
    if (!list || !form) return;
    if (isChoice(event) && field.closest("[data-tag-finder]")) {
      const options = [...list.querySelectorAll("option")];
      const { type, ref } = options.find(({ value }) => value === field.value)?.dataset ?? {};
      if (type && ref) {
        const query = queryOf(form);
        query.delete("find");
        query.set("tagType", type);
        query.set("tagRef", ref);
        return location.assign(`?${query}`);
      }
    }
    timer = setTimeout(() => offer(field, list), pauseMs);
  };
  document.addEventListener("input", (event) => suggest(event, PAUSE_MS));
  // Fields share a list, which may follow the text of another one.
  document.addEventListener("focusin", (event) => suggest(event, 0));
}

/** Whether the input was chosen from the list, not typed. */
function isChoice(event: Event): boolean {
  if (event.type !== "input") return false;
  const inputType = event instanceof InputEvent ? event.inputType : undefined;
  return inputType === undefined || inputType === "insertReplacementText";
}

/** The response of the suggestions. */
interface Found {
  readonly tags: readonly { readonly type: string; readonly ref: string; readonly text: string }[];
}

async function offer(field: HTMLInputElement, list: HTMLElement): Promise<void> {
  const text = field.value;
  const url = new URL(field.dataset.suggest ?? "", location.href);
  url.searchParams.set("q", text);
  const found: Found | null = await fetch(url)
    .then((response) => response.ok ? response.json() : null).catch(() => null);
  // An answer may come late: for other text, or for a field that was left, which shares its list.
  if (found === null || field.value !== text || field !== document.activeElement) return;
  list.replaceChildren(...found.tags.map(({ type, ref, text }) => {
    const option = new Option(text, text);
    Object.assign(option.dataset, { type, ref });
    return option;
  }));
}
