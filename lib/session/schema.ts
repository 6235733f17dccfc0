/** Schemas of a session, as stored and on the wire (spec §2.5, design §7). */
import { z } from "zod";
import { ID_PATTERN } from "../text/mod.ts";

const Identifier = z.string().regex(ID_PATTERN);

/** Returns whether a value is an identifier (spec §2.5), the only kind of text that a session stores. */
export function isIdentifier(value: unknown): value is string {
  return typeof value === "string" && ID_PATTERN.test(value);
}

/** A buyer's answer to one factor: one option id, or several. */
const Answer = z.union([Identifier, z.array(Identifier)]);
export type Answer = z.infer<typeof Answer>;

/** The payload of a session: identifiers and one timestamp. */
export const SessionPayload = z.strictObject({
  recommendation: Identifier.nullable().describe("Id of the system recommended"),
  alternatives: z.array(Identifier).describe("Ids of the cheaper systems that would also do"),
  systems_viewed: z.array(Identifier).describe("Ids of the systems looked at"),
  completed_at: z.iso.datetime().nullable().describe("When the last question was answered"),
  answers: z.record(Identifier, Answer).describe("Option id or ids, by the id of the factor"),
}).meta({ id: "SessionPayload" });
export type SessionPayload = z.infer<typeof SessionPayload>;

/** The body of `PUT /api/session` for the API description; the sanitizer drops everything else. */
export const SessionBody = z.object({
  recommendation: SessionPayload.shape.recommendation.optional(),
  alternatives: SessionPayload.shape.alternatives.optional(),
  systems_viewed: SessionPayload.shape.systems_viewed.optional(),
  completed_at: z.iso.datetime({ offset: true }).nullable().optional()
    .describe("When the last question was answered"),
}).catchall(Answer).meta({
  id: "SessionBody",
  description: "An answer is a property `answer:<factorId>` that holds an option id or several",
});

/** The response of `PUT /api/session`. */
export const SessionSaved = z.strictObject({
  ok: z.literal(true),
  session: SessionPayload.describe("What was kept of the body"),
  expiresAt: z.iso.datetime().describe("When the session ends, unless consent changes"),
  filled: z.boolean().optional().describe(
    "With `fill=1`: whether the session lacked any of the body",
  ),
}).meta({ id: "SessionSaved" });
export type SessionSaved = z.infer<typeof SessionSaved>;

/** The response of `POST /api/session/events`. */
export const EventsRecorded = z.strictObject({
  ok: z.literal(true),
  recorded: z.int().nonnegative().describe("0 without measurement consent"),
}).meta({ id: "EventsRecorded" });

/** The response of `GET /api/session/recognition`. */
export const Recognition = z.strictObject({
  recognised: z.boolean().describe("Whether the visitor is a contact who agreed to be known"),
  firstName: z.string().nullable().describe("For a greeting; never stored"),
}).meta({ id: "Recognition" });

const Milliseconds = z.int().nonnegative();

/** A session as stored in Deno KV. Times are milliseconds since 1970. */
export const SessionRecord = z.strictObject({
  payload: SessionPayload,
  track: Identifier.nullable(),
  consent: z.strictObject({ measurement: z.boolean(), marketing: z.boolean() }),
  createdAt: Milliseconds,
  updatedAt: Milliseconds,
  expiresAt: Milliseconds,
});
export type SessionRecord = z.infer<typeof SessionRecord>;
