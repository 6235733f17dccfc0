/** Finds tags by the names that staff type, for fields in which a list of all tags would be too long. */
import {
  categoryNames,
  TAG_TYPES,
  tagKey,
  tagNames,
  type TagRef,
  type TagType,
} from "@/lib/media/mod.ts";
import { projectsNamed } from "@/lib/projects/mod.ts";
import type { Services } from "@/lib/services.ts";
import { parseTagValue, TAG_TYPE_LABELS } from "./labels.ts";

/** A tag with its names. */
export interface FoundTag extends TagRef {
  readonly name: string;
  /** The name with its kind, as a field shows it: "Finch (System)". */
  readonly text: string;
}

/** The kinds of tags whose records show pictures: systems in a gallery, answers beside them. */
export const PLACE_TYPES: readonly TagType[] = ["system", "factor"];

/** Longest text that a field for the name of a tag takes, in characters. */
const MAX_TAG_TEXT = 300;
/** Most tags that one search returns. */
export const MOST_FOUND = 50;

/**
 * Finds the tags whose name with its kind contains a text, ignoring case; an empty one is in all of them. Returns
 * at most 50 that are not retired: those with exactly this name first, then by kind.
 */
export async function findTags(
  { db, catalog }: Pick<Services, "db" | "catalog">,
  typed: string,
  types: readonly TagType[] = TAG_TYPES,
): Promise<FoundTag[]> {
  const text = cleaned(typed);
  const { catalog: { systems }, factors } = catalog.current();
  const [categories, projects] = await Promise.all([
    categoryNames(db),
    // Their names are stored without the kind that a chosen suggestion ends with.
    types.includes("project")
      ? projectsNamed(db, { q: text.replace(/ \(project\)$/i, ""), limit: MOST_FOUND })
      : [],
  ]);
  const tags: (TagRef & { name: string })[] = [
    ...systems.filter(({ retired }) => !retired)
      .map(({ id, name }) => ({ type: "system", ref: id, name }) as const),
    ...categories.map(({ id, axis, name }) => ({ type: axis, ref: id, name })),
    ...factors.flatMap(({ name, options }) =>
      options.map(({ id, label }) =>
        ({ type: "factor", ref: id, name: `${name}: ${label}` }) as const
      )
    ),
    ...projects.map(({ uuid, name }) => ({ type: "project", ref: uuid, name }) as const),
  ];
  return tags.filter(({ type }) => types.includes(type))
    .map((tag) => ({ ...tag, text: `${tag.name} (${TAG_TYPE_LABELS[tag.type]})` }))
    .filter((tag) => tag.text.toLowerCase().includes(text.toLowerCase()))
    .sort((a, b) => Number(isCalled(b, text)) - Number(isCalled(a, text)))
    .slice(0, MOST_FOUND);
}

/** Suggests tags for a field with this text: those that {@linkcode findTags} finds, or the first of all. */
export async function suggestTags(
  services: Pick<Services, "db" | "catalog">,
  typed: string,
  types?: readonly TagType[],
): Promise<FoundTag[]> {
  const found = await findTags(services, typed, types);
  return found.length > 0 ? found : await findTags(services, "", types);
}

/**
 * Returns the tag that a typed text means: the one with this value, with this name, or the only one that contains the
 * text; otherwise the error message.
 */
export async function tagMeant(
  services: Pick<Services, "db" | "catalog">,
  typed: string | null,
  types: readonly TagType[] = TAG_TYPES,
): Promise<TagRef | string> {
  const text = cleaned(typed ?? "");
  const value = parseTagValue(text);
  if (value !== null && types.includes(value.type)) return value;
  const choose = `Choose ${nounOf(types)} from the list`;
  if (text === "") return choose;
  const found = await findTags(services, text, types);
  const called = found.filter((tag) => isCalled(tag, text));
  const [only, ...others] = called.length > 0 ? called : found;
  if (only === undefined) return `Nothing is called “${text}”. ${choose}`;
  if (others.length === 0) return only;
  return others.every((other) => other.text === only.text)
    ? `Several are called “${only.name}”. Open the one you mean, and add the picture there`
    : `Several match “${text}”. ${choose}`;
}

function nounOf(types: readonly TagType[]): string {
  if (!types.every((type) => PLACE_TYPES.includes(type))) return "a tag";
  return types.includes("factor") ? "a system or an answer" : "a system";
}

function isCalled({ name, text }: FoundTag, wanted: string): boolean {
  return [name, text].some((each) => each.toLowerCase() === wanted.toLowerCase());
}

function cleaned(typed: string): string {
  return typed.replaceAll("\0", "").trim().slice(0, MAX_TAG_TEXT);
}

/** Returns a function that names these tags; a tag whose record is gone is named by its id. */
export async function tagNamer(
  { db, catalog }: Pick<Services, "db" | "catalog">,
  tags: readonly TagRef[],
): Promise<(tag: TagRef) => string> {
  const names = new Map(await tagNames(db, tags));
  const { systems, factors } = catalog.current().catalog;
  for (const { id, name } of systems) names.set(tagKey({ type: "system", ref: id }), name);
  for (const { id, label } of factors.flatMap(({ options }) => options)) {
    names.set(tagKey({ type: "factor", ref: id }), label);
  }
  return (tag) => names.get(tagKey(tag)) ?? tag.ref;
}
