/** Uploads that are malicious or not pictures: each is refused, and nothing of it is stored. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import sharp from "sharp";
import { DEFAULT_ENGINE, migratedLocation } from "@/tests/helpers/db.ts";
import { openDatabase } from "@/lib/db/mod.ts";
import { INGEST_LIMITS, ingestFile, type RefusalReason } from "@/lib/media/mod.ts";
import { createPolyglotCheck } from "@/lib/media/ingest/polyglot_check.ts";
import {
  animatedWebp,
  bomb,
  bytesOf,
  drawn,
  inPieces,
  joined,
  pictureFile,
  pngFile,
  svgFile,
} from "@/tests/helpers/pictures.ts";

/** The shortest archive: only its end record. */
const JAR = `PK\x05\x06${"\0".repeat(18)}`;

type Row = readonly [
  name: string,
  make: () => Uint8Array | Promise<Uint8Array>,
  reason: RefusalReason,
  says: RegExp,
];

const half = async (file: Promise<Uint8Array>) => {
  const bytes = await file;
  return bytes.subarray(0, bytes.length / 2);
};

/** Large enough that half of the file ends within the pixels. */
const large = { width: 1200, height: 800 };
const isoFile = (brand: string) =>
  joined(
    Uint8Array.of(0, 0, 0, 24),
    `ftyp${brand}`,
    new Uint8Array(4),
    `isom${brand}`,
    "x".repeat(3000),
  );

/** Nested entities, each of which expands to ten of the one before. */
const LAUGHS = `<!DOCTYPE svg [<!ENTITY a "ha">${
  Array.from("bcdefghij", (name, at) => `<!ENTITY ${name} "${`&${"abcdefghi"[at]};`.repeat(10)}">`)
    .join("")
}]>`;

/** The same with reused elements instead of entities. */
const USES = Array.from(
  { length: 9 },
  (_, at) => `<g id="u${at + 1}">${`<use href="#u${at}"/>`.repeat(10)}</g>`,
).join("");

const svg = (inside: string, attributes?: string) => () => svgFile(inside, attributes);
const embedded = async () => {
  const pixels = { width: 5000, height: 5000, channels: 3 as const, background: "#fff" };
  const picture = await sharp({ create: pixels }).png().toBuffer();
  return svgFile(`<image href="data:image/png;base64,${picture.toString("base64")}"/>`);
};

