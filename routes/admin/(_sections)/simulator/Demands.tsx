import type { JSX } from "preact";
import { formatList, inSentence } from "@/lib/text/mod.ts";
import type { DemandReport, RuledOut } from "@/lib/analysis/mod.ts";
import { counted } from "@/components/ui/counted.ts";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { Findings, SystemName } from "./parts.tsx";
import type { SimulatorView } from "./view.ts";
import { hasInWords, wantedInWords } from "./labels.ts";

/** The requirements of each answer, with the systems that fail them. */
export function Demands({ view }: { view: SimulatorView }): JSX.Element {
  const { demands, idleDemands } = view.simulation;
  const dropped = countDropped(demands);
  return (
    <Findings
      id="dropped"
      title="What the answers rule out"
      count={dropped}
      about={demands.length === 0
        ? "None of these answers requires anything of a system."
        : dropped === 0
        ? "Every system that a fired rule recommends meets them."
        : `${counted(dropped, "system")} that fired rules recommend ${
          dropped === 1 ? "falls" : "fall"
        } short.`}
    >
      <ul class="sim-list">
        {demands.map((demand) => (
          <li key={`${demand.answer.optionId} ${demand.attribute.id}`}>
            <Demanded demand={demand} />
          </li>
        ))}
      </ul>
      {idleDemands.length > 0 && (
        <p class="mt-2 text-muted">
          Not applied at present, because the attribute is off or gone: {formatList(
            idleDemands.map(({ answer, attribute }) => `${attribute.name} (“${answer.label}”)`),
          )}.
        </p>
      )}
    </Findings>
  );
}

/** Returns the number of systems that fired rules recommend and the answers rule out. */
export function countDropped(demands: readonly DemandReport[]): number {
  const named = demands.flatMap(({ ruledOut }) => ruledOut.filter(({ named }) => named));
  return new Set(named.map(({ system }) => system.id)).size;
}

function Demanded({ demand }: { demand: DemandReport }): JSX.Element {
  const { answer, attribute, wanted, ruledOut } = demand;
  const named = ruledOut.filter((each) => each.named);
  const others = ruledOut.filter((each) => !each.named);
  return (
    <>
      <p>
        “{answer.label}” <span class="text-muted">({inSentence(answer.factor)}) wants</span>{" "}
        {attribute.name} {wantedInWords(wanted, attribute.unit)}
      </p>
      {ruledOut.length === 0 && <p class="text-muted">Every system on offer meets it.</p>}
      {named.length > 0 && <Dropped demand={demand} systems={named} />}
      {others.length > 0 && (
        <Disclosure
          summary={`${counted(others.length, named.length > 0 ? "other system" : "system")} ${
            others.length === 1 ? "falls" : "fall"
          } short; no fired rule recommends ${others.length === 1 ? "it" : "them"}`}
        >
          <Dropped demand={demand} systems={others} />
        </Disclosure>
      )}
    </>
  );
}

function Dropped(
  { demand: { attribute }, systems }: { demand: DemandReport; systems: readonly RuledOut[] },
): JSX.Element {
  return (
    <ul class="sim-reasons">
      {systems.map(({ system, has }) => (
        <li key={system.id}>
          <SystemName id={system.id} name={system.name} /> <span class="text-muted">has</span>{" "}
          {hasInWords({ has, attribute })}
        </li>
      ))}
    </ul>
  );
}
