/** Data that the CRM room stores for a session; the session room removes it with the session. */
import type { SessionParts } from "../session/mod.ts";
import { ACTIVITY_CHILDREN } from "./activity.ts";
import { CONTACT_CHILDREN } from "./association.ts";
import { forgetSessionsOfLeads } from "./queue.ts";

/**
 * Associations, their index entries and activity are deleted with the session; leads outlive it and lose their session
 * reference (spec §2.8, §2.9).
 */
export const CRM_SESSION_PARTS: SessionParts = {
  children: [CONTACT_CHILDREN, ACTIVITY_CHILDREN],
  references: [forgetSessionsOfLeads],
};
