/**
 * Privacy: what staff decide about the data of visitors, and what of a request may be used by that. What a visitor has
 * agreed to is the consent room's; a setting can only withhold what consent would allow, never grant what it does not.
 */
export { type CoarsePlace, coarsePlace, type PlaceServices } from "./place.ts";
export { openPrivacySettings, PRIVACY_ID, privacyEntity, PrivacySettings } from "./settings.ts";
