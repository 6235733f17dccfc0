/** Addresses that are made for a lead: a template of the settings, filled in for the recommended system. Pure. */

/** What a template is filled in with. */
export interface DeepLinkValues {
  /** Id of the recommended system. */
  readonly system: string;
  /** Its name. */
  readonly name: string;
}

/** The placeholders of a template, as they are written in it. */
export const DEEP_LINK_PLACEHOLDERS = ["{system}", "{name}"] as const;

/** Longest template, and longest address made of one. */
export const MAX_DEEP_LINK = 500;

const PLACEHOLDER = /\{([a-z]+)\}/g;

/** What stands in for every placeholder while a template is checked. */
const SAMPLE: DeepLinkValues = { system: "x", name: "x" };

/**
 * What is wrong with a template, as a sentence; null for one that can be used. It must be a web address, name no other
 * placeholder than {@linkcode DEEP_LINK_PLACEHOLDERS}, and have them in its path, query or fragment alone, so that the
 * name of a system can never choose the host.
 */
export function deepLinkFault(
  template: string,
  { placeholders = true }: { placeholders?: boolean } = {},
): string | null {
  if (template.length > MAX_DEEP_LINK) return `Use at most ${MAX_DEEP_LINK} characters`;
  const named = [...template.matchAll(PLACEHOLDER)].map(([text]) => text);
  if (!placeholders && named.length > 0) {
    return "Leave the placeholder out: this address is the same for everyone";
  }
  const unknown = named.find((text) => !DEEP_LINK_PLACEHOLDERS.some((known) => known === text));
  if (unknown !== undefined) {
    return `Use ${DEEP_LINK_PLACEHOLDERS.join(" or ")}: ${unknown} stands for nothing`;
  }
  const bare = template.replaceAll(PLACEHOLDER, "");
  if (/[{}\s\\]/.test(bare)) {
    return "Remove the braces, blanks and backslashes that are no placeholder";
  }
  if (!/^https?:\/\//i.test(template) || !URL.canParse(fill(template, SAMPLE))) {
    return "Enter a web address that begins with https://";
  }
  const { username, password } = new URL(fill(template, SAMPLE));
  if (username !== "" || password !== "") {
    return "Remove the name and the password from the address";
  }
  const host = template.replace(/^https?:\/\//i, "").split(/[/?#]/, 1)[0] ?? "";
  return host.includes("{") ? "Put the placeholder behind the name of the host" : null;
}

/** Fills a template in; null where there is none, it cannot be used, or the address would be too long. */
export function deepLink(template: string | null, values: DeepLinkValues): string | null {
  if (template === null || deepLinkFault(template) !== null) return null;
  const { href } = new URL(fill(template, values));
  return href.length <= MAX_DEEP_LINK ? href : null;
}

function fill(template: string, values: DeepLinkValues): string {
  return template.replaceAll("{system}", () => encodeURIComponent(values.system.toWellFormed()))
    .replaceAll("{name}", () => encodeURIComponent(values.name.toWellFormed()));
}
