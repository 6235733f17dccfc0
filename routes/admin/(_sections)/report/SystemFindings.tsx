/** Systems that no answers lead to, and systems that are only ever an alternative. */
import type { ComponentProps, JSX } from "preact";
import type { MissedSystem } from "@/lib/analysis/mod.ts";
import { Finding, Findings, FindingSection, type Subject, SystemLink } from "./parts.tsx";

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

/** The section on systems that no answers lead to. */
export function UnreachableSystems(subject: Subject): JSX.Element {
  return (
    <MissedSystems
      id="unreachable"
      title="Systems that nobody can get"
      about="No answers on this track lead to them, as the pick or beside it."
      clear="Buyers can get every system that this track’s rules name."
      of={subject}
      isOne={(reach) => reach !== "alternative"}
    />
  );
}

/** The section on systems that are only ever an alternative. */
export function SecondSystems(subject: Subject): JSX.Element {
  return (
    <MissedSystems
      id="second"
      title="Systems that only come second"
      about="This can be right: a plain system often appears beside a dearer pick."
      clear="Every system that buyers can get is the pick for some answers."
      of={subject}
      isOne={(reach) => reach === "alternative"}
    />
  );
}

interface MissedSystemsProps
  extends Pick<ComponentProps<typeof FindingSection>, "id" | "title" | "about" | "clear"> {
  of: Subject;
  /** Whether the section lists the systems of this reach. */
  isOne: (reach: Reach) => boolean;
}

function MissedSystems({ of, isOne, ...section }: MissedSystemsProps): JSX.Element {
  const { missed, unfinished } = of.report;
  const found = missed.flatMap(({ reach, ...system }) =>
    reach !== "elsewhere" && isOne(reach) ? [{ ...system, ...REACHES[reach] }] : []
  );
  return (
    <FindingSection
      {...section}
      count={found.length}
      unfinished={unfinished.includes("systems")}
    >
      <Findings>
        {found.map(({ systemId, text, label, witness }) => (
          <Finding key={systemId} of={of} label={label} witness={witness}>
            <SystemLink snapshot={of.snapshot} id={systemId} withTier /> {text}
          </Finding>
        ))}
      </Findings>
    </FindingSection>
  );
}
