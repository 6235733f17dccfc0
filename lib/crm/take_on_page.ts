import { DatabaseError } from "../db/mod.ts";
import { type LeadOutcome, type LeadServices, takeLead } from "./take.ts";

/**
 * Runs {@linkcode takeLead} for a page that must work without the database. Returns null when the lead could not be
 * stored, so that the page can keep the typed input.
 */
export async function takeLeadOnPage(
  services: LeadServices,
  request: Request,
  input: unknown,
): Promise<LeadOutcome | null> {
  try {
    return await takeLead(services, request, input);
  } catch (error) {
    if (error instanceof DatabaseError) return null;
    throw error;
  }
}
