import { z } from "zod";
import { repeatable } from "../http/mod.ts";

/** Schema of a step's form: the fields of its URL, and the choices. Missing fields are empty. */
export const StepForm = z.object({
  track: z.string().default(""),
  options: z.string().default(""),
  return: z.string().default(""),
  from: z.string().default(""),
  known: z.string().default(""),
  intent: z.string().default(""),
  choice: repeatable(z.array(z.string()).max(100, "too many choices").default([])),
});
