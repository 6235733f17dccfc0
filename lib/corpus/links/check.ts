/** Checks the link of one item on request. */
import type { Kysely } from "kysely";
import { type Author, recordAudit, SERVICE_ACTOR } from "@/lib/records/mod.ts";
import { type Database, transact } from "@/lib/db/mod.ts";
import type { PublicFetch } from "@/lib/net/mod.ts";
import { askForPage } from "./ask.ts";
import { findingOf } from "./finding.ts";
import { findLink, type Link, type LinkCheck, storeFinding } from "./store.ts";

/** Options of a link check. */
export interface CheckOptions {
  readonly db: Kysely<Database>;
  readonly fetch: PublicFetch;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
}

/** Host names reserved for examples (RFC 2606), as used by the demo. They cannot be checked. */
const EXAMPLE_HOST = /(^|\.)example(\.(com|net|org))?\.?$/;
const EXAMPLE_NOTE = "The address is an example: there is nothing to check";

/**
 * Checks the link of one item now and stores the finding. A change of its status is audited in the same transaction.
 * Takes up to half a minute if the site is slow. A link to an example host is not requested. Returns null if the item
 * does not exist, has no public link, or was changed during the check.
 *
 * @throws the database's error, or the reason of the signal.
 */
export async function checkLink(
  options: CheckOptions & { readonly by?: Author },
  itemId: string,
): Promise<LinkCheck | null> {
  const { db, now, signal, by } = options;
  const link = await findLink(db, itemId);
  if (link === undefined) return null;
  if (isExample(link)) return { ...link, before: link.status, note: EXAMPLE_NOTE };
  const outcome = await askForPage(link.url, options);
  signal?.throwIfAborted();
  const finding = findingOf(outcome, link.url);
  return await transact(db, async (trx) => {
    const check = await storeFinding(trx, link, { finding, at: now() });
    if (check !== null && check.before !== check.status) {
      await recordAudit(trx, {
        actor: by?.staff.email ?? SERVICE_ACTOR,
        requestId: by?.requestId ?? null,
        action: "check-link",
        entityType: "corpus-item",
        entityId: itemId,
        before: { linkStatus: check.before },
        after: { linkStatus: check.status, linkNote: check.note },
      });
    }
    return check;
  });
}

/** Returns whether a link leads to a host name that is reserved for examples. */
export function isExample({ url }: Link): boolean {
  return URL.canParse(url) && EXAMPLE_HOST.test(new URL(url).hostname);
}
