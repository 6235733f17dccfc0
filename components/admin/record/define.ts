/** The definition of a kind of record, from which `createScreen()` and `recordScreen()` make its screens. */
import type { JSX } from "preact";
import type { z } from "zod";
import {
  type AdminSection,
  newRecordHref,
  recordHref,
  sectionHref,
} from "@/components/hrefs/admin.ts";
import type { FieldState } from "../fields.tsx";
import { type RecordStatus, statusOf } from "../records.tsx";
import type { SectionWords } from "../sections.ts";
import { type CheckedForm, idField } from "@/lib/http/mod.ts";
import type { Author, createRecord, Entity, FieldErrors } from "@/lib/records/mod.ts";
import type { RecordType, Reference, Snapshot } from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";

/** The context in which a form is parsed and shown. */
export interface EditorContext<R> {
  readonly snapshot: Snapshot;
  /** The record as stored; null while it is new. */
  readonly current: R | null;
  /** Id of the record, or the id that a new record will get; empty while a new form is shown. */
  readonly id: string;
}

/** Props of an editor: the form as it is now, and its errors. */
export interface EditorProps<R> extends EditorContext<R> {
  readonly form: URLSearchParams;
  readonly fields: FieldErrors;
  /** The state of one control, by its name. */
  readonly field: (name: string) => FieldState;
}

/** A form whose intent is not to save. */
export interface Redrafting<R> extends EditorContext<R> {
  readonly form: URLSearchParams;
  readonly intent: string;
}

/** The form to show next, its errors, and a finding to show above it. */
export interface Redraft {
  readonly form: URLSearchParams;
  readonly fields?: FieldErrors;
  readonly found?: JSX.Element;
}

/** Returns the error of a button beside a choice (`AddRow`) that was pressed while nothing was chosen. */
export function chosenOr(
  message: string,
  { form, name }: { readonly form: URLSearchParams; readonly name: string },
): Pick<Redraft, "fields"> {
  return form.get(name) ? {} : { fields: { [name]: message } };
}

/** An action on a stored record. */
export interface RecordAction {
  readonly by: Author;
  readonly id: string;
  /** Name of the action. */
  readonly intent: string;
  readonly form: URLSearchParams;
}

/** One line of a record in words, to compare the versions of a conflict. */
export interface Described {
  readonly label: string;
  readonly value: string;
}

/** The addresses of the screens of a kind of record. */
export interface Place {
  /** The pages above them, outermost first; the last one lists the records. */
  readonly trail: readonly { readonly label: string; readonly href: string }[];
  readonly create: string;
  readonly record: (id: string) => string;
}

/** The ids of a kind of record that has other ids than those of spec §2.5. */
interface Identity {
  /** The field of a new record that holds its id. */
  readonly field: string;
  /** Parses the id in the field and in the address. Defaults to an id of spec §2.5. */
  readonly schema?: z.ZodType<string>;
  /** Returns the error for an id in use. */
  readonly taken: (id: string, snapshot: Snapshot) => string;
}

/** A record and the form that edits it. */
export interface FormDefinition<R extends object> {
  /** Returns the fields for a stored record, or for a new one, which the query of its page may prefill. */
  readonly toForm: (
    record: R | null,
    snapshot: Snapshot,
    query?: URLSearchParams,
  ) => URLSearchParams;
  /** Parses the form into a record, or returns the errors by field. */
  readonly parse: (form: URLSearchParams, context: EditorContext<R>) => CheckedForm<R>;
  /** The lists of a record whose items have fields, which an old record of the audit log may lack; absent for none. */
  readonly lists?: z.ZodType;
  /** Absent for the field `id`, which defaults to a slug of the name. */
  readonly identity?: Identity;
  /** A check that needs the database; it runs inside the transaction. */
  readonly check?: Parameters<typeof createRecord<R>>[2]["check"];
  /** Handles intents that save nothing, such as adding a row; null for an unknown intent. */
  readonly redraft?: (
    ctx: Ctx,
    asked: Redrafting<R>,
  ) => Redraft | null | Promise<Redraft | null>;
  readonly Editor: (props: EditorProps<R>) => JSX.Element;
  /** Every field in words. */
  readonly describe: (record: R, snapshot: Snapshot) => readonly Described[];
}

