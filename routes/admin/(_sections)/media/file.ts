/** The library as a CSV file: every asset that the filters of the address match, in their order. */
import { answerFile, fileHref, type ListFile } from "@/components/admin/list/file.ts";
import type { Ctx } from "@/lib/define.ts";
import { exportLibrary, type LibraryItem } from "@/lib/media/mod.ts";
import { keptFields, type Screen } from "./screen.ts";

/** Returns the address of the file of a state of the screen. */
export function libraryFileHref(screen: Screen): string {
  return fileHref(new URLSearchParams(keptFields(screen, ["view", "density", "limit"])));
}

/** Answers with the file of a state of the screen. */
export function answerLibrary({ state }: Ctx, { query }: Screen): Response {
  const { db, config, now } = state.services;
  return answerFile({
    name: "media",
    now: now(),
    idOf: ({ id }) => id,
    columns: COLUMNS,
    batches: exportLibrary(db, query, config.video.playerUrl),
  });
}

const COLUMNS: ListFile<LibraryItem>["columns"] = [
  { id: "file", text: ({ filename }) => filename },
  { id: "title", text: ({ title }) => title },
  { id: "alt_text", text: ({ alt }) => alt },
  { id: "type", text: ({ type }) => type },
  { id: "source", text: ({ source }) => source },
  { id: "width", text: ({ width }) => width },
  { id: "height", text: ({ height }) => height },
  { id: "uses", text: ({ linkCount }) => linkCount },
  { id: "added", text: ({ createdAt }) => createdAt },
];
