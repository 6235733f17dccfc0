/** The entry point of the child process that {@linkcode normalise} starts. */
import { answerParent } from "@/lib/apart/mod.ts";
import { normaliseHere } from "./normalise_here.ts";

await answerParent(({ head: { kind, from, path }, body }) =>
  normaliseHere({ kind, path: from, drawing: body }, path).catch((error) => ({
    failure: String(error),
  }))
);