/** How records of a kind are retired and restored. */
interface Retirement<R> {
  readonly set: (record: R, retired: boolean) => R;
  readonly status: (record: R) => RecordStatus;
  /** The consequences of retiring for buyers, in sentences. */
  readonly effect?: string;
  /** Why a record cannot be retired; null when it can. */
  readonly refused?: (record: R) => string | null;
  /** Absent for records that are “retired” and “restored”. */
  readonly words?: RetirementWords;
}

/** The words for retiring and restoring a record. */
export interface RetirementWords {
  /** Labels of the buttons. */
  readonly retire: string;
  readonly restore: string;
  /** The outcome, as the end of a sentence that begins with the name of the record. */
  readonly retired: string;
  readonly restored: string;
}

/** Returns the words for retiring and restoring a kind of record. */
export function retirementWords<R extends object>(
  { noun, retirement }: Pick<RecordDefinition<R>, "noun" | "retirement">,
): RetirementWords {
  return retirement?.words ?? {
    retire: `Retire this ${noun}`,
    restore: `Restore this ${noun}`,
    retired: "was retired",
    restored: "was restored",
  };
}

/** Returns the retirement of records with a `retired` field. */
export function retirable<R extends { retired: boolean }>(
  effect?: string,
  words?: RetirementWords,
): Retirement<R> {
  return {
    set: (record, retired) => ({ ...record, retired }),
    status: statusOf,
    ...(effect !== undefined && { effect }),
    ...(words && { words }),
  };
}

/** How other records refer to a kind of record. */
interface ReferenceDefinition {
  /** The record type that references name. */
  readonly type: RecordType;
  /** A more specific detail of a reference; undefined keeps the general one, null hides the row. */
  readonly detailOf?: (reference: Reference, snapshot: Snapshot) => string | null | undefined;
}

/** A kind of record, and how staff edit it. */
export interface RecordDefinition<R extends object> extends SectionWords {
  readonly entity: Entity<R>;
  readonly nameOf: (record: R) => string;
  readonly form: FormDefinition<R>;
  /** Whether records may share a name. An id that is made from a name in use gets a number; absent: it is refused. */
  readonly sharesNames?: true;
  /** Where the screens are, when they depend on the form; absent: directly below the section. */
  readonly place?: (form: URLSearchParams) => Place;
  /** Absent for records that can be deleted, or not removed at all. */
  readonly retirement?: Retirement<R>;
  /** Absent when no record can refer to one of this kind. */
  readonly references?: ReferenceDefinition;
  /** A warning about a record that was saved nevertheless; null for none. */
  readonly caution?: (record: R, snapshot: Snapshot) => string | null;
  /** Handles actions that only this kind of record has; null falls through to the common actions. */
  readonly handle?: (ctx: Ctx, action: RecordAction) => Promise<Response | null>;
  /** Beside the title of a stored record. Defaults to its status, for records that can be retired. */
  readonly Badges?: (props: { record: R }) => JSX.Element;
  /** Further actions on a stored record, beside the title. */
  readonly Actions?: (props: { record: R }) => JSX.Element;
  /** Content below the form of a stored record. */
  readonly Aside?: (
    stored: { readonly record: R; readonly id: string; readonly snapshot: Snapshot },
    ctx: Ctx,
  ) => JSX.Element | Promise<JSX.Element>;
}

/** Returns the addresses of a section's records; a query selects the state of the list to return to. */
export function sectionPlace(
  { slug, label }: { readonly slug: AdminSection; readonly label: string },
  query?: string,
): Place {
  return {
    trail: [{ label, href: sectionHref(slug, query) }],
    create: newRecordHref(slug),
    record: (id) => recordHref(slug, id),
  };
}

/** Returns the addresses of the screens, and of the list to return to after a form. */
export function placeOf<R extends object>(
  definition: RecordDefinition<R>,
  form: URLSearchParams,
): Place & { readonly list: string } {
  const place = definition.place?.(form) ?? sectionPlace(definition);
  return { ...place, list: place.trail.at(-1)?.href ?? sectionHref(definition.slug) };
}

/** Returns the id that a text names; undefined for a text that cannot be an id. */
export function idIn<R extends object>(
  { form: { identity } }: RecordDefinition<R>,
  text: string,
): string | undefined {
  return (identity?.schema ?? idField()).safeParse(text).data;
}
