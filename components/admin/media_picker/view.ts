/** The props of a picker, and the filters of its library. */
import type { MediaItem, NamedAsset } from "@/lib/media/mod.ts";

/** A place on a page or record that assets are picked for. */
export interface PickerPlace {
  /** Name of the form's fields. */
  readonly name: string;
  /** Label, such as "Gallery". */
  readonly label: string;
  /** The types that it accepts. */
  readonly accepts: readonly MediaItem["type"][];
  /** Whether it takes only one asset. */
  readonly single: boolean;
  /** Whether one asset is marked as primary. */
  readonly marksPrimary: boolean;
  /** The subject that assets should show, to filter the library by its tag. */
  readonly subject: PickerSubject | null;
}

/** A tag and its label. */
interface PickerSubject {
  readonly label: string;
  readonly tagType: string;
  readonly tagRef: string;
}

/** The results of a search without scripts, without the assets that are already picked. */
export interface PickerFinding {
  readonly text: string;
  readonly assets: readonly NamedAsset[];
  readonly total: number;
}

/** Everything that a picker shows when its page loads. */
export interface PickerView {
  readonly place: PickerPlace;
  readonly chosen: readonly NamedAsset[];
  readonly primary: string | null;
  /** Notes on picked assets, by id. */
  readonly notes: Readonly<Record<string, string>>;
  readonly finding: PickerFinding | null;
}

/** The filters of the library; an empty text is no filter. */
export interface LibraryFilters {
  readonly q: string;
  readonly type: string;
  readonly source: string;
  readonly usage: string;
  readonly coverage: string;
  /** `subject` for assets that are tagged with the place's subject. */
  readonly about: string;
  readonly sort: string;
}

/** No filter, newest first (spec §4.8). */
export const NO_FILTERS: LibraryFilters = {
  q: "",
  type: "",
  source: "",
  usage: "",
  coverage: "",
  about: "",
  sort: "newest",
};

/** Returns the query of the library for the filters. A place that accepts one type always filters by it. */
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

/** Whether any filter is set. */
export function isNarrowed({ sort: _, ...filters }: LibraryFilters): boolean {
  return Object.values(filters).some((value) => value.trim() !== "");
}
