/** The lead profile that staff see, keyed only by the opaque contact id (spec §2.10). Pure. */
import type { Factor, Snapshot } from "../catalog/mod.ts";
import type { SessionPayload } from "../session/mod.ts";
import {
  findStoredSystem,
  hotLeadFacts,
  type HotLeadRule,
  type HotLeadVerdict,
  judgeHotLead,
  tierOfStored,
} from "./hot_lead.ts";

/** A catalog record with its current name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** An answered factor with its labels. */
interface Need {
  readonly factorId: string;
  /** Name of the factor. */
  readonly factor: string;
  /** Labels of the chosen options, in the order in which the wizard offers them. */
  readonly answers: readonly string[];
}

/** The input of a profile: a form association and its session. */
export interface LeadSource {
  readonly contactId: string;
  readonly associatedAt: Date;
  readonly track: string | null;
  readonly payload: SessionPayload;
}

/** A lead profile. Its only reference to the person is the CRM's contact id. */
export interface LeadProfile {
  readonly contactId: string;
  readonly at: Date;
  readonly track: Named | null;
  readonly needs: readonly Need[];
  /** The answers as the session has them. */
  readonly optionIds: readonly string[];
  readonly recommendation: Named | null;
  readonly alternatives: readonly Named[];
  readonly viewed: readonly Named[];
  /** Budget tier of the recommended system. */
  readonly tier: { readonly label: string; readonly ordinal: number } | null;
  /** ISO 8601; null while some questions are open. */
  readonly completedAt: string | null;
  readonly verdict: HotLeadVerdict;
}

/**
 * Builds the profile of a lead with the names and labels of the current catalog. Retired systems, tracks and options
 * keep their names; a record that no longer exists is shown by its id.
 */
export function leadProfile(
  catalog: Snapshot,
  rule: HotLeadRule,
  { contactId, associatedAt, track, payload }: LeadSource,
): LeadProfile {
  const system = (id: string): Named => ({ id, name: findStoredSystem(catalog, id)?.name ?? id });
  const { recommendation } = payload;
  const tier = recommendation === null ? null : tierOfStored(catalog, recommendation);
  return {
    contactId,
    at: associatedAt,
    track: track === null ? null : trackNamed(catalog, track),
    needs: needsOf(catalog, payload),
    optionIds: Object.values(payload.answers).flat(),
    recommendation: recommendation === null ? null : system(recommendation),
    alternatives: payload.alternatives.map(system),
    viewed: payload.systems_viewed.map(system),
    tier: tier && { label: tier.label, ordinal: tier.ordinal },
    completedAt: payload.completed_at,
    verdict: judgeHotLead(rule, hotLeadFacts(catalog, payload)),
  };
}

function trackNamed({ catalog }: Snapshot, id: string): Named {
  return { id, name: catalog.tracks.find((track) => track.id === id)?.name ?? id };
}

/** The answered factors in ask order. Answers to a factor that does not exist are left out. */
function needsOf({ catalog }: Snapshot, { answers }: SessionPayload): Need[] {
  return catalog.factors.filter(({ id }) => Object.hasOwn(answers, id)).sort(inAskOrder)
    .map(({ id, name, options }) => {
      const chosen = [answers[id] ?? []].flat();
      const known = options.filter((option) => chosen.includes(option.id)).sort(inAskOrder);
      const unknown = chosen.filter((optionId) =>
        !options.some((option) => option.id === optionId)
      );
      return {
        factorId: id,
        factor: name,
        answers: [...known.map(({ label }) => label), ...unknown],
      };
    });
}

function inAskOrder(
  a: Pick<Factor, "position" | "id">,
  b: Pick<Factor, "position" | "id">,
): number {
  return a.position - b.position || (a.id < b.id ? -1 : 1);
}
