/** Forms with files, whole and broken (design §7). */
import assert from "node:assert/strict";
import { AppError, readUpload } from "@/lib/http/mod.ts";

const LIMITS = { maxBytes: 1_000, maxParts: 3 };

function post(body: string | FormData, type?: string): Request {
  return new Request("http://localhost/", {
    method: "POST",
    body,
    ...(type !== undefined && { headers: { "content-type": type } }),
  });
}

const part = (boundary: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="a"\r\n\r\nv\r\n`;
const form = (boundary: string, parts = 1) => `${part(boundary).repeat(parts)}--${boundary}--\r\n`;

Deno.test("readUpload() reads fields and files as they were sent", async () => {
  const sent = new FormData();
  sent.append("type", "blog");
  sent.append("files", new File(["\r\n--x--\r\n"], "ä b.md", { type: "text/markdown" }));
  const read = await readUpload(post(sent), LIMITS);
  const file = read.get("files");
  assert.equal(read.get("type"), "blog");
  assert.ok(file instanceof File);
  assert.deepEqual([file.name, file.type], ["ä b.md", "text/markdown"]);
  assert.equal(await file.text(), "\r\n--x--\r\n");
});

Deno.test("readUpload() finds the boundary in every notation of the Content-Type", async () => {
  const types = [
    "multipart/form-data; boundary=abc",
    'multipart/form-data; boundary="abc"',
    "Multipart/Form-Data; charset=utf-8; boundary=abc; x=y",
    "multipart/form-data;boundary=abc",
  ];
  for (const type of types) {
    assert.equal((await readUpload(post(form("abc"), type), LIMITS)).get("a"), "v", type);
  }
  const spaced = post(form("a b"), 'multipart/form-data; boundary="a b"');
  assert.equal((await readUpload(spaced, LIMITS)).get("a"), "v");
});

Deno.test("readUpload() refuses broken, oversized and other bodies", async () => {
  const type = "multipart/form-data; boundary=abc";
  const cases: readonly [what: string, request: Request, kind: string][] = [
    ["another type", post("a=b", "application/x-www-form-urlencoded"), "unsupported_media_type"],
    [
      "another character set",
      post(form("abc"), `${type}; charset=latin1`),
      "unsupported_media_type",
    ],
    ["no boundary", post(form("abc"), "multipart/form-data"), "invalid"],
    ["another boundary", post(form("other"), type), "invalid"],
    ["no end", post(part("abc"), type), "invalid"],
    ["an empty body", post("", type), "invalid"],
    ["too many parts", post(form("abc", 4), type), "invalid"],
    ["too many bytes", post(form("abc", 20), type), "too_large"],
  ];
  for (const [what, request, kind] of cases) {
    await assert.rejects(
      readUpload(request, LIMITS),
      (error) => error instanceof AppError && error.kind === kind,
      what,
    );
  }
  assert.equal((await readUpload(post(form("abc", 3), type), LIMITS)).getAll("a").length, 3);
});
