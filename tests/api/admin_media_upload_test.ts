/** Adding pictures and videos, with and without scripts (§2.12, §8). */
import assert from "node:assert/strict";
import { z } from "zod";
import { ErrorBody } from "@/lib/http/mod.ts";
import { type Answer, type StaffBench, staffTests } from "../helpers/staff.ts";
import { animatedWebp, bomb, joined, pictureFile, pngFile, svgFile } from "../helpers/pictures.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";

const UPLOAD = "/admin/media/upload";
const FILE = `${UPLOAD}/file`;
const DESCRIPTIONS = `${UPLOAD}/descriptions`;

const tests = staffTests("adding pictures", smallCatalog());

const Taken = z.strictObject({
  outcome: z.enum(["stored", "duplicate"]),
  id: z.string(),
  filename: z.string(),
  alt: z.string(),
  href: z.string(),
  thumbnail: z.string(),
});

/** Sends a file the way the page's script does. */
async function send(
  { app, tokenOf }: StaffBench,
  file: { name: string; bytes: Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
): Promise<Response> {
  return await app.request(`${FILE}?name=${encodeURIComponent(file.name)}`, {
    method: "POST",
    headers: {
      "cf-access-jwt-assertion": tokenOf("editor"),
      "content-type": "application/octet-stream",
      "accept": "application/json",
      ...file.headers,
    },
    body: file.bytes,
  });
}

async function forget({ app: { services: { db } } }: StaffBench): Promise<void> {
  await db.deleteFrom("media_assets").execute();
}

function formOf(
  files: readonly (readonly [field: string, name: string, bytes: Uint8Array<ArrayBuffer>])[],
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [field, name, bytes] of files) form.append(field, new File([bytes], name));
  return form;
}

async function assets({ app: { services: { db } } }: StaffBench) {
  return await db.selectFrom("media_assets").selectAll().orderBy("filename").execute();
}

async function uploadsLeft({ app: { services: { config } } }: StaffBench): Promise<string[]> {
  const left = await Array.fromAsync(Deno.readDir(config.media.uploadFolder));
  return left.map(({ name }) => name);
}

/** Returns the text of a page without tags and scripts. */
function textOf({ text }: Answer): string {
  return text.replaceAll(/<(script|style|template)\b.*?<\/\1>/gs, "").replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
}

tests.test("a form uploads many files, and the answer has the outcome of each", async (bench) => {
  await forget(bench);
  const photo = await pictureFile("jpeg");
  const answer = await bench.upload(
    UPLOAD,
    formOf([
      ["files", "wall.png", photo],
      ["files", "wall again.jpg", photo],
      ["files", "drawing.svg", svgFile()],
      ["files", "setup.exe", joined("MZ", new Uint8Array(3000))],
      ["files", "tour.mp4", joined("\0\0\0\x18ftypmp42")],
      ["files", "bomb.png", pngFile({ width: 20_000, height: 20_000, data: bomb(1000) })],
      ["files", "moving.webp", await animatedWebp()],
    ]),
  );
  assert.equal(answer.status, 200);
  const text = textOf(answer);
  assert.match(text, /2 added, 1 already there, 4 not added/);
  assert.match(text, /setup\.exe Not added It is a program/);
  assert.match(text, /tour\.mp4 Not added It is a video, and videos are kept at the video host/);
  assert.match(text, /20000 × 20000 pixels/);
  const stored = await assets(bench);
  assert.deepEqual(stored.map(({ filename, mime }) => [filename, mime]), [
    ["drawing.svg", "image/png"],
    ["wall.png", "image/jpeg"],
  ]);
  for (const { id } of stored) {
    assert.ok(answer.text.includes(`name="alt:${id}"`), "asks for the alt text");
    assert.ok(answer.text.includes(`/admin/media?asset=${id}`));
  }
  const entries = await bench.entries();
  assert.deepEqual(
    entries.map(({ actor, action, type }) => [actor, action, type]),
    Array(2).fill(["editor@example.com", "create", "media"]),
  );
  assert.deepEqual(await uploadsLeft(bench), []);
});

