import { DatabaseError } from "../db/mod.ts";
import { checkLead } from "./lead.ts";
import { meantAddress } from "./misspelt.ts";
import { type LeadOutcome, type LeadServices, takeLead } from "./take.ts";

/**
 * Runs {@linkcode takeLead} for a page that must work without the database. Returns null when the lead could not be
 * stored, so that the page can keep the typed input. An address that looks misspelt is refused once: `asked` is the one
 * that the buyer was asked about, and sent again.
 */
export async function takeLeadOnPage(
  services: LeadServices,
  request: Request,
  { asked, ...input }: Readonly<Record<string, unknown>>,
): Promise<LeadOutcome | null> {
  const checked = checkLead(input);
  const meant = checked.ok && input.email !== asked ? meantAddress(checked.lead.email) : null;
  if (meant !== null) {
    const email = `Did you mean ${meant}? If not, send it again as it is.`;
    return { ok: false, fields: { email } };
  }
  try {
    return await takeLead(services, request, input);
  } catch (error) {
    if (error instanceof DatabaseError) return null;
    throw error;
  }
}
