import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ChosenList } from "../components/admin/media_picker/ChosenList.tsx";
import { startDrag } from "../components/admin/media_picker/drag.ts";
import { LibraryDialog } from "../components/admin/media_picker/LibraryDialog.tsx";
import {
  movedTo,
  nameOf,
  nounOf,
  pickerFields,
  readPicked,
} from "../components/admin/media_picker/picked.ts";
import { PlainSearch } from "../components/admin/media_picker/PlainSearch.tsx";
import {
  choose,
  type Choosing,
  keyTarget,
  NOTHING_CHOSEN,
} from "../components/admin/media_picker/choosing.ts";
import {
  type LibraryFilters,
  libraryQuery,
  NO_FILTERS,
  type PickerPlace,
  type PickerView,
} from "../components/admin/media_picker/view.ts";
import { Button } from "../components/ui/Button.tsx";
import { Icon } from "../components/ui/Icon.tsx";
import {
  createLibraryReader,
  type LibraryReader,
  type LibraryView,
  NO_ANSWER,
} from "../lib/media/browser.ts";
import type { NamedAsset } from "../lib/media/mod.ts";

/** The picked assets and the primary one. */
type Picks = Pick<PickerView, "chosen" | "primary">;

/** The asset removed last, and its position. */
interface Undo {
  readonly asset: NamedAsset;
  readonly index: number;
}

/**
 * Picks assets from the library and orders them. Its values are fields of the surrounding form, the same as without a
 * script, so saving is left to the form.
 */
export function MediaPicker({ initial }: { initial: PickerView }): JSX.Element {
  const { place, notes, finding } = initial;
  const { one, many } = nounOf(place.accepts);
  const root = useRef<HTMLDivElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [alive, setAlive] = useState(false);
  const [{ chosen, primary }, setPicks] = useState<Picks>(initial);
  const [undo, setUndo] = useState<Undo | null>(null);
  const [said, setSaid] = useState("");
  /** Selector of the element to focus after the next render. */
  const focusNext = useRef<string | null>(null);
  const taken = new Set(chosen.map(({ id }) => id));
  const library = useLibrary({ place, taken, onAdd: add });

  useEffect(() => {
    // Keep what the reader changed in the plain form before this script loaded.
    const form = root.current?.closest("form");
    if (form) setPicks(picksIn(form, initial));
    setAlive(true);
  }, []);

  useLayoutEffect(() => {
    // Some buttons of the dialog disappear when they are pressed.
    if (dialog.current?.open && document.activeElement === document.body) {
      dialog.current.querySelector<HTMLElement>(".library-body")?.focus({ preventScroll: true });
    }
    if (focusNext.current === null) return;
    root.current?.querySelector<HTMLElement>(focusNext.current)?.focus();
    focusNext.current = null;
  });

  function move(from: number, to: number) {
    const asset = chosen[from];
    if (!asset || to < 0 || to >= chosen.length || to === from) return;
    const act = document.activeElement?.getAttribute("data-act") ?? "grip";
    focusNext.current = controlOf(asset, act);
    setPicks({ primary, chosen: movedTo(chosen, from, to) });
    setSaid(`${nameOf(asset)} is now ${to + 1} of ${chosen.length}.`);
  }

  function remove(index: number) {
    const asset = chosen[index];
    if (!asset) return;
    const next = chosen[index + 1] ?? chosen[index - 1];
    focusNext.current = next ? controlOf(next, "remove") : ADD;
    setUndo({ asset, index });
    setSaid(`${nameOf(asset)} was taken out.`);
    // Its mark as primary stays, for when it is put back.
    setPicks({ primary, chosen: chosen.toSpliced(index, 1) });
  }

  function putBack() {
    if (undo === null) return;
    const { asset, index } = undo;
    focusNext.current = ADD;
    // Keep what was moved or marked since.
    setPicks({ primary, chosen: chosen.toSpliced(index, 0, asset) });
    setSaid(`${nameOf(asset)} is back.`);
    setUndo(null);
  }

  function grab(index: number, event: PointerEvent) {
    const { currentTarget } = event;
    const member = currentTarget instanceof Element ? currentTarget.closest("li") : null;
    if (member) startDrag({ member, event, onDrop: (to) => move(index, to) });
  }

  function add(assets: readonly NamedAsset[]) {
    const added = assets.filter(({ id }) => !taken.has(id));
    if (added.length === 0) return;
    dialog.current?.close();
    setPicks({ primary, chosen: place.single ? added.slice(0, 1) : [...chosen, ...added] });
    setSaid(added.length === 1 ? `${added.map(nameOf)} was added.` : `${added.length} were added.`);
    setUndo(null);
  }

  function open() {
    library.actions.open();
    dialog.current?.showModal();
  }

  return (
    <div ref={root} class="picker" id={place.name} tabIndex={-1}>
      {chosen.length === 0
        ? (
          <p class="flex min-h-24 items-center justify-center gap-2 border border-dashed border-line-strong text-muted">
            <Icon name="picture" class="size-6" /> No {one} is chosen.
          </p>
        )
        : (
          <ChosenList
            {...{ place, chosen, primary, notes }}
            actions={alive
              ? { move, remove, grab, mark: (id) => setPicks({ chosen, primary: id }) }
              : null}
          />
        )}
      {!alive || finding
        ? <PlainSearch place={place} finding={finding} />
        : <NoSearch place={place} />}
      {alive && (
        <>
          <div class="mt-3 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
            <Button type="button" variant="secondary" onClick={open} data-act="add">
              <Icon name={place.single ? "picture" : "plus"} class="size-4" />
              {!place.single
                ? `Add ${many}`
                : chosen.length > 0
                ? "Choose another"
                : `Choose a ${one}`}
            </Button>
            {undo && (
              <p class="text-muted">
                {nameOf(undo.asset)} was taken out.{" "}
                <button type="button" class="text-link cursor-pointer" onClick={putBack}>
                  Put it back
                </button>
              </p>
            )}
          </div>
          <p id={`${place.name}-keys`} hidden>The arrow keys move it, Home and End to the ends.</p>
          <LibraryDialog
            {...library}
            elementRef={dialog}
            place={place}
            taken={taken}
            actions={{ ...library.actions, close: () => dialog.current?.close() }}
          />
        </>
      )}
      <p role="status" class="sr-only">{said}</p>
    </div>
  );
}

