/** The connectivity check (spec §4.10): read-only, and not audited. */
import type { Crm } from "./open.ts";
import type { CrmReason } from "./client/result.ts";

/** The outcome of a connectivity check (spec §4.10). */
export type ConnectionCheck =
  | { readonly result: "unconfigured"; readonly missing: readonly string[] }
  | { readonly result: "ok"; readonly durationMs: number }
  | {
    readonly result: "failed";
    readonly reason: CrmReason;
    readonly status?: number;
    /** Our own text for staff; it quotes nothing that the CRM sent. */
    readonly message: string;
    readonly durationMs: number;
  };

/**
 * Checks the connection by searching for a contact that cannot exist: any valid answer, even an empty one, proves that
 * the CRM is reachable and accepts the credentials. Makes no request when the CRM is not configured; then `missing`
 * names the absent secrets.
 */
export async function checkConnection({ crm, config }: {
  readonly crm: Pick<Crm, "client">;
  readonly config: { readonly crmMissing: readonly string[] };
}): Promise<ConnectionCheck> {
  if (crm.client === null) return { result: "unconfigured", missing: config.crmMissing };
  const began = performance.now();
  const probed = await crm.client.probe();
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
