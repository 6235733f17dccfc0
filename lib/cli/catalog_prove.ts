/** `deno task catalog:prove`: checks that the demo catalog is complete and consistent. Exits 1 when it is not. */
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { compileSnapshot } from "../catalog/mod.ts";
import { formatProof, proveCatalog } from "../analysis/mod.ts";
import { say } from "./say.ts";
import { refuseArguments } from "./usage.ts";

await refuseArguments("deno task catalog:prove");
const proof = await proveCatalog(compileSnapshot(demoCatalog));
await say(formatProof(proof));
Deno.exit(proof.whole ? 0 : 1);
