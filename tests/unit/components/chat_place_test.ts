import assert from "node:assert/strict";
import { parsePlace } from "@/components/buyer/chat/place.ts";

Deno.test("parsePlace() reads the beginning of a list alone, because a form may be a megabyte (§4.5)", () => {
  const ids = Array.from({ length: 100 }, (_, at) => `system-${at}`);
  const read = (systems: string) => parsePlace(new URLSearchParams({ systems })).systemIds;
  assert.deepEqual(read(ids.join(", ")), ids);
  assert.deepEqual(read(`${"a,".repeat(6_000)}late`), ["a"]);
});
