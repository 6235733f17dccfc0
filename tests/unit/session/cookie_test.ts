import assert from "node:assert/strict";
import {
  newSessionId,
  noSessionCookie,
  readSessionId,
  sessionCookie,
  withSessionId,
} from "@/lib/session/cookie.ts";
import { ID_PATTERN } from "@/lib/text/mod.ts";

const ID = "abcdefghijklmnopqrstu-";

Deno.test("newSessionId() returns random bits as an identifier in base64url (§2.5, design §7)", () => {
  const ids = Array.from({ length: 2_000 }, newSessionId);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(ids.filter((id) => !ID_PATTERN.test(id)), []);
  const bytes = ids.map((id) => Uint8Array.fromBase64(id, { alphabet: "base64url" }));
  assert.ok(bytes.every(({ length }) => length === 16));
  for (let bit = 0; bit < 128; bit++) {
    const share = bytes.filter((id) => ((id[bit >> 3] ?? 0) >> (bit & 7)) & 1).length / ids.length;
    assert.ok(share > 0.4 && share < 0.6, `bit ${bit} is set in ${share} of the ids`);
  }
});

const READ: [what: string, header: string | null, id: string | null][] = [
  ["no header", null, null],
  ["an empty header", "", null],
  ["its cookie", `ns_session=${ID}`, ID],
  ["its cookie among others", `a=b; ns_session=${ID};c=d`, ID],
  ["its cookie twice", `ns_session=${ID}; ns_session=${ID}`, ID],
  ["two different ids", `ns_session=${ID}; ns_session=${ID.toUpperCase()}`, null],
  ["an id beside an empty value", `ns_session=; ns_session=${ID}`, null],
  ["an id with one character less", `ns_session=${ID.slice(1)}`, null],
  ["an id with one character more", `ns_session=${ID}a`, null],
  ["an id in another alphabet", `ns_session=${ID.slice(0, -1)}+`, null],
  ["an encoded id", `ns_session=${ID.slice(0, -1)}%2D`, null],
  ["a quoted id", `ns_session="${ID}"`, null],
  ["a path", "ns_session=../../../../etc/passwd", null],
  ["another name", `xns_session=${ID}; ns_session2=${ID}; NS_SESSION=${ID}`, null],
];

for (const [what, header, id] of READ) {
  Deno.test(`readSessionId() returns ${id === null ? "null" : "the id"} for ${what} (§5)`, () => {
    assert.equal(readSessionId(header), id);
  });
}

Deno.test("withSessionId() replaces every session cookie and keeps the others (§5)", () => {
  const header = `a=b; ns_session=old;ns_session =older; ns_session2=c;; flag`;
  assert.equal(withSessionId(header, ID), `ns_session=${ID}; a=b; ns_session2=c; flag`);
  assert.equal(readSessionId(withSessionId(header, ID)), ID);
  assert.equal(withSessionId(null, ID), `ns_session=${ID}`);
});

Deno.test("sessionCookie() hides the session from scripts and other sites (§5, design §7)", () => {
  assert.equal(
    sessionCookie(ID, { maxAgeSeconds: null, secure: false }),
    `ns_session=${ID}; Path=/; HttpOnly; SameSite=Lax`,
  );
  assert.equal(
    sessionCookie(ID, { maxAgeSeconds: 60, secure: true }),
    `ns_session=${ID}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure`,
  );
  assert.equal(
    noSessionCookie({ secure: true }),
    "ns_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
  );
});