tests.test("a form without a usable picture answers 400 and says why", async (bench) => {
  await forget(bench);
  const none = await bench.upload(UPLOAD, formOf([["files", "", new Uint8Array()]]));
  assert.equal(none.status, 400);
  assert.match(textOf(none), /Choose at least one picture/);
  const refused = await bench.upload(UPLOAD, formOf([["files", "a.png", joined("PK\x03\x04")]]));
  assert.equal(refused.status, 400);
  assert.match(textOf(refused), /Nothing was added/);
  assert.deepEqual(await assets(bench), []);
});

tests.test("while the folder for uploads cannot be used, files get a 503 and can be sent again", async (bench) => {
  await forget(bench);
  const { uploadFolder } = bench.app.services.config.media;
  const bytes = await pictureFile("png");
  await Deno.remove(uploadFolder, { recursive: true }).catch(() => {});
  await Deno.writeTextFile(uploadFolder, "a file");
  const form = await bench.upload(UPLOAD, formOf([["files", "a.png", bytes]]));
  assert.equal(form.status, 503);
  assert.match(textOf(form), /We will be back in a moment/);
  assert.doesNotMatch(form.text, /uploads:|ScratchError|os error/);
  const single = await send(bench, { name: "a.png", bytes });
  assert.equal(single.status, 503);
  assert.deepEqual(ErrorBody.parse(await single.json()).error.kind, "unavailable");
  await Deno.remove(uploadFolder);
  assert.equal((await send(bench, { name: "a.png", bytes })).status, 201);
});

tests.test("an outage at a later file of a form does not hide that the files before it were stored", async (bench) => {
  await forget(bench);
  const { makeTempDir } = Deno;
  let folders = 0;
  Deno.makeTempDir = (options) =>
    ++folders === 1
      ? makeTempDir(options)
      : Promise.reject(new Error("No space left on device (os error 28)"));
  const files = ["a.png", "b.png", "c.png"].map(async (name, seed) =>
    ["files", name, await pictureFile("png", { seed })] as const
  );
  const answer = await bench.upload(UPLOAD, formOf(await Promise.all(files)));
  Deno.makeTempDir = makeTempDir;
  assert.equal(answer.status, 503);
  assert.match(
    textOf(answer),
    /Not all files were read 1 added\. We cannot store more pictures at the moment\. Send the others again\. a\.png Added/,
  );
  assert.deepEqual((await assets(bench)).map(({ filename }) => filename), ["a.png"]);
});

tests.test("a form with more than 50 files is refused, and leaves no temporary files", async (bench) => {
  await forget(bench);
  const files = await Promise.all(
    Array.from(
      { length: 51 },
      async (_, seed) =>
        [
          "files",
          `${seed}.png`,
          await pictureFile("png", { width: 16, height: 16, seed }),
        ] as const,
    ),
  );
  const answer = await bench.upload(UPLOAD, formOf(files));
  assert.equal(answer.status, 400);
  assert.match(textOf(answer), /more than 50 files/);
  assert.deepEqual(await uploadsLeft(bench), []);
});

tests.test("a truncated form answers 400, and nothing is stored", async (bench) => {
  await forget(bench);
  const { app, tokenOf } = bench;
  const whole = new Response(formOf([["files", "a.jpg", await pictureFile("jpeg")]]));
  const bytes = await whole.bytes();
  const response = await app.request(UPLOAD, {
    method: "POST",
    headers: {
      "cf-access-jwt-assertion": tokenOf("editor"),
      "content-type": whole.headers.get("content-type") ?? "",
    },
    body: bytes.subarray(0, bytes.length - 400),
  });
  await response.body?.cancel();
  assert.equal(response.status, 400);
  assert.deepEqual(await assets(bench), []);
  assert.deepEqual(await uploadsLeft(bench), []);
});

tests.test(
  "a script sends one file per request, and gets the outcome as JSON",
  async (bench) => {
    await forget(bench);
    const bytes = await pictureFile("webp");
    const first = await send(bench, { name: "C:\\Pictures\\foyer.webp", bytes });
    assert.equal(first.status, 201);
    const taken = Taken.parse(await first.json());
    assert.deepEqual([taken.outcome, taken.filename, taken.alt], ["stored", "foyer.webp", ""]);
    assert.match(taken.id, /^foyer-[0-9a-f]{10}$/);
    assert.equal(taken.href, `/admin/media?asset=${taken.id}`);
    const again = await send(bench, { name: "other.webp", bytes });
    assert.equal(again.status, 200);
    const { outcome, id } = Taken.parse(await again.json());
    assert.deepEqual([outcome, id], ["duplicate", taken.id]);
    const thumbnail = await bench.app.request(taken.thumbnail);
    await thumbnail.body?.cancel();
    assert.equal(thumbnail.status, 200);
  },
);

