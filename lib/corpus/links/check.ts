/** Checking the link of one item, for whoever asks. */
import type { Kysely } from "kysely";
import { type Author, recordAudit, SERVICE_ACTOR } from "../../records/mod.ts";
import { type Database, transact } from "../../db/mod.ts";
import type { PublicFetch } from "../../net/mod.ts";
import { askForPage } from "./ask.ts";
import { findingOf } from "./finding.ts";
import { findLink, type Link, type LinkCheck, storeFinding } from "./store.ts";

/** What a check works with. */
export interface CheckOptions {
  readonly db: Kysely<Database>;
  readonly fetch: PublicFetch;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
}

/** Host names that are kept for examples, as in the demo: nobody is behind them (RFC 2606). */
const EXAMPLE_HOST = /(^|\.)example(\.(com|net|org))?\.?$/;
const EXAMPLE_NOTE = "The address is an example: there is nothing to check";

/**
 * Checks the link of one item at once and stores what was found; a change of its status is audited in the same
 * transaction. Takes up to half a minute where the site is slow. Gives null when there is no such item, when it
 * has no link that readers could follow, or when it changed meanwhile.
 *
 * @throws what the database throws, or the reason of the signal.
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

/** Whether a link leads to a host that stands in examples only. */
export function isExample({ url }: Link): boolean {
  return URL.canParse(url) && EXAMPLE_HOST.test(new URL(url).hostname);
}
