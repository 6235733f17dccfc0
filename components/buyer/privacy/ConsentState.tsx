import type { JSX } from "preact";
import type { Consent } from "@/lib/consent/mod.ts";
import { SummaryList } from "@/components/ui/SummaryList.tsx";

const PURPOSES = [
  {
    id: "measurement",
    label: "Measurement",
    on:
      "We remember your answers for longer than a day, count which pages are seen, keep what you ask our assistant, and may show projects near you first.",
    off:
      "We forget your answers after a day, count nothing, keep nothing of what you ask our assistant, and do not use where you are.",
  },
  {
    id: "marketing",
    label: "Marketing",
    on:
      "If our customer records know this browser, we recognise you, and what you choose reaches the person who advises you. Their script may report which pages you see, and set a cookie of its own for that.",
    off: "We do not recognise you, and no script of our customer records is loaded.",
  },
] as const;

/** The consent of this browser by purpose, and what each purpose switches on or off (spec §5). */
export function ConsentState({ consent, canConsent }: {
  consent: Consent;
  /** Whether a consent platform is configured. */
  canConsent: boolean;
}): JSX.Element {
  return (
    <>
      <SummaryList
        rows={PURPOSES.map(({ id, label, on, off }) => ({
          term: label,
          detail: (
            <>
              <span class="font-medium">{consent[id] ? "On." : "Off."}</span>{" "}
              {consent[id] ? on : off}
            </>
          ),
        }))}
      />
      <p class="mt-3 text-sm text-muted">
        {canConsent
          ? "You can change this at any time in the consent settings of this site. We read them again for every page."
          : "This site asks for no consent, so both stay off."}
      </p>
    </>
  );
}