const REFUSED: readonly (readonly [
  what: string,
  bytes: () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>,
  status: number,
  kind: string,
  says: RegExp,
])[] = [
  ["nothing", () => new Uint8Array(), 400, "invalid", /empty/],
  ["a GIF", () => pictureFile("gif"), 415, "unsupported_media_type", /GIF/],
  ["a video", () => joined("\0\0\0\x18ftypmp42"), 415, "unsupported_media_type", /video host/],
  ["a script", () => svgFile("<script/>"), 400, "invalid", /a script/],
  [
    "pixels",
    () => pngFile({ width: 20_000, height: 20_000, data: bomb(9) }),
    413,
    "too_large",
    /20000/,
  ],
  [
    "31 MB",
    () => joined(Uint8Array.of(255, 216, 255), new Uint8Array(31 << 20)),
    413,
    "too_large",
    /longer|larger/,
  ],
];

tests.test("a refused file answers 4xx with the error body (§7)", async (bench) => {
  await forget(bench);
  for (const [what, bytes, status, kind, says] of REFUSED) {
    const response = await send(bench, { name: "a.jpg", bytes: await bytes() });
    assert.equal(response.status, status, what);
    const { error } = ErrorBody.parse(await response.json());
    assert.equal(error.kind, kind, what);
    assert.match(error.message, says, what);
  }
  assert.deepEqual(await assets(bench), []);
  assert.deepEqual(await uploadsLeft(bench), []);
});

tests.test("files from other sites, and bodies of other content types, are refused (§5)", async (bench) => {
  await forget(bench);
  const bytes = await pictureFile("jpeg");
  const foreign: Record<string, string>[] = [
    { "origin": "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", "origin": "https://a.localhost" },
    { "origin": "null" },
  ];
  for (const headers of foreign) {
    const types = ["application/octet-stream", "image/jpeg", "text/plain", "multipart/form-data"];
    for (const type of types) {
      const response = await send(bench, {
        name: "a.jpg",
        bytes,
        headers: { ...headers, "content-type": type },
      });
      await response.body?.cancel();
      assert.equal(response.status, 403, JSON.stringify({ headers, type }));
    }
  }
  for (const type of ["image/jpeg", "text/plain", "application/x-www-form-urlencoded"]) {
    const response = await send(bench, { name: "a.jpg", bytes, headers: { "content-type": type } });
    assert.equal(response.status, 415, type);
    ErrorBody.parse(await response.json());
  }
  assert.deepEqual(await assets(bench), []);
});

tests.test("the page after an upload saves alt texts, and ignores empty and unknown ones", async (bench) => {
  await forget(bench);
  const ids: string[] = [];
  for (const seed of [1, 2]) {
    const bytes = await pictureFile("png", { seed });
    const response = await send(bench, { name: `${seed}.png`, bytes });
    ids.push(Taken.parse(await response.json()).id);
  }
  const [one = "", two = ""] = ids;
  const fields = {
    [`alt:${one}`]: " A glass wall ",
    [`alt:${two}`]: "",
    "alt:gone": "x",
    other: "y",
  };
  const answer = await bench.post(DESCRIPTIONS, fields);
  assert.deepEqual([answer.status, answer.location], [303, UPLOAD]);
  assert.deepEqual(
    (await assets(bench)).map(({ alt_text }) => alt_text),
    ["A glass wall", null],
  );
  const changes = (await bench.entries()).filter(({ action }) => action === "update");
  assert.deepEqual(changes.map(({ type, id }) => [type, id]), [["media", one]]);
});

