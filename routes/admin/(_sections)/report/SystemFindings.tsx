/** Systems that no answers lead to, and systems that are only ever an alternative. */
import type { JSX } from "preact";
import type { MissedSystem, TrackReport } from "../../../../lib/analysis/mod.ts";
import { Findings, FindingSection, type Subject, SystemLink, Witness } from "./parts.tsx";

type Reach = MissedSystem["reach"];

const REACHES: Record<Exclude<Reach, "elsewhere">, { text: string; label: string }> = {
  alternative: {
    text: "is never the pick, only a cheaper system beside it.",
    label: "For example",
  },
  outranked: {
    text:
      "is recommended by rules, but another system always leads and it is never an alternative.",
    label: "Recommended for",
  },
  dropped: {
    text: "fails a requirement of the answers whenever a rule that names it fires.",
    label: "Named for",
  },
  unreachable: { text: "is named only by rules that never fire.", label: "" },
  unnamed: { text: "is not named by any rule of any track.", label: "" },
};

type Props = Subject & { report: TrackReport };

/** The section on systems that no answers lead to. */
export function UnreachableSystems(props: Props): JSX.Element {
  const { report } = props;
  const found = report.missed.filter(({ reach }) =>
    reach !== "alternative" && reach !== "elsewhere"
  );
  return (
    <FindingSection
      id="unreachable"
      title="Systems that nobody can get"
      count={found.length}
      about="No answers on this track lead to them, as the pick or beside it."
      clear="Buyers can get every system that this track’s rules name."
      unfinished={report.unfinished.includes("systems")}
    >
      <SystemList {...props} systems={found} />
    </FindingSection>
  );
}

/** The section on systems that are only ever an alternative. */
export function SecondSystems(props: Props): JSX.Element {
  const { report } = props;
  const found = report.missed.filter(({ reach }) => reach === "alternative");
  return (
    <FindingSection
      id="second"
      title="Systems that only come second"
      count={found.length}
      about="This can be right: a plain system often appears beside a dearer pick."
      clear="Every system that buyers can get is the pick for some answers."
      unfinished={report.unfinished.includes("systems")}
    >
      <SystemList {...props} systems={found} />
    </FindingSection>
  );
}

function SystemList(
  { snapshot, track, systems }: Props & { systems: readonly MissedSystem[] },
): JSX.Element {
  return (
    <Findings>
      {systems.map(({ systemId, reach, witness }) => (
        <li key={systemId} class="py-2.5">
          <p>
            <SystemLink snapshot={snapshot} id={systemId} withTier />{" "}
            {reach !== "elsewhere" && REACHES[reach].text}
          </p>
          {witness && reach !== "elsewhere" && (
            <Witness
              snapshot={snapshot}
              track={track}
              label={REACHES[reach].label}
              optionIds={witness}
            />
          )}
        </li>
      ))}
    </Findings>
  );
}
