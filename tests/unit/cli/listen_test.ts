import assert from "node:assert/strict";
import { listen, ListenError, requireFreeAddress } from "@/lib/cli/listen.ts";

const answer = () => new Response();

Deno.test("listen() serves, and names a port that is in use (design §8)", async () => {
  const server = listen({ port: 0, hostname: "127.0.0.1", onListen() {} }, answer);
  const { port } = server.addr;
  assert.throws(() => listen({ port, hostname: "127.0.0.1", onListen() {} }, answer), {
    name: "ListenError",
    code: "cannot_listen",
    message: `Cannot listen: the port ${port} is in use, set PORT to a free one or to 0 for any`,
  });
  await server.shutdown();
});

Deno.test("requireFreeAddress() refuses a port in use, and leaves a free one free (design §8)", async () => {
  const taken = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const address = { port: taken.addr.port, hostname: "127.0.0.1" };
  assert.throws(() => requireFreeAddress(address), {
    name: "ListenError",
    message:
      `Cannot listen: the port ${address.port} is in use, set PORT to a free one or to 0 for any`,
  });
  taken.close();
  requireFreeAddress(address);
  await listen({ ...address, onListen() {} }, answer).shutdown();
});

for (const hostname of ["999.1.1.1", "192.0.2.1"]) {
  Deno.test(`listen() names HOST and PORT when it cannot listen on ${hostname} (design §8)`, () => {
    assert.throws(() => listen({ port: 0, hostname, onListen() {} }, answer), (error) => {
      assert.ok(error instanceof ListenError);
      assert.ok(error.message.startsWith(`Cannot listen on HOST "${hostname}" with PORT 0: `));
      return true;
    });
  });
}