tests.test(
  "an invalid alt text is refused, and nothing is saved",
  async (bench) => {
    await forget(bench);
    const response = await send(bench, { name: "a.png", bytes: await pictureFile("png") });
    const { id } = Taken.parse(await response.json());
    const cases = [["x".repeat(501), /at most 500/], ["a\0b", /printed/], [
      "a\x07b",
      /printed/,
    ]] as const;
    for (const [alt, says] of cases) {
      const fields = { "alt:another": "Fine", [`alt:${id}`]: alt };
      const page = await bench.post(DESCRIPTIONS, fields);
      assert.equal(page.status, 400);
      assert.match(textOf(page), says);
      const answer = await bench.app.request(DESCRIPTIONS, {
        method: "POST",
        headers: { "cf-access-jwt-assertion": bench.tokenOf("editor"), accept: "application/json" },
        body: new URLSearchParams(fields),
      });
      assert.equal(answer.status, 400);
      const { error } = ErrorBody.parse(await answer.json());
      assert.equal(error.kind, "invalid");
      assert.match(error.message, says);
    }
    assert.deepEqual((await assets(bench)).map(({ alt_text }) => alt_text), [null]);
  },
);

const VIDEOS: readonly (readonly [pasted: string, id: string | null])[] = [
  ["abc123def4", "abc123def4"],
  [" https://example.wistia.com/medias/abc123def4 ", "abc123def4"],
  ["https://fast.wistia.net/embed/iframe/abc123def4?autoPlay=true", "abc123def4"],
  ["https://fast.wistia.com/m/abc123def4", "abc123def4"],
  ["https://example.wistia.com/s/abc123def4", null],
  ["https://fast.wistia.com/embed/medias/abc123def4.json", null],
  ["https://wistia.com.evil.example/medias/abc123def4", null],
  ["https://user@example.wistia.com/medias/abc123def4", null],
  ["javascript:abc123def4", null],
  ["abc", null],
  ["", null],
];

tests.test("a video is added by its id or link, with a still (§4.11)", async (bench) => {
  for (const [pasted, id] of VIDEOS) {
    await forget(bench);
    const still = [["still", "still.jpg", await pictureFile("jpeg")]] as const;
    const answer = await bench.upload(
      UPLOAD,
      formOf(still, {
        intent: "video",
        video: pasted,
        title: "How it folds",
        alt: "A wall, half open",
      }),
    );
    assert.equal(answer.status, id === null ? 400 : 200, pasted);
    const stored = await assets(bench);
    if (id === null) {
      assert.match(textOf(answer), /Paste the id of the video/);
      assert.deepEqual(stored, []);
      assert.match(answer.text, /value="How it folds"/, "the form keeps its values");
    } else {
      assert.deepEqual(
        stored.map(({ type, video_id, title, alt_text }) => [type, video_id, title, alt_text]),
        [["video", id, "How it folds", "A wall, half open"]],
      );
    }
  }
});

tests.test("the texts of a video are checked and normalised", async (bench) => {
  await forget(bench);
  const still = [["still", "still.jpg", await pictureFile("jpeg")]] as const;
  const fields = { intent: "video", video: "abc123def4" };
  const wrong = [
    [{ title: "a\0b" }, /printed/],
    [{ alt: "a\x07b" }, /printed/],
    [{ title: "x".repeat(501) }, /at most 500/],
    [{ alt: "x".repeat(501) }, /at most 500/],
  ] as const;
  for (const [texts, says] of wrong) {
    const answer = await bench.upload(UPLOAD, formOf(still, { ...fields, ...texts }));
    assert.equal(answer.status, 400);
    assert.match(textOf(answer), says);
  }
  assert.deepEqual(await assets(bench), []);
  const answer = await bench.upload(
    UPLOAD,
    formOf(still, { ...fields, title: " How\nit  folds " }),
  );
  assert.equal(answer.status, 200);
  assert.deepEqual((await assets(bench)).map(({ title }) => title), ["How it folds"]);
});

tests.test("a video without a usable still is refused, and the page says why", async (bench) => {
  await forget(bench);
  const fields = { intent: "video", video: "abc123def4" };
  const none = await bench.upload(UPLOAD, formOf([["still", "", new Uint8Array()]], fields));
  assert.equal(none.status, 400);
  assert.match(textOf(none), /Choose a picture for the video/);
  const bad = await bench.upload(
    UPLOAD,
    formOf([["still", "a.mp4", joined("PK\x03\x04")]], fields),
  );
  assert.equal(bad.status, 400);
  assert.match(textOf(bad), /It is an archive/);
  assert.deepEqual(await assets(bench), []);
});
