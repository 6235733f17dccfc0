/** `deno task openapi`: prints the OpenAPI document. */
import { openApiDocument } from "../api/mod.ts";
import { say } from "./say.ts";
import { refuseArguments } from "./usage.ts";

await refuseArguments("deno task openapi");
await say(JSON.stringify(openApiDocument(), null, 2));
