import assert from "node:assert/strict";
import { failure, success } from "@/lib/crm/client/result.ts";
import { updateById } from "@/lib/crm/upsert.ts";

Deno.test("an update is sent six times at most when the CRM refuses one value after the other (§4.10)", async () => {
  const sent: number[] = [];
  const client: Parameters<typeof updateById>[0] = {
    getContact: () =>
      Promise.resolve(success({ id: "7", emailAddress: null, firstName: null, raw: {} })),
    updateContact: (_contact, values) => {
      sent.push(values.size);
      const refusedFields = [...values.keys()].slice(0, 1);
      return Promise.resolve(failure("http", "refused", { status: 400, refusedFields }));
    },
  };
  const ids = Array.from({ length: 10 }, (_, at) => `${100_201 + at}`);
  const values = new Map(ids.map((id) => [id, "x"]));
  const result = await updateById(client, { id: "7", values }, AbortSignal.timeout(10_000));
  assert.deepEqual(sent, [10, 9, 8, 7, 6, 5]);
  assert.deepEqual(result.ok && result.value?.dropped, ids);
});
