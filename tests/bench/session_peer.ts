/**
 * The peer of the session benchmark: a bare `Deno.serve` on `PORT` that stores each body. Argument: the Deno KV file.
 */
const kv = await Deno.openKv(Deno.args[0]);

Deno.serve(
  { port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1", onListen() {} },
  async (req) => {
    if (req.method === "PUT") {
      await kv.set(
        ["sessions", req.headers.get("cookie") ?? ""],
        await req.json(),
      );
    }
    return Response.json({ ok: true });
  },
);
