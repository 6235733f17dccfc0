import { DatabaseError } from "../db/mod.ts";
import { type LeadOutcome, type LeadServices, takeLead } from "./take.ts";

/**
 * Takes a lead for a page that goes on without a database: null where the lead could not be stored, so that the page
 * can keep what was typed. Otherwise it is {@linkcode takeLead}.
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
