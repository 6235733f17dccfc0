/** A separate process that reports the environment it was started with. */
import { answerParent } from "@/lib/apart/mod.ts";

await answerParent(() => Promise.resolve({ environment: Deno.env.toObject() }));
