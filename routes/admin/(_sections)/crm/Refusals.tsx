import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import type { StandingRefusal } from "@/lib/crm/mod.ts";
import { refusalInWords } from "./labels.ts";

const KINDS: Readonly<Record<StandingRefusal["kind"], string>> = {
  field: "Field",
  list: "Contact list",
  form: "Form",
};

/** The settings that the CRM refuses permanently. A row disappears once the CRM accepts it (spec §4.4). */
export function Refusals(
  { refusals }: { refusals: readonly StandingRefusal[] },
): JSX.Element | null {
  if (refusals.length === 0) return null;
  return (
    <Block
      title="Settings that the CRM refuses"
      lead="We send leads without them. Check each setting here and in the CRM."
    >
      <ul class="border-t border-line text-sm">
        {refusals.map((refusal) => (
          <li
            key={`${refusal.kind} ${refusal.subject}`}
            class="flex flex-wrap gap-x-4 border-b border-line py-2"
          >
            <span class="font-medium">
              {KINDS[refusal.kind]} <span class="wrap-anywhere">{refusal.subject}</span>
            </span>
            <span class="text-muted">{refusalInWords(refusal)}</span>
          </li>
        ))}
      </ul>
    </Block>
  );
}
