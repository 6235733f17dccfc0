/** What a picker knows of the library, and what is chosen there: the island's own state of its dialog. */
import { useEffect, useRef, useState } from "preact/hooks";
import {
  createLibraryReader,
  type LibraryReader,
  type LibraryView,
  NO_ANSWER,
} from "./library_reader.ts";
import type { NamedAsset } from "../../../lib/media/mod.ts";
import { choose, type Choosing, keyTarget, NOTHING_CHOSEN } from "./choosing.ts";
import { type LibraryFilters, libraryQuery, NO_FILTERS, type PickerPlace } from "./view.ts";

/** Long enough for the next letter of a word. */
const TYPING_MS = 250;

interface LibraryOptions {
  readonly place: PickerPlace;
  /** Ids of what is there already. */
  readonly taken: ReadonlySet<string>;
  /** Takes what was chosen. */
  readonly onAdd: (assets: readonly NamedAsset[]) => void;
}

/** The library as one picker looks through it. */
export function useLibrary({ place, taken, onAdd }: LibraryOptions) {
  const reader = useRef<LibraryReader | null>(null);
  const [view, setView] = useState<LibraryView<NamedAsset>>(NO_ANSWER);
  const [filters, setFilters] = useState(NO_FILTERS);
  const [choosing, setChoosing] = useState<Choosing<NamedAsset>>(NOTHING_CHOSEN);

  useEffect(() => {
    reader.current = createLibraryReader<NamedAsset>(setView);
    return () => reader.current?.stop();
  }, []);

  function ask(next: LibraryFilters, pauseMs = 0) {
    setFilters(next);
    setChoosing(({ chosen }) => ({ ...NOTHING_CHOSEN, chosen }));
    reader.current?.ask(libraryQuery(next, place), { pauseMs });
  }

  function chooseAt(index: number, range: boolean) {
    setChoosing((before) =>
      choose(before, {
        shown: view.assets,
        index,
        range,
        single: place.single,
        taken: ({ id }) => taken.has(id),
      })
    );
  }

  /** Adds what is chosen; where nothing is, what the keys or the mouse are at. */
  function addAt(index: number) {
    const { chosen } = choosing;
    onAdd(chosen.length > 0 ? chosen : view.assets.slice(index, index + 1));
  }

  function press(event: KeyboardEvent, list: HTMLElement) {
    const options = [...list.children].filter((option) => option instanceof HTMLElement);
    const active = options.findIndex((option) => option === document.activeElement);
    if (active === -1) return;
    if (event.key === " ") chooseAt(active, event.shiftKey);
    else if (event.key === "Enter") addAt(active);
    else {
      const columns = options.filter(({ offsetTop }) => offsetTop === options[0]?.offsetTop).length;
      const to = keyTarget(event.key, { active, count: options.length, columns });
      if (to === null) return;
      if (event.shiftKey) chooseAt(to, true);
      else setChoosing((before) => ({ ...before, active: to }));
      options[to]?.focus();
    }
    event.preventDefault();
  }

  return {
    view,
    filters,
    chosen: choosing.chosen,
    active: choosing.active,
    acts: {
      /** Begins anew. */
      open() {
        setChoosing(NOTHING_CHOSEN);
        ask(NO_FILTERS);
      },
      filter(name: keyof LibraryFilters, value: string) {
        ask({ ...filters, [name]: value }, name === "q" ? TYPING_MS : 0);
      },
      clear: () => ask(NO_FILTERS),
      more: () => view.status === "idle" && reader.current?.more(),
      retry: () => reader.current?.retry(),
      choose: chooseAt,
      press,
      take: addAt,
      add: () => onAdd(choosing.chosen),
      closed: () => reader.current?.stop(),
    },
  };
}
