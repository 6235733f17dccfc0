/** `deno task catalog:prove [samples]`: proves the demo catalog whole; exits 1 when it is not. */
import { demoCatalog } from "../../migrations/seed/demo/mod.ts";
import { compileSnapshot } from "../catalog/mod.ts";
import { formatProof, proveCatalog } from "../selection/mod.ts";

const SEED = 20_260;

const samples = Number(Deno.args[0] ?? 10_000);
if (!Number.isInteger(samples) || samples < 1) {
  await Deno.stderr.write(new TextEncoder().encode("Cannot sample: give a whole number above 0\n"));
  Deno.exit(1);
}
const proof = proveCatalog(compileSnapshot(demoCatalog), { samples, seed: SEED });
await Deno.stdout.write(new TextEncoder().encode(formatProof(proof)));
Deno.exit(proof.whole ? 0 : 1);