const ADD = '[data-act="add"]';

function controlOf({ id }: NamedAsset, act: string): string {
  return `[data-row="${CSS.escape(id)}"] [data-act="${act}"]`;
}

/** The empty fields of the plain search, so that the form sends the same fields with a script and without. */
function NoSearch({ place }: Pick<PickerView, "place">): JSX.Element {
  const { find, found } = pickerFields(place.name);
  return (
    <>
      <input type="hidden" name={find} value="" />
      <input type="hidden" name={found} value="" />
    </>
  );
}

function picksIn(form: HTMLFormElement, { place, chosen }: PickerView): Picks {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const { ids, primary } = readPicked(new URLSearchParams(fields), place);
  return { primary, chosen: ids.flatMap((id) => chosen.find((asset) => asset.id === id) ?? []) };
}

/** Debounce of the search while typing, in milliseconds. */
const TYPING_MS = 250;

interface LibraryOptions {
  readonly place: PickerPlace;
  /** Ids of the assets already picked. */
  readonly taken: ReadonlySet<string>;
  readonly onAdd: (assets: readonly NamedAsset[]) => void;
}

/** The state and actions of the library dialog. */
function useLibrary({ place, taken, onAdd }: LibraryOptions) {
  const reader = useRef<LibraryReader | null>(null);
  const [view, setView] = useState<LibraryView<NamedAsset>>(NO_ANSWER);
  const [filters, setFilters] = useState(NO_FILTERS);
  const [choosing, setChoosing] = useState<Choosing<NamedAsset>>(NOTHING_CHOSEN);

  useEffect(() => {
    reader.current = createLibraryReader<NamedAsset>(setView);
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

  /** Adds the asset at an index, together with the chosen ones. */
  function take(index: number) {
    const own = view.assets.slice(index, index + 1);
    onAdd([...choosing.chosen.filter((asset) => !own.includes(asset)), ...own]);
  }

  function press(event: KeyboardEvent, list: HTMLElement) {
    const options = [...list.children].filter((option) => option instanceof HTMLElement);
    const active = options.findIndex((option) => option === document.activeElement);
    if (active === -1) return;
    if (event.key === " ") chooseAt(active, event.shiftKey);
    else if (event.key === "Enter" && choosing.chosen.length > 0) onAdd(choosing.chosen);
    else if (event.key === "Enter") take(active);
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
    actions: {
      /** Resets the choice and the filters, and loads the library. */
      open() {
        setChoosing(NOTHING_CHOSEN);
        ask(NO_FILTERS);
      },
      filter(name: keyof LibraryFilters, value: string) {
        ask({ ...filters, [name]: value }, name === "q" ? TYPING_MS : 0);
      },
      clear: () => ask(NO_FILTERS),
      more: () => reader.current?.more(),
      retry: () => reader.current?.retry(),
      choose: chooseAt,
      press,
      take,
      add: () => onAdd(choosing.chosen),
      closed: () => reader.current?.stop(),
    },
  };
}
