/**
 * Consent: what a visitor has agreed to, by the cookie of the consent platform (spec §5).
 *
 * The two *tiers*, measurement and marketing, are each mapped to a *purpose* of the platform by configuration. A tier
 * is granted only if the cookie explicitly says so; any other shape, doubt or error means no consent. The cookie is
 * read on each request and never cached.
 */
export { type Consent, NO_CONSENT, readConsent } from "./read.ts";
