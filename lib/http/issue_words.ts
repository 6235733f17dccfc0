import type { z } from "zod";

const CHOICE = new Intl.ListFormat("en", { type: "disjunction" });

/** What a value of each type is called. */
const TYPES: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a text",
};

const FORMATS: Readonly<Record<string, string>> = {
  date: "Use a date such as 2026-05-04",
  datetime: "Use a date and time such as 2026-05-04T09:00:00Z",
  email: "Use an e-mail address",
  url: "Use a URL",
  uuid: "Use a UUID",
};

/** Choices that are named to whoever made none of them. */
const MAX_CHOICES = 20;

/**
 * Says in words what is wrong with a value where its schema says nothing of its own. Names no pattern, and nothing of what
 * came in. Undefined where the schema library's own words are to stand.
 */
export const describeIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return "Required";
  switch (issue.code) {
    case "invalid_type": {
      const type = TYPES[issue.expected];
      return type && `Use ${type}`;
    }
    case "invalid_value":
      return issue.values.length <= MAX_CHOICES
        ? `Use ${CHOICE.format(issue.values.map((value) => JSON.stringify(value)))}`
        : "Use one of the values that are allowed";
    case "too_big":
      return `Use at most ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`;
    case "too_small":
      return `Use at least ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`;
    case "invalid_format":
      return FORMATS[issue.format] ?? "Use the form that this takes";
    case "unrecognized_keys":
      return "Leave out what this does not take";
    case "invalid_union":
      return "Use one of the forms that this takes";
  }
};

function unitOf(origin: string, count: number | bigint): string {
  if (origin === "string") return count === 1 ? " character" : " characters";
  if (origin === "array" || origin === "set") return count === 1 ? " entry" : " entries";
  return "";
}
