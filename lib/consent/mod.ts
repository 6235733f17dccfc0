/**
 * Consent: what the visitor has agreed to, as the consent platform's cookie says (spec §5).
 *
 * Two *tiers*, measurement and marketing, each tied to a *purpose* of the platform by configuration.
 * Nothing is agreed to unless the cookie says so in so many words: every other shape, every doubt and
 * every error mean no. The cookie is read on each request and never kept.
 */
export { type Consent, type ConsentConfig, NO_CONSENT, readConsent } from "./read.ts";
