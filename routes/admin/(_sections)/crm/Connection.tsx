import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { joined } from "@/components/admin/joined.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { Button } from "@/components/ui/Button.tsx";
import type { Config } from "@/lib/config/mod.ts";
import { ACTION } from "./labels.ts";

/** Whether the CRM is configured, the missing variables, and the connectivity check (spec §4.10). */
export function Connection(
  { config: { crm, crmMissing: missing } }: { config: Pick<Config, "crm" | "crmMissing"> },
): JSX.Element {
  return (
    <Block title="Connection">
      <div class="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-y border-line py-3">
        <div class="max-w-text text-sm">
          <p class="flex flex-wrap items-center gap-x-3 gap-y-1">
            {missing.length === 0
              ? <Badge tone="accent">Configured</Badge>
              : <Badge>Not configured</Badge>}
            <span class="text-muted">
              {missing.length === 0
                ? "We send leads as they come in."
                : "New leads wait here. None is lost, and waiting uses up no attempt."}
            </span>
          </p>
          {missing.length > 0 && (
            <p class="mt-2">
              Not set: {joined(
                missing.map((name) => <code key={name} class="font-mono text-xs">{name}</code>),
              )}
            </p>
          )}
          {crm?.allowSimulatedGuid && (
            <p class="mt-2 text-warning">
              We accept simulated visitors, because <code>CRM_ALLOW_SIMULATED_GUID</code> is on.
            </p>
          )}
        </div>
        <PostForm action={ACTION} hidden={{ intent: "test" }}>
          <Button variant="secondary">Test the connection</Button>
        </PostForm>
      </div>
    </Block>
  );
}
