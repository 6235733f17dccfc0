/** A process apart that tells what it was started with. */
import { answerParent } from "../../lib/apart/mod.ts";

await answerParent(() => Promise.resolve({ environment: Deno.env.toObject() }));
