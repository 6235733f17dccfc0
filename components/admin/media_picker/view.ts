/** What a picker is given, and what its library is narrowed to. */
import type { MediaItem, NamedAsset } from "../../../lib/media/mod.ts";

/** A place that pictures are picked for. */
export interface PickerPlace {
  /** Name of the form's fields. */
  readonly name: string;
  /** What it is called, such as "Gallery". */
  readonly label: string;
  /** What may stand here. */
  readonly accepts: readonly MediaItem["type"][];
  /** Whether one is all it takes. */
  readonly single: boolean;
  /** Whether one of several stands for all. */
  readonly marksPrimary: boolean;
  /** What the pictures are of, to find those first that are tagged so. */
  readonly subject: PickerSubject | null;
}

/** A tag, and what people call it. */
export interface PickerSubject {
  readonly label: string;
  readonly tagType: string;
  readonly tagRef: string;
}

/** What else the library has for a search that came with the page. */
export interface PickerFinding {
  readonly text: string;
  readonly assets: readonly NamedAsset[];
  readonly total: number;
}

/** Everything that a picker shows at first. */
export interface PickerView {
  readonly place: PickerPlace;
  readonly chosen: readonly NamedAsset[];
  readonly primary: string | null;
  /** Pictures that stay, each with the reason. */
  readonly fixed: Readonly<Record<string, string>>;
  readonly finding: PickerFinding | null;
}

/** What the library is narrowed to; an empty text narrows nothing. */
export interface LibraryFilters {
  readonly q: string;
  readonly type: string;
  readonly source: string;
  readonly usage: string;
  readonly coverage: string;
  /** `subject` for what is tagged with what the place is about. */
  readonly about: string;
  readonly sort: string;
}

/** Nothing is narrowed, and the newest come first (spec §4.8). */
export const NO_FILTERS: LibraryFilters = {
  q: "",
  type: "",
  source: "",
  usage: "",
  coverage: "",
  about: "",
  sort: "newest",
};

/** The filters as the library's address says them; a place for one type is never shown another. */
export function libraryQuery(
  { about, type, ...filters }: LibraryFilters,
  { accepts, subject }: Pick<PickerPlace, "accepts" | "subject">,
): URLSearchParams {
  const [only] = accepts.length === 1 ? accepts : [type];
  const entries: [string, string][] = [...Object.entries(filters), ["type", only ?? ""]];
  if (about === "subject" && subject !== null) {
    entries.push(["tagType", subject.tagType], ["tagRef", subject.tagRef]);
  }
  return new URLSearchParams(entries.filter(([, value]) => value.trim() !== ""));
}

/** Whether anything is narrowed. */
export function isNarrowed({ sort: _, ...filters }: LibraryFilters): boolean {
  return Object.values(filters).some((value) => value.trim() !== "");
}
