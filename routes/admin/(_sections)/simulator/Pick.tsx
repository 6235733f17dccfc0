import type { JSX } from "preact";
import { idleParts } from "@/lib/catalog/mod.ts";
import { Reasons } from "@/components/buyer/results/Reasons.tsx";
import { type PickView, viewResult } from "@/components/buyer/results/result_view.ts";
import { SystemDrawing } from "@/components/buyer/drawings/SystemDrawing.tsx";
import { counted } from "@/components/ui/counted.ts";
import { Notice } from "@/components/ui/Notice.tsx";
import { SystemTier } from "@/components/buyer/SystemTier.tsx";
import { select } from "@/lib/selection/mod.ts";
import { reportHref, sectionHref } from "@/components/hrefs/admin.ts";
import { SystemName } from "./parts.tsx";
import { StateLink } from "./StateLink.tsx";
import type { SimulatorView } from "./view.ts";
import { quotedOptions } from "./labels.ts";
import { systemName } from "@/components/admin/record_names.ts";

/** The result that a buyer with these answers gets, or why there is none. */
export function Pick({ view }: { view: SimulatorView }): JSX.Element {
  const { snapshot, simulation: { answers } } = view;
  const { pick } = viewResult({ snapshot, selection: select(snapshot, answers), given: answers });
  return (
    <section
      aria-labelledby="result"
      class={pick ? "border border-line bg-surface-raised p-4" : undefined}
    >
      <h2 id="result" class="sr-only">What the buyer sees</h2>
      {pick ? <Lead pick={pick} /> : (
        <Notice tone="warning" title="Nothing is recommended">
          <p>
            <WhyNoPick view={view} />
          </p>
          <WaysOut view={view} />
        </Notice>
      )}
    </section>
  );
}

function Lead({ pick }: { pick: PickView }): JSX.Element {
  const { lead, tierSteps, reasons, alternatives, note } = pick;
  return (
    <>
      <div class="grid grid-cols-[min(5rem,25%)_minmax(0,1fr)] items-center gap-4 sm:grid-cols-[7rem_minmax(0,1fr)]">
        <div class="bg-drawing-ground p-2">
          <SystemDrawing system={lead} detail="icon" class="h-auto w-full" />
        </div>
        <div class="min-w-0">
          <p class="text-xs text-muted">The buyer gets</p>
          <p class="text-xl">
            <SystemName id={lead.id} name={lead.name} />
          </p>
          {lead.tagline && <p class="text-muted">{lead.tagline}</p>}
          <SystemTier system={lead} steps={tierSteps} class="mt-1 text-sm" />
        </div>
      </div>
      <div class="mt-3">
        <Reasons reasons={reasons} tone="quiet" />
      </div>
      <div class="mt-4 border-t border-line pt-3">
        {alternatives.length === 0
          ? <p class="text-muted">No cheaper system is shown beside it.</p>
          : (
            <>
              <h3 class="font-medium">Cheaper, and would also do</h3>
              {note && <p class="mt-0.5 max-w-text text-muted">{note}</p>}
              <ul class="mt-1.5 grid gap-2.5">
                {alternatives.map(({ system, reasons }) => (
                  <li key={system.id}>
                    <span class="flex flex-wrap items-center gap-x-3">
                      <SystemName id={system.id} name={system.name} />
                      <SystemTier system={system} steps={tierSteps} class="text-xs" />
                    </span>
                    <span class="text-muted">{reasons[0]?.rationale}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
      </div>
    </>
  );
}

function WhyNoPick({ view }: { view: SimulatorView }): JSX.Element {
  const { simulation: { noPick, ruleSet, fired, track }, snapshot } = view;
  const set = ruleSet?.name ?? "the rule set";
  switch (noPick) {
    case "no-rules":
      return (
        <>
          {set}{" "}
          has no rule that is switched on{track && `, so buyers of ${track.name} get nothing`}.{" "}
          <a
            href={sectionHref("rules", ruleSet ? `set=${ruleSet.id}` : "")}
            class="text-link"
          >
            Go to its rules
          </a>
        </>
      );
    case "none-fired":
      return (
        <>
          No rule of {set}{" "}
          fires, because each has a condition that these answers do not meet. Below are the rules
          that nearly fired; the{" "}
          <a href={reportHref(track?.id ?? null)} class="text-link">rule report</a>{" "}
          counts such answers.
        </>
      );
    case "none-left": {
      const idle = fired.flatMap(({ rule }) => idleParts(rule, snapshot)).length > 0;
      return (
        <>
          {counted(fired.length, "rule")} fired, but every system that{" "}
          {fired.length === 1 ? "it recommends" : "they recommend"}{" "}
          fails a requirement of the answers{idle && " or is no longer on offer"}.
        </>
      );
    }
    default:
      return <>Buyers cannot choose any of these answers, so no rule applies.</>;
  }
}

function WaysOut({ view }: { view: SimulatorView }): JSX.Element | null {
  const { simulation: { broadening, answers }, snapshot } = view;
  if (broadening.length === 0) return null;
  const quoted = (ids: readonly string[]) => quotedOptions(snapshot, ids);
  return (
    <div class="mt-2">
      <p class="font-medium">The smallest changes that help</p>
      <ul class="sim-reasons">
        {broadening.map(({ removeOptionIds, addOptionIds, leadSystemId }) => {
          const kept = answers.optionIds.filter((id) => !removeOptionIds.includes(id));
          return (
            <li key={`${removeOptionIds} ${addOptionIds}`}>
              <StateLink view={view} to={{ optionIds: [...kept, ...addOptionIds] }}>
                Without {quoted(removeOptionIds)}
                {addOptionIds.length > 0 && `, with ${quoted(addOptionIds)}`}
              </StateLink>
              : {systemName(snapshot, leadSystemId)} leads
            </li>
          );
        })}
      </ul>
    </div>
  );
}
