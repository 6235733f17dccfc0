/** Deep links for a lead: URL templates from the settings, filled in for the recommended system (spec §2.7). Pure. */

/** Values for the placeholders of a template. */
interface DeepLinkValues {
  /** Id of the recommended system. */
  readonly system: string;
  /** Name of the recommended system. */
  readonly name: string;
}

/** The placeholders that a template may contain. */
const DEEP_LINK_PLACEHOLDERS = ["{system}", "{name}"] as const;

/** Longest template, and longest URL that it may produce, in characters. */
const MAX_DEEP_LINK = 500;

const PLACEHOLDER = /\{([a-z]+)\}/g;

/** Values that stand in for the placeholders while a template is validated. */
const SAMPLE: DeepLinkValues = { system: "x", name: "x" };

/**
 * Validates a template. Returns a message for staff, or null when the template is usable. It must be an http or https
 * URL, contain only {@linkcode DEEP_LINK_PLACEHOLDERS}, and have them in the path, query or fragment only, so that a
 * system's name can never choose the host. With `placeholders: false`, it may contain none.
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

/**
 * Fills in a template. Returns null when there is no template, it is invalid, or the URL would be longer than
 * {@linkcode MAX_DEEP_LINK}.
 */
export function deepLink(template: string | null, values: DeepLinkValues): string | null {
  if (template === null || deepLinkFault(template) !== null) return null;
  const { href } = new URL(fill(template, values));
  return href.length <= MAX_DEEP_LINK ? href : null;
}

function fill(template: string, values: DeepLinkValues): string {
  return template.replaceAll("{system}", () => encodeURIComponent(values.system.toWellFormed()))
    .replaceAll("{name}", () => encodeURIComponent(values.name.toWellFormed()));
}
