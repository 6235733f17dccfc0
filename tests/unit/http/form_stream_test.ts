/** Multipart forms, parsed while they arrive. */
import assert from "node:assert/strict";
import { AppError, streamForm } from "@/lib/http/mod.ts";

const LIMITS = { maxBytes: 1_000_000, maxFiles: 3, maxFields: 3, maxFieldBytes: 100 };
const TYPE = "multipart/form-data; boundary=b";

function part(head: string, body: string): string {
  return `--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
}

const file = (name: string, body: string) => part(`name="files"; filename="${name}"`, body);

/** Returns a request whose body arrives in chunks of `size` bytes. */
function requestOf(text: string, size = 7, type = TYPE): Request {
  const bytes = new TextEncoder().encode(text);
  const pieces = (function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
  })();
  const body = ReadableStream.from(pieces);
  return new Request("http://localhost/", {
    method: "POST",
    headers: { "content-type": type },
    body,
  });
}

/** Returns the parts of a form; unless `whole`, only the first chunk of each file is read. */
async function readParts(
  request: Request,
  { whole = true, limits = LIMITS } = {},
): Promise<string[]> {
  const parts: string[] = [];
  await streamForm(request, limits, {
    field: (name, value) => {
      parts.push(`${name}=${value}`);
    },
    async file({ field, fileName, body }) {
      const decoder = new TextDecoder();
      let text = "";
      for await (const chunk of body) {
        text += decoder.decode(chunk, { stream: true });
        if (!whole) break;
      }
      parts.push(`${field}:${fileName}=${whole ? text : "begun"}`);
    },
  });
  return parts;
}

Deno.test("streamForm() reads the parts in order, whatever the size of the chunks", async () => {
  const form = part('name="intent"', "files") + file("a.png", "A\r\nB") + file("ü.png", "") +
    part('name="last"', "grün") + "--b--\r\n";
  for (const size of [1, 7, 64, 10_000]) {
    assert.deepEqual(await readParts(requestOf(form, size)), [
      "intent=files",
      "files:a.png=A\r\nB",
      "files:ü.png=",
      "last=grün",
    ]);
  }
});

Deno.test("streamForm() skips the unread rest of a file", async () => {
  const form = file("a", "x".repeat(200_000)) + file("b", "y".repeat(200_000)) +
    part('name="c"', "d") + "--b--\r\n";
  const parts = await readParts(requestOf(form, 16_384), { whole: false });
  assert.deepEqual(parts, ["files:a=begun", "files:b=begun", "c=d"]);
});

const REFUSED: readonly (readonly [what: string, request: () => Request, kind: string])[] = [
  ["another type", () => requestOf("a=b", 7, "text/plain"), "unsupported_media_type"],
  ["no boundary", () => requestOf("a", 7, "multipart/form-data"), "invalid"],
  ["no part", () => requestOf("nothing like a form"), "invalid"],
  ["an empty body", () => requestOf(""), "invalid"],
  ["no end", () => requestOf(file("a", "x")), "invalid"],
  [
    "no end within a file",
    () => requestOf(file("a", "x".repeat(100_000)).slice(0, -50_000), 999),
    "invalid",
  ],
  ["too many files", () => requestOf(`${file("a", "x").repeat(4)}--b--\r\n`), "invalid"],
  ["too many fields", () => requestOf(`${part('name="a"', "x").repeat(4)}--b--\r\n`), "invalid"],
  [
    "too many bytes",
    () => requestOf(`${file("a", "x".repeat(2_000_000))}--b--\r\n`, 9999),
    "too_large",
  ],
];

for (const [what, request, kind] of REFUSED) {
  Deno.test(`streamForm() refuses a form with ${what}`, async () => {
    for (const whole of [true, false]) {
      await assert.rejects(readParts(request(), { whole }), (error) => {
        assert.ok(error instanceof AppError, String(error));
        assert.equal(error.kind, kind);
        return true;
      });
    }
  });
}

Deno.test("streamForm() times out while a body stalls", async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  writer.write(new TextEncoder().encode(file("a", "x").slice(0, -2))).catch(() => {});
  const request = new Request("http://localhost/", {
    method: "POST",
    headers: { "content-type": TYPE },
    body: readable,
  });
  const limits = { ...LIMITS, timeoutMs: 50 };
  await assert.rejects(
    readParts(request, { limits }),
    (error) => error instanceof AppError && error.kind === "timeout",
  );
});

Deno.test("streamForm() rethrows the error of a callback, and reads no further file", async () => {
  let files = 0;
  const taking = streamForm(requestOf(`${file("a", "x").repeat(3)}--b--\r\n`), LIMITS, {
    field() {},
    file() {
      files++;
      return Promise.reject(new RangeError("full"));
    },
  });
  await assert.rejects(taking, RangeError);
  assert.equal(files, 1);
});

for (
  const [what, begun] of [
    ["a field", part('name="kind"', "x")],
    ["a file", file("a", "x")],
  ] as const
) {
  Deno.test(`streamForm() ends at once when ${what} is refused, even while the body stalls`, async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    writer.write(new TextEncoder().encode(`${begun}--b\r\n`)).catch(() => {});
    const request = new Request("http://localhost/", {
      method: "POST",
      headers: { "content-type": TYPE },
      body: readable,
    });
    const began = performance.now();
    const taking = streamForm(request, { ...LIMITS, timeoutMs: 20_000 }, {
      field() {
        throw new RangeError("refused");
      },
      file: () => Promise.reject(new RangeError("refused")),
    });
    await assert.rejects(taking, RangeError);
    assert.ok(performance.now() - began < 15_000, "long before the time limit of its body");
  });
}
