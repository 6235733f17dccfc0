/**
 * Privacy: what staff decide about the data of visitors. What a visitor has agreed to is the consent room's; a setting
 * can only withhold what consent would allow, never grant what it does not.
 */
export { openPrivacySettings, PRIVACY_ID, privacyEntity, PrivacySettings } from "./settings.ts";
