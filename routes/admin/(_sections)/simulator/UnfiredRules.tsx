import type { JSX } from "preact";
import type { Fix, NearRule, UnableRule } from "@/lib/analysis/mod.ts";
import { idleParts } from "@/lib/catalog/mod.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { counted } from "@/components/ui/counted.ts";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { RuleSentence } from "../rules/RuleSentence.tsx";
import { Findings, RuleItem } from "./parts.tsx";
import { StateLink, SwitchLink } from "./StateLink.tsx";
import type { SimulatorView } from "./view.ts";
import { CANNOT_FIRE, quotedOptions, unmetInWords } from "./labels.ts";
import { optionLabel, systemName } from "@/components/admin/record_names.ts";

/** Number of near rules shown; the rest is collapsed. */
const OPEN = 5;

/** The rules with exactly one failed condition, and the answers that would meet it. */
export function NearRules({ view }: { view: SimulatorView }): JSX.Element {
  const { near, nearCount, farCount } = view.simulation.unfired;
  const more = near.slice(OPEN);
  return (
    <Findings
      id="near"
      title="Rules that nearly fired"
      count={nearCount}
      about={
        <>
          {nearCount === 0 ? "No rule lacks just one condition. " : "Each lacks one condition. "}
          {farCount > 0 &&
            `${counted(farCount, "other rule")} ${farCount === 1 ? "lacks" : "lack"} more.`}
        </>
      }
    >
      <NearList rules={near.slice(0, OPEN)} view={view} />
      {more.length > 0 && (
        <Disclosure summary={`${counted(more.length, "more rule")}`}>
          <NearList rules={more} view={view} />
          {nearCount > near.length && (
            <p class="pt-2 text-muted">
              We leave out the {nearCount - near.length} with the lowest priority.
            </p>
          )}
        </Disclosure>
      )}
    </Findings>
  );
}

function NearList(
  { rules, view }: { rules: readonly NearRule[]; view: SimulatorView },
): JSX.Element {
  const { snapshot } = view;
  return (
    <ol class="sim-list">
      {rules.map(({ rule, failed, fixes }) => {
        const factor = snapshot.factorById.get(failed.factorId)?.name ?? failed.factorId;
        const labels = failed.optionIds.map((id) => `“${optionLabel(snapshot, id)}”`);
        return (
          <RuleItem key={rule.id} rule={rule} view={view}>
            <p>
              <span class="text-muted">Fails on</span> {factor}:{" "}
              {unmetInWords(failed.operator, labels)}
            </p>
            {fixes.length === 0
              ? <p class="text-muted">No change to this answer alone fires it.</p>
              : (
                <ul class="sim-reasons">
                  {fixes.map((fix) => (
                    <li key={fix.optionIds.join()}>
                      <FixLink fix={fix} view={view} />
                    </li>
                  ))}
                </ul>
              )}
          </RuleItem>
        );
      })}
    </ol>
  );
}

function FixLink({ fix, view }: { fix: Fix; view: SimulatorView }): JSX.Element {
  const { snapshot, simulation: { selection: { lead } } } = view;
  const { add, remove, optionIds, leadSystemId } = fix;
  const quoted = (ids: readonly string[]) => quotedOptions(snapshot, ids);
  const change = add.length === 0
    ? `Without ${quoted(remove)}`
    : remove.length === 0
    ? `With ${quoted(add)}`
    : `With ${quoted(add)} instead of ${quoted(remove)}`;
  const stays = leadSystemId === (lead?.systemId ?? null);
  return (
    <>
      <StateLink view={view} to={{ optionIds }}>{change}</StateLink>
      <span class="text-muted">
        : {stays
          ? leadSystemId === null
            ? "still nothing"
            : `${systemName(snapshot, leadSystemId)} still leads`
          : ""}
      </span>
      {!stays && (leadSystemId === null ? "nothing would be recommended" : (
        <>
          <strong class="font-medium">{systemName(snapshot, leadSystemId)}</strong> would lead
        </>
      ))}
    </>
  );
}

/** The rules that cannot fire. Those whose conditions are met come first, because switching them on has an effect. */
export function UnableRules({ view }: { view: SimulatorView }): JSX.Element | null {
  const { unable } = view.simulation.unfired;
  const ready = unable.filter(({ wouldFire }) => wouldFire);
  const rest = unable.filter(({ wouldFire }) => !wouldFire);
  if (unable.length === 0) return null;
  const list = (rules: readonly UnableRule[]) => (
    <ul class="sim-list">
      {rules.map((unable) => <Unable key={unable.rule.id} unable={unable} view={view} />)}
    </ul>
  );
  return (
    <Findings
      id="unable"
      title="Rules that cannot fire"
      count={unable.length}
      about={ready.length > 0
        ? "These answers meet the conditions of the first ones, so switching those on has an effect."
        : undefined}
    >
      {list(ready)}
      {rest.length > 0 && (
        <Disclosure summary={ready.length > 0 ? `${rest.length} more` : "Show them"}>
          {list(rest)}
        </Disclosure>
      )}
    </Findings>
  );
}

function Unable(
  { unable: { rule, reason, wouldFire }, view }: { unable: UnableRule; view: SimulatorView },
): JSX.Element {
  const { state, snapshot } = view;
  const isTried = state.off.includes(rule.id);
  const why = reason === "gone" ? idleParts(rule, snapshot) : [];
  return (
    <RuleItem
      rule={rule}
      view={view}
      badge={wouldFire && <Badge tone="accent">Would fire</Badge>}
      act={(reason === "off" || reason === "retired") && (
        <SwitchLink view={view} rule={rule} to={isTried ? "stored" : "on"}>See with it</SwitchLink>
      )}
    >
      <p class="text-muted">
        {isTried ? "Switched off in this simulation." : why.join(" ") || CANNOT_FIRE[reason]}
      </p>
      <RuleSentence rule={rule} snapshot={snapshot} class="text-xs" />
    </RuleItem>
  );
}
