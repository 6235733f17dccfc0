/** The connectivity check (spec §4.10): read-only, and not audited. */
import type { Crm } from "./open.ts";
import type { CrmReason } from "./client/result.ts";

/** What a check came to. */
export type ConnectionCheck =
  | { readonly result: "unconfigured"; readonly missing: readonly string[] }
  | { readonly result: "ok"; readonly durationMs: number }
  | {
    readonly result: "failed";
    readonly reason: CrmReason;
    readonly status?: number;
    /** A sentence of our own. */
    readonly message: string;
    readonly durationMs: number;
  };

/** Asks the CRM for nobody. That it does not find them shows that it is there and knows us; without a CRM nothing is asked. */
export async function checkConnection(
  { crm, config }: {
    readonly crm: Pick<Crm, "client">;
    readonly config: { readonly crmMissing: readonly string[] };
  },
  signal?: AbortSignal,
): Promise<ConnectionCheck> {
  if (crm.client === null) return { result: "unconfigured", missing: config.crmMissing };
  const began = performance.now();
  const probed = await crm.client.probe(signal);
  const durationMs = Math.round(performance.now() - began);
  if (probed.ok) return { result: "ok", durationMs };
  const { reason, status, message } = probed;
  return {
    result: "failed",
    reason,
    message,
    durationMs,
    ...(status === undefined ? {} : { status }),
  };
}
