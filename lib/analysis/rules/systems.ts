/** Systems that nobody can get, and systems that only ever come second. */
import type { System } from "../../catalog/mod.ts";
import type { Field } from "./measure.ts";
import { besideDearerLeads } from "./rules.ts";
import { findFewest } from "./search.ts";
import type { Work } from "./work.ts";

/** A system that never leads on a track. */
export interface MissedSystem {
  readonly systemId: string;
  /**
   * `alternative`: it is one for some answers. The others are never shown: `outranked` is surfaced but
   * never the lead nor cheaper than it, `dropped` falls short of whatever fires the rules that name it,
   * `unreachable` is named by rules that never fire, `elsewhere` by rules of other tracks alone, and
   * `unnamed` by no rule of any track.
   */
  readonly reach: "alternative" | "outranked" | "dropped" | "unreachable" | "elsewhere" | "unnamed";
  /** The smallest answer set that shows it; null where none can. */
  readonly witness: readonly string[] | null;
}

/** How far a system comes that never leads. */
export function* missedSystem(field: Field, system: System): Work<MissedSystem> {
  const { space } = field;
  const systemId = system.id;
  const own = space.boxes.filter((box) => box.system.id === systemId);
  const second = own.flatMap((box) => [...besideDearerLeads(space, box)]);
  const alternative = yield* findFewest(field, second);
  if (alternative) return { systemId, reach: "alternative", witness: alternative };
  const surfaced = yield* findFewest(field, own.map(({ region }) => ({ region, outside: [] })));
  if (surfaced) return { systemId, reach: "outranked", witness: surfaced };
  const naming = space.firing.filter(({ rule }) =>
    rule.outcomes.some((outcome) => outcome.systemId === systemId)
  );
  const fired = yield* findFewest(
    field,
    naming.flatMap(({ region }) => region ? [{ region, outside: [] }] : []),
  );
  if (fired) return { systemId, reach: "dropped", witness: fired };
  if (naming.length > 0) return { systemId, reach: "unreachable", witness: null };
  return {
    systemId,
    reach: isNamedByATrack(field, system) ? "elsewhere" : "unnamed",
    witness: null,
  };
}

function isNamedByATrack({ space: { snapshot } }: Field, system: System): boolean {
  const used = new Set([null, ...snapshot.tracks.map(({ id }) => id)].map(snapshot.ruleSetIdFor));
  return snapshot.rules.some(({ ruleSetId, outcomes }) =>
    used.has(ruleSetId) && outcomes.some(({ systemId }) => systemId === system.id)
  );
}
