/** Finds systems that never lead, and says whether buyers can see them at all. */
import type { System } from "@/lib/catalog/mod.ts";
import type { Steps } from "@/lib/timing/mod.ts";
import type { Field } from "./measure.ts";
import { besideDearerLeads } from "./rules.ts";
import { findFewest } from "./search.ts";

/** A system that never leads on a track. */
export interface MissedSystem {
  readonly systemId: string;
  /**
   * How far the system gets:
   * - `alternative`: it is an alternative for some answers. Under every other value buyers never see it.
   * - `outranked`: it is surfaced, but never as the lead, and never cheaper than the lead.
   * - `dropped`: every answer set that fires a rule naming it also requires something it lacks.
   * - `unreachable`: only rules that never fire name it.
   * - `elsewhere`: only rules of other tracks name it.
   * - `unnamed`: no rule of any track names it.
   */
  readonly reach: "alternative" | "outranked" | "dropped" | "unreachable" | "elsewhere" | "unnamed";
  /** A smallest answer set that shows it; null for the last three values. */
  readonly witness: readonly string[] | null;
}

/** Determines the reach of a system that never leads on the track. */
export function* missedSystem(field: Field, system: System): Steps<MissedSystem> {
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
