/** The switches of a list's rows. */
import { z } from "zod";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import { isTicked } from "@/lib/http/mod.ts";
import { type Change, changeRecord, type Entity } from "@/lib/records/mod.ts";
import type { Flash } from "@/lib/staff/mod.ts";
import { refreshed } from "../refreshed.ts";
import { settle } from "../settle.ts";

/** The schema of a switch's value: `true` or `false` (design §7), or `on` or `off`. */
export const Toggle = z.enum(["true", "false", "on", "off"]).transform(isTicked);

/** A record that is switched on or off. */
interface Toggling<R extends object> extends Pick<Change<R>, "by" | "id" | "check"> {
  readonly entity: Entity<R>;
  readonly on: boolean;
  /** Where the undo posts to. */
  readonly action: string;
  /** Where to go afterwards. */
  readonly href: string | (() => string);
  /** Returns the flash of the switch, which may add to its text what it means for buyers. */
  readonly say: (text: string, record: R, snapshot: Snapshot) => Flash;
}

/** Switches a record on or off. It needs no version, because it has the same meaning after other changes. */
export async function toggleRow<R extends { readonly name: string; readonly enabled: boolean }>(
  { state: { services: { db, catalog } } }: Ctx,
  { entity, by, id, on, action, href, check, say }: Toggling<R>,
): Promise<Response> {
  const outcome = await changeRecord(db, entity, {
    by,
    id,
    action: on ? "enable" : "disable",
    next: (record) => ({ ...record, enabled: on }),
    ...(check && { check }),
  });
  return await settle(outcome, {
    href,
    async changed({ record }) {
      const snapshot = await refreshed(catalog);
      const text = `${record?.name} was switched ${onOrOff(on)}.`;
      const undo = { action, fields: { id, enabled: String(!on) } };
      return { ...(record ? say(text, record, snapshot) : { tone: "positive", text }), undo };
    },
    unchanged: ({ name }) => ({
      tone: "info",
      text: `${name} is switched ${onOrOff(on)} already.`,
    }),
    invalid: (fields) => ({
      tone: "danger",
      text: `It cannot be switched on yet. ${Object.values(fields)[0]}.`,
    }),
  });
}

/** Names the position of a switch, for use within a sentence. */
export function onOrOff(on: boolean): string {
  return on ? "on" : "off";
}