const HOSTILE: readonly Row[] = [
  ["an empty file", () => new Uint8Array(), "empty", /empty/],
  [
    "31 MB",
    () => joined(Uint8Array.of(0xff, 0xd8, 0xff), Buffer.alloc(31 * 1024 * 1024)),
    "too_large",
    /larger than 30 MB/,
  ],
  [
    "20,000 × 20,000",
    () => pngFile({ width: 20_000, height: 20_000, data: bomb(60_000_000) }),
    "too_large",
    /20000 × 20000 pixels/,
  ],
  [
    "60,000 × 60,000",
    () => pngFile({ width: 60_000, height: 60_000, data: bomb(1000) }),
    "too_large",
    /16384 is the longest side/,
  ],
  [
    "9,000 × 9,000",
    () => pngFile({ width: 9_000, height: 9_000, data: bomb(1000) }),
    "too_large",
    /more than 60 megapixels/,
  ],
  [
    "a header that announces more than the file has",
    () => pngFile({ width: 7_000, height: 8_000, data: bomb(1000) }),
    "broken",
    /broken off/,
  ],
  ["a single pixel", () => pictureFile("png", { width: 1, height: 1 }), "too_small", /too small/],
  ["a truncated JPEG", () => half(pictureFile("jpeg", large)), "broken", /broken off/],
  ["a truncated PNG", () => half(pictureFile("png", large)), "broken", /broken off/],
  ["a truncated WebP", () => half(pictureFile("webp", large)), "broken", /broken off/],
  ["a truncated AVIF", () => half(pictureFile("avif", large)), "broken", /broken off/],
  ["the first bytes of a JPEG", () => Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), "broken", /damaged/],
  [
    "the signature of one format with the data of another",
    async () =>
      joined(
        "\x89PNG\r\n\x1a\n".split("").map((c) => String.fromCharCode(c.charCodeAt(0))).join(""),
        await pictureFile("jpeg"),
      ),
    "type",
    /not a picture/,
  ],
  ["an animated WebP", animatedWebp, "animated", /animation/],
  [
    "a GIF that is a jar",
    () => joined("GIF89a", new Uint8Array(20), "PK\x03\x04META-INF"),
    "type",
    /a GIF/,
  ],
  ["a zip archive", () => joined("PK\x03\x04", new Uint8Array(2000)), "type", /an archive/],
  ["a program called picture.png", () => joined("MZ", new Uint8Array(2000)), "type", /a program/],
  ["a PDF", () => joined("%PDF-1.7\n"), "type", /PDF/],
  ["a TIFF", () => pictureFile("tiff"), "type", /TIFF/],
  ["a web page", () => joined("<!doctype html><script>alert(1)</script>"), "type", /web page/],
  ["a web page after blanks", () => joined("\n\n <HTML><svg/></HTML>"), "type", /web page/],
  ["plain text", () => joined("Dear Sir or Madam"), "type", /not a picture/],
  ["a HEIC picture", () => isoFile("heic"), "type", /HEIC/],
  ["an MP4", () => isoFile("mp42"), "video", /video host.*Add a video/s],
  ["a MOV", () => isoFile("qt  "), "video", /video host/],
  ["a WebM", () => joined(Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3), "webm"), "video", /video host/],
  [
    "a photo that is a jar",
    async () => joined(await pictureFile("jpeg"), JAR),
    "unsafe",
    /archive/,
  ],
  [
    "a PNG that is a jar with a comment",
    async () => joined(await pictureFile("png"), JAR.slice(0, -2), "\x05\0hello"),
    "unsafe",
    /archive/,
  ],
  [
    "a photo with a web page in its metadata",
    () =>
      bytesOf(
        drawn().jpeg().withExif({ IFD0: { Copyright: "<SCRIPT>alert(document.domain)</SCRIPT>" } }),
      ),
    "unsafe",
    /web page/,
  ],
  [
    "a photo followed by a program",
    async () => joined(await pictureFile("webp"), "<?php system($_GET[0]); ?>"),
    "unsafe",
    /program/,
  ],
  [
    "a PNG that is a PDF",
    () =>
      pngFile({ width: 16, height: 16, data: bomb(16 * 49) }, ["tEXt", joined("k\0%PDF-1.7\n")]),
    "unsafe",
    /PDF/,
  ],
  ["an SVG with a script", svg("<script>alert(1)</script>"), "unsafe", /a script/],
  [
    "an SVG with a prefixed script element",
    svg('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'),
    "unsafe",
    /a script/,
  ],
  ["an SVG with onload", svg("", 'onload="alert(1)"'), "unsafe", /event handler/],
  [
    "an SVG with x:ONCLICK",
    svg('<g xmlns:x="urn:x" x:ONCLICK="alert(1)"/>'),
    "unsafe",
    /event handler/,
  ],
  [
    "an SVG with a javascript link",
    svg('<a xlink:href=" javascript:alert(1)"/>'),
    "unsafe",
    /script/,
  ],
  [
    "an SVG that loads a remote picture",
    svg('<image xlink:href="http://169.254.169.254/x.png"/>'),
    "unsafe",
    /somewhere else/,
  ],
  [
    "an SVG that reads a file",
    svg('<image href="file:///etc/passwd"/>'),
    "unsafe",
    /somewhere else/,
  ],
  [
    "an SVG that reads a file by a relative path",
    svg('<image href="secret.png"/>'),
    "unsafe",
    /somewhere else/,
  ],
  [
    "an SVG that uses elements of another document",
    svg('<use href="https://a.test/x.svg#a"/>'),
    "unsafe",
    /somewhere/,
  ],
  [
    "an SVG within an SVG",
    svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'),
    "unsafe",
    /somewhere else/,
  ],
  [
    "an SVG with a remote fill",
    svg('<rect fill="url(http://a.test/#b)"/>'),
    "unsafe",
    /somewhere/,
  ],
  [
    "an SVG that imports a style sheet",
    svg('<style>@import "//a.test/x.css";</style>'),
    "unsafe",
    /somewhere/,
  ],
  [
    "an SVG with an escaped URL",
    svg("<style>a{fill:u\\72l(//a.test)}</style>"),
    "unsafe",
    /somewhere/,
  ],
  [
    "an SVG with HTML in it",
    svg("<foreignObject><b/></foreignObject>"),
    "unsafe",
    /another kind/,
  ],
  ["an SVG that laughs", () => joined(LAUGHS, svgFile("<text>&j;</text>")), "unsafe", /entities/],
  [
    "an SVG with a file as entity",
    () =>
      joined(
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        svgFile("<text>&x;</text>"),
      ),
    "unsafe",
    /entities/,
  ],
  ["an SVG with an undeclared entity", svg("<text>&x;</text>"), "broken", /well formed/],
  ["a truncated SVG", () => svgFile().subarray(0, 150), "broken", /well formed/],
  [
    "an SVG that is not UTF-8",
    () => joined("<svg>", Uint8Array.of(0xff, 0xfe), "</svg>"),
    "broken",
    /well formed/,
  ],
  [
    "an SVG that reuses elements a billion times",
    svg(`<g id="u0"/>${USES}`),
    "too_large",
    /too many parts/,
  ],
  [
    "an SVG that reuses elements a billion times, with an empty one of each name at its end",
    svg(`<g id="u0"/>${USES}${USES.replaceAll(/<use [^>]*>/g, "")}`),
    "too_large",
    /too many parts/,
  ],
  [
    "an SVG with a chain of 45,000 references",
    svg(Array.from({ length: 45_000 }, (_, n) => `<use id="c${n}" href="#c${n + 1}"/>`).join("")),
    "too_large",
    /too many parts/,
  ],
  [
    "an SVG that refers 20,000 times to 20,000 elements of one name",
    svg(`${'<g id="a"/>'.repeat(20_000)}${'<use href="#a"/>'.repeat(20_000)}`),
    "too_large",
    /too many parts/,
  ],
  [
    "an SVG that uses itself",
    svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    "too_large",
    /too many parts/,
  ],
  [
    "an SVG nested 3,000 levels deep",
    svg("<g>".repeat(3_000) + "</g>".repeat(3_000)),
    "too_large",
    /too many parts/,
  ],
  [
    "an SVG nested deeper than the stack",
    svg("<g>".repeat(200_000) + "</g>".repeat(200_000)),
    "broken",
    /cannot be read|can be read/,
  ],
  [
    "an SVG with a megabyte of blanks in its width",
    () => joined(`<svg width="1${" ".repeat(1024 * 1024)}x" height="1"></svg>`),
    "broken",
    /how large the drawing is/,
  ],
  ["an SVG with too many elements", svg("<g/>".repeat(60_000)), "too_large", /too many parts/],
  ["an SVG of 5 MB", svg(`<!-- ${" ".repeat(5 * 1024 * 1024)} -->`), "too_large", /more than 4 MB/],
  ["an SVG with a large picture in it", embedded, "too_large", /too many pixels/],
  [
    "an SVG that takes minutes to draw",
    svg(
      Array.from(
        { length: 20_000 },
        (_, at) => `<path opacity=".5" d="M${at % 400} 0L${400 - at % 400} 200L200 ${at % 200}Z"/>`,
      ).join(""),
    ),
    "too_large",
    /too long to draw/,
  ],
  [
    "an SVG without a size",
    () => joined('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    "broken",
    /how large/,
  ],
  [
    "an SVG far too long for its height",
    () => joined('<svg viewBox="0 0 100000 1"></svg>'),
    "broken",
    /how large/,
  ],
  ["XML that is not an SVG", () => joined('<?xml version="1.0"?><plist/>'), "type", /no drawing/],
];

