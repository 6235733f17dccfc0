/** What the CRM keeps of sessions, for whoever removes them. */
import type { SessionParts } from "../session/mod.ts";
import { ACTIVITY_CHILDREN } from "./activity.ts";
import { CONTACT_CHILDREN } from "./association.ts";
import { forgetSessionsOfLeads } from "./queue.ts";

/** Associations and their places in the index go with the session; leads outlive it, and forget it (spec §2.8, §2.9). */
export const CRM_SESSION_PARTS: SessionParts = {
  children: [CONTACT_CHILDREN, ACTIVITY_CHILDREN],
  references: [forgetSessionsOfLeads],
};
