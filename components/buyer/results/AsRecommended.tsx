import type { JSX } from "preact";
import type { CitedChange, CitedResult, LostResult } from "@/lib/citation/mod.ts";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { counted } from "@/components/ui/counted.ts";
import { formatDate } from "@/lib/text/mod.ts";
import { Notice } from "@/components/ui/Notice.tsx";

const KINDS: Readonly<Record<CitedChange["kind"], string>> = {
  rule: "Rule",
  system: "System",
  figure: "Figures of",
  question: "Question",
  other: "Also",
};

/** The recommendation that a cited link had on its day, next to today's, and the catalog changes in between. */
export function AsRecommended({ cited, today }: {
  cited: CitedResult | LostResult;
  /** Name of today's pick; null where there is none. */
  today: string | null;
}): JSX.Element {
  const day = formatDate(cited.at);
  if ("isLost" in cited) {
    return (
      <Notice title={`This link was made on ${day}`} class="mt-4">
        <p>
          We cannot tell any more what we recommended then. What you see below goes by our catalog
          of today.
        </p>
      </Notice>
    );
  }
  const { then, isSame, changes } = cited;
  return (
    <Notice title={`As recommended on ${day}: ${then?.name ?? "no system"}`} class="mt-4">
      <p>
        {isSame
          ? "It is the same today."
          : today === null
          ? "Today no system fits these answers."
          : `Today it is ${today}, shown below.`} {changes.length === 0
          ? "Nothing has changed in our catalog since."
          : `Since then ${counted(changes.length, "record")} of our catalog changed.`}
      </p>
      {changes.length > 0 && (
        <Disclosure summary="What has changed" class="mt-2">
          <ul>
            {changes.map(({ kind, name, what }) => (
              <li key={`${kind} ${name} ${what}`}>{KINDS[kind]} “{name}”: {what}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Notice>
  );
}
