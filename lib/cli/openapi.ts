/** `deno task openapi`: print the OpenAPI document. */
import { openApiDocument } from "../api/mod.ts";
import { say } from "./say.ts";

await say(JSON.stringify(openApiDocument(), null, 2));
