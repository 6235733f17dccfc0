/** HEAD requests to a server on a port (RFC 9110 §9.3.2). */
import assert from "node:assert/strict";
import { startApp } from "../helpers/app.ts";
import { parseRaw, sendRaw } from "../helpers/raw_http.ts";

const COMPARED = ["content-length", "content-type", "content-encoding", "etag", "vary"] as const;

Deno.test("HEAD has the status and headers of GET, compressed or not (RFC 9110 §9.3.2)", async () => {
  await using app = await startApp({ styles: true });
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, app.handler);
  const html = await (await app.request("/")).text();
  const stylesheet = /href="(\/styles\.css[^"]*)"/.exec(html)?.[1] ?? "";
  const paths = ["/", "/api/systems", "/api/recommendation", "/health", "/nonesuch", stylesheet];
  for (const path of [...paths, "/api/nonesuch", "/media/nonesuch/w640.webp"]) {
    for (const encoding of ["identity", "gzip"]) {
      const ask = async (method: string) =>
        await sendRaw(
          server.addr.port,
          `${method} ${path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\nAccept-Encoding: ${encoding}\r\n\r\n`,
        );
      const [get, head] = [await ask("GET"), await ask("HEAD")];
      const about = `${path} ${encoding}`;
      assert.equal(head.split("\r\n\r\n")[1], "", about);
      assert.equal(parseRaw(head).status, parseRaw(get).status, about);
      for (const name of COMPARED) {
        if (name === "content-length" && parseRaw(get).headers.get("content-encoding") === "gzip") {
          assert.ok(Number(parseRaw(head).headers.get(name)) > 0, about);
          continue;
        }
        const [ours, theirs] = [head, get].map((answer) => parseRaw(answer).headers.get(name));
        assert.equal(ours, theirs, `${about}: ${name}`);
      }
    }
  }
});
