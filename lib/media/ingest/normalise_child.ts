/** The process that reads pictures. */
import { answerParent } from "../../apart/mod.ts";
import { normaliseHere } from "./normalise_here.ts";

await answerParent(({ head: { kind, from, path } }) =>
  normaliseHere({ kind, path: from }, path).catch((error) => ({ failure: String(error) }))
);
