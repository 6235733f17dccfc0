/** `deno task catalog:prove [SAMPLES]`: proves the demo catalog whole; exits 1 when it is not. */
import { demoCatalog } from "../../migrations/seed/demo/mod.ts";
import { compileSnapshot } from "../catalog/mod.ts";
import { formatProof, proveCatalog } from "../proof/mod.ts";
import { exitWith } from "./exit.ts";
import { say } from "./say.ts";

const SEED = 20_260;

const samples = Number(Deno.args[0] ?? 10_000);
if (!Number.isInteger(samples) || samples < 1) {
  await exitWith("Cannot sample: give a whole number above 0");
}
const proof = proveCatalog(compileSnapshot(demoCatalog), { samples, seed: SEED });
await say(formatProof(proof));
Deno.exit(proof.whole ? 0 : 1);