/** Unusual but valid pictures. */
const HARMLESS: readonly (readonly [name: string, make: () => Uint8Array | Promise<Uint8Array>])[] =
  [
    [
      "a PNG with far more data than pixels",
      () => pngFile({ width: 100, height: 100, data: bomb(300_000_000) }),
    ],
    [
      "a PNG with a comment that inflates to a gigabyte",
      () =>
        pngFile({ width: 16, height: 16, data: bomb(16 * 49) }, [
          "zTXt",
          joined("k\0\0", bomb(1_000_000_000)),
        ]),
    ],
    [
      "a picture of the largest accepted size",
      () => bytesOf(drawn({ width: 9_000, height: 6_600 }).png()),
    ],
    [
      "a photo followed by a film, as phones append one",
      async () => joined(await pictureFile("jpeg"), "MotionPhoto_Data", isoFile("mp42")),
    ],
    [
      "a photo with the signature of an archive but no archive",
      async () => joined(await pictureFile("jpeg"), "PK\x05\x06", new Uint8Array(30)),
    ],
  ];

Deno.test("malicious files are refused and leave nothing, and unusual pictures are stored (§8)", async (t) => {
  await using location = await migratedLocation(DEFAULT_ENGINE);
  await using database = await openDatabase(location);
  const { db } = database;
  const folder = `${location.dataDir}/uploads`;
  const by = { staff: { email: "editor@example.com" }, requestId: null };
  const upload = async (name: string, make: Row[1]) =>
    await ingestFile({ db, folder }, { name, body: inPieces(await make()), by });
  const left = () => Array.fromAsync(Deno.readDir(folder));

  for (const [name, make, reason, says] of HOSTILE) {
    await t.step(name, async () => {
      const outcome = await upload(name, make);
      assert.ok(outcome.kind === "refused", outcome.kind);
      assert.match(outcome.message, says);
      assert.equal(outcome.reason, reason);
      assert.deepEqual(await left(), []);
    });
  }
  assert.deepEqual(await db.selectFrom("media_assets").select("id").execute(), []);
  assert.deepEqual(await db.selectFrom("media_blobs").select("seq").execute(), []);
  assert.deepEqual(await db.selectFrom("audit_log").select("seq").execute(), []);

  for (const [name, make] of HARMLESS) {
    await t.step(`${name} is stored`, async () => {
      assert.equal((await upload(name, make)).kind, "stored");
      assert.deepEqual(await left(), []);
    });
  }

  await t.step("reading stops once a file exceeds the size limit", async () => {
    let read = 0;
    const endless = async function* () {
      yield new Uint8Array(await pictureFile("jpeg"));
      for (;;) {
        read += 65_536;
        yield new Uint8Array(65_536);
      }
    };
    const outcome = await ingestFile({ db, folder }, { name: "a", body: endless(), by });
    assert.ok(outcome.kind === "refused" && outcome.reason === "too_large");
    assert.ok(read < INGEST_LIMITS.maxBytes + 1_000_000);
  });

  await t.step("an upload that breaks off leaves no file", async () => {
    const broken = async function* () {
      yield new Uint8Array(await pictureFile("jpeg"));
      throw new Error("connection reset");
    };
    await assert.rejects(
      ingestFile({ db, folder }, { name: "a", body: broken(), by }),
      /connection reset/,
    );
    assert.deepEqual(await left(), []);
  });
});

Deno.test("createPolyglotCheck() finds code over two chunks, and an archive with the longest comment (§2.12)", () => {
  const found = (...chunks: string[]) => {
    const check = createPolyglotCheck();
    for (const chunk of chunks) check.look(new TextEncoder().encode(chunk));
    return check.found();
  };
  for (const code of ["<script>", "<?php\n", "<!DOCTYPE html", "<html>"]) {
    for (let at = 1; at < code.length; at++) {
      const seam = [`x${code.slice(0, at)}`, `${code.slice(at)}x`];
      assert.equal(found(...seam), "a web page or a program", seam.join("|"));
    }
  }
  const ending = `PK\x05\x06${"\0".repeat(16)}`;
  const archive = `${ending}\x7f\x7f${"c".repeat(0x7f7f)}`;
  assert.equal(found("x".repeat(100_000), archive), "an archive");
  assert.equal(found(`${archive}c`), null);
});
