/** A member of staff who syncs projects in a loop while the CMS changes, and checks that applied changes stay. */
import { setTimeout as delay } from "node:timers/promises";
import type { CmsDouble } from "../doubles/cms.ts";
import { type Graph, PROJECT } from "../doubles/cms/graph.ts";
import { asker, type LoadOptions } from "./load.ts";

/** Number of projects whose city changes in each round. */
const MOVING = 10;
const PAUSE_MS = 1_000;

/** Returns the graph with another city for its first projects. */
function moved(graph: Graph, city: string): Graph {
  let left = MOVING;
  return graph.map((one) =>
    one.type === PROJECT && left-- > 0
      ? { ...one, attributes: { ...one.attributes, field_city: city } }
      : one
  );
}

/**
 * Previews and applies in a loop. After an acknowledged apply the next preview must find nothing to change; after an
 * apply whose response was lost, its result is not checked.
 */
export async function syncs(
  options: LoadOptions,
  { token, cms }: { token: string; cms: CmsDouble },
): Promise<void> {
  const { journal, signal } = options;
  const ask = asker(options, "syncs");
  const headers = { "cf-access-jwt-assertion": token };
  const post = (path: string, fields: Record<string, string>) =>
    ask(path, { method: "POST", headers, body: new URLSearchParams(fields) });

  /** Starts a preview and reads its page; null when a request failed or the preview cannot be applied. */
  async function preview(): Promise<{ run: string; hash: string; changes: boolean } | null> {
    const begun = await post("/admin/cms", { intent: "preview", kind: "projects" });
    const path = begun?.status === 303 ? begun.headers.get("location") : null;
    if (!path) return null;
    const page = await (await ask(path, { headers }))?.text() ?? "";
    const hash = /name="hash" value="([^"]+)"/.exec(page)?.[1];
    const run = path.split("/").at(-1) ?? "";
    return hash === undefined
      ? null
      : { run, hash, changes: !page.includes("The catalog and the CMS agree") };
  }

  for (let round = 0; !signal.aborted; round++) {
    cms.forget();
    cms.graph = moved(cms.graph, `Town ${round}`);
    const plan = await preview();
    if (plan !== null) {
      const { run, hash } = plan;
      const applied = await post("/admin/cms/chunk", { run, hash, intent: "apply" });
      const page = applied?.status === 303
        ? await (await ask(`/admin/cms/${run}`, { headers }))?.text()
        : undefined;
      if (page?.includes("Applied by")) {
        journal.syncs.add(run);
        if ((await preview())?.changes) journal.lost.push(`sync ${run}, of Town ${round}`);
      } else journal.doubtfulSyncs++;
    }
    await delay(PAUSE_MS);
  }
}
