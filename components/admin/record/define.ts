/** What a kind of record is made of: the screens of `createScreen()` and `recordScreen()` need no more. */
import type { Context } from "fresh";
import type { JSX } from "preact";
import { type AdminSection, newRecordHref, recordHref, sectionHref } from "../../hrefs/admin.ts";
import type { FieldState } from "../fields.tsx";
import { type RecordStatus, statusOf } from "../records.tsx";
import type { CheckedForm } from "../../../lib/http/mod.ts";
import type { Author, createRecord, Entity, FieldErrors } from "../../../lib/records/mod.ts";
import type { Capability } from "../../../lib/staff/mod.ts";
import type { RecordType, Reference, Snapshot } from "../../../lib/catalog/mod.ts";
import type { State } from "../../../lib/define.ts";

/** What a form is read and shown with. */
export interface EditorContext<R> {
  readonly snapshot: Snapshot;
  /** The record as stored; null while it is new. */
  readonly current: R | null;
  /** Id of the record, also of one that is about to be. */
  readonly id: string;
}

/** What an editor shows: the fields as they stand, and what is wrong with them. */
export interface EditorProps<R> extends EditorContext<R> {
  readonly form: URLSearchParams;
  readonly fields: FieldErrors;
  /** The state of one control, by its name. */
  readonly field: (name: string) => FieldState;
}

/** A form that asks for something else than to be saved. */
export interface Redrafting<R> extends EditorContext<R> {
  readonly form: URLSearchParams;
  readonly intent: string;
}

/** The form as it is shown next, and what was found out about it, shown above it. */
export interface Redraft {
  readonly form: URLSearchParams;
  readonly found?: JSX.Element;
}

/** What somebody asks of a stored record. */
export interface RecordAction {
  readonly by: Author;
  readonly id: string;
  /** Name of the action. */
  readonly intent: string;
  readonly form: URLSearchParams;
}

/** One line of a record in words, for the two versions of a conflict. */
export interface Described {
  readonly label: string;
  readonly value: string;
}

/** Where the screens of a kind of record are. */
export interface Place {
  /** The pages above them, outermost first; the last one lists the records. */
  readonly trail: readonly { readonly label: string; readonly href: string }[];
  readonly create: string;
  readonly record: (id: string) => string;
}

/** A record and the form that edits it. */
export interface FormDefinition<R extends object> {
  /** The fields that show a stored record, or a new one, which the query of its page may say more of. */
  readonly toForm: (
    record: R | null,
    snapshot: Snapshot,
    query?: URLSearchParams,
  ) => URLSearchParams;
  /** Makes the record that the form describes, or says what is wrong beside which field. */
  readonly parse: (form: URLSearchParams, context: EditorContext<R>) => CheckedForm<R>;
  /** The field that names a new record, and what is said where there is one of that name; absent for the field `id`. */
  readonly identity?: {
    readonly field: string;
    readonly taken: (id: string, snapshot: Snapshot) => string;
  };
  /** What only the database can say, asked in the transaction. */
  readonly check?: Parameters<typeof createRecord<R>>[2]["check"];
  /** Answers intents that save nothing, such as adding a row; null for no such intent. */
  readonly redraft?: (
    ctx: Context<State>,
    asked: Redrafting<R>,
  ) => Redraft | null | Promise<Redraft | null>;
  readonly Editor: (props: EditorProps<R>) => JSX.Element;
  /** Every field in words. */
  readonly describe: (record: R, snapshot: Snapshot) => readonly Described[];
}

/** How a record is taken out of use and back. */
export interface Retirement<R> {
  readonly set: (record: R, retired: boolean) => R;
  readonly status: (record: R) => RecordStatus;
  /** What it means for buyers, as sentences. */
  readonly effect?: string;
  /** Why a record cannot be retired, where that is so. */
  readonly refused?: (record: R) => string | null;
}

/** The retirement of records that say so in a field of their own. */
export function retirable<R extends { retired: boolean }>(effect?: string): Retirement<R> {
  return {
    set: (record, retired) => ({ ...record, retired }),
    status: statusOf,
    ...(effect !== undefined && { effect }),
  };
}

/** A kind of record that others refer to. */
export interface ReferenceDefinition {
  /** Kind under which they do. */
  readonly type: RecordType;
  /** How one does, where more can be said than in general; null leaves it out, as the page shows it otherwise. */
  readonly detailOf?: (reference: Reference, snapshot: Snapshot) => string | null | undefined;
}

/** A kind of record, and how it is edited. */
export interface RecordDefinition<R extends object> {
  readonly slug: AdminSection;
  /** Of the section: "Budget tiers". */
  readonly label: string;
  /** Of one record, in running text: "budget tier". */
  readonly noun: string;
  readonly capability: Capability;
  readonly entity: Entity<R>;
  readonly nameOf: (record: R) => string;
  readonly form: FormDefinition<R>;
  /** Absent for records of the section; the form may say which list a record belongs to. */
  readonly place?: (form: URLSearchParams) => Place;
  /** Absent where records are deleted or only stay. */
  readonly retirement?: Retirement<R>;
  /** Absent where nothing can refer to a record. */
  readonly references?: ReferenceDefinition;
  /** What staff should know of a record that was saved all the same. */
  readonly caution?: (record: R, snapshot: Snapshot) => string | null;
  /** Answers actions that only this kind of record knows; null leaves one to the screens of every record. */
  readonly handle?: (ctx: Context<State>, action: RecordAction) => Promise<Response | null>;
  /** Beside the title of a stored record; absent shows its status, if it can be retired. */
  readonly Badges?: (props: { record: R }) => JSX.Element;
  /** What else can be done with a stored record, beside the title. */
  readonly Actions?: (props: { record: R }) => JSX.Element;
  /** What is below the form of a stored record. */
  readonly Aside?: (
    props: EditorProps<R>,
    ctx: Context<State>,
  ) => JSX.Element | Promise<JSX.Element>;
}

/** Where the records of a section are; a query narrows the list that they belong to. */
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

/** Where the screens are, and the list that a form of theirs belongs to. */
export function placeOf<R extends object>(
  definition: RecordDefinition<R>,
  form: URLSearchParams,
): Place & { readonly list: string } {
  const place = definition.place?.(form) ?? sectionPlace(definition);
  return { ...place, list: place.trail.at(-1)?.href ?? sectionHref(definition.slug) };
}
