/** Autocompletes project names. In the project finder, a chosen project opens its pictures (spec §4.8). */
import { queryOf } from "../shared/dom.ts";

const PAUSE_MS = 150;

/** Enhances every project field, including those in panels that are opened later. */
export function findProjects(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || !field.matches("[data-projects]")) return;
    clearTimeout(timer);
    const { list, form } = field;
    if (!list || !form) return;
    const inputType = event instanceof InputEvent ? event.inputType : undefined;
    const isPick = inputType === undefined || inputType === "insertReplacementText";
    const picked = [...list.querySelectorAll("option")].find(({ value }) => value === field.value);
    if (isPick && picked?.dataset.uuid && field.closest("[data-project-finder]")) {
      const query = queryOf(form);
      query.delete("project");
      query.set("tagType", "project");
      query.set("tagRef", picked.dataset.uuid);
      return location.assign(`?${query}`);
    }
    timer = setTimeout(() => offer(field, list), PAUSE_MS);
  });
}

async function offer(field: HTMLInputElement, list: HTMLElement): Promise<void> {
  const text = field.value;
  const query = new URLSearchParams({ q: text, limit: "12" });
  const response = await fetch(`/admin/media/projects?${query}`).catch(() => null);
  if (!response?.ok) return;
  const { projects }: { projects: { name: string; uuid: string }[] } = await response.json();
  // An answer for other text may come late.
  if (field.value !== text) return;
  list.replaceChildren(...projects.map(({ name, uuid }) => {
    const option = new Option(name, name);
    option.dataset.uuid = uuid;
    return option;
  }));
}
