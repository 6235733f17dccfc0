/** A lead as staff see it: what the buyer needs and what they were told, by the contact's number alone (spec §2.10). Pure. */
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

/** A record of the catalog, named as it is now. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** An answered factor in words. */
export interface Need {
  readonly factorId: string;
  /** The question's noun. */
  readonly factor: string;
  /** Labels of the chosen options, in the order in which they are offered. */
  readonly answers: readonly string[];
}

/** What a profile is made of: a form association and the session behind it. */
export interface LeadSource {
  readonly contactId: string;
  readonly associatedAt: Date;
  readonly track: string | null;
  readonly payload: SessionPayload;
}

/** A lead. It holds nothing of the person but the number that the CRM has for them. */
export interface LeadProfile {
  readonly contactId: string;
  readonly at: Date;
  readonly track: Named | null;
  readonly needs: readonly Need[];
  readonly recommendation: Named | null;
  readonly alternatives: readonly Named[];
  readonly viewed: readonly Named[];
  /** Of the recommended system. */
  readonly tier: { readonly label: string; readonly ordinal: number } | null;
  /** ISO 8601; null while some questions are open. */
  readonly completedAt: string | null;
  readonly verdict: HotLeadVerdict;
}

/** Tells a lead in the words of the catalog as it is now; what was retired since keeps its name. */
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

/** The answered factors in the order in which they are asked. A factor that was never there has no words. */
function needsOf({ catalog }: Snapshot, { answers }: SessionPayload): Need[] {
  return catalog.factors.filter(({ id }) => Object.hasOwn(answers, id)).sort(inAskOrder)
    .map(({ id, name, options }) => {
      const chosen = [answers[id] ?? []].flat();
      const known = options.toSorted(inAskOrder).filter((option) => chosen.includes(option.id));
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
