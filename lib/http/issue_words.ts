/** Plain-English messages for zod issues. */
import type { z } from "zod";
import { formatList } from "../text/mod.ts";

/** Names of value types, with their article. */
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

/** Most allowed values listed in a message. */
const MAX_CHOICES = 20;

/**
 * Describes a zod issue whose schema has no message of its own. The message contains no pattern and no part of the
 * input. Returns undefined to keep zod's own message.
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
        ? `Use ${formatList(issue.values.map((value) => JSON.stringify(value)), "or")}`
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
