/** Changes of an asset's tags, and which tags may be given (spec §2.12). */
import assert from "node:assert/strict";
import { seedCatalog } from "@/lib/catalog/mod.ts";
import type { AssetRecord, Tag } from "@/lib/media/changes/asset.ts";
import {
  unknownMessage,
  unknownTags,
  withLive,
  withoutLive,
  withState,
} from "@/lib/media/changes/tags.ts";
import type { TagRef } from "@/lib/media/library/query.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";
import { aCatalog, aFactor, anOption, aSystem } from "@/tests/helpers/factories.ts";

function aTag(ref: string, parts: Partial<Tag> = {}): Tag {
  return { type: "system", ref, state: "live", source: "manual", confidence: null, ...parts };
}

const PROPOSED = { state: "proposed", source: "proposer", confidence: 0.5 } as const;

function tagged(...tags: Tag[]): AssetRecord {
  return {
    id: "a",
    type: "image",
    filename: "a.jpg",
    title: null,
    altText: null,
    focalX: 0.5,
    focalY: 0.5,
    galleryPosition: null,
    shotGroupId: null,
    tags,
  };
}

Deno.test("withLive() adds tags in their order, and keeps source and confidence of those that exist", () => {
  const asset = tagged(aTag("b", PROPOSED), aTag("c", { ...PROPOSED, state: "rejected" }));
  const factor = { type: "factor", ref: "z" } as const;
  const refs = [aTag("c"), aTag("a"), factor, aTag("b")];
  assert.deepEqual(withLive(asset, refs).tags, [
    aTag("z", { type: "factor" }),
    aTag("a"),
    aTag("b", { ...PROPOSED, state: "live" }),
    aTag("c", { ...PROPOSED, state: "live" }),
  ]);
});

Deno.test("withoutLive() removes a person's tag, rejects another's, and leaves all that are not live or not meant", () => {
  const asset = tagged(
    aTag("a"),
    aTag("b", { ...PROPOSED, state: "live" }),
    aTag("c", PROPOSED),
    aTag("d"),
  );
  assert.deepEqual(withoutLive(asset, [aTag("a"), aTag("b"), aTag("c")]).tags, [
    aTag("b", { ...PROPOSED, state: "rejected" }),
    aTag("c", PROPOSED),
    aTag("d"),
  ]);
});

Deno.test("withState() moves the given tags that are in the given state", () => {
  const asset = tagged(aTag("a", PROPOSED), aTag("b"), aTag("c", PROPOSED));
  const moved = withState(asset, [aTag("a"), aTag("b")], { from: "proposed", to: "rejected" });
  assert.deepEqual(moved.tags, [
    aTag("a", { ...PROPOSED, state: "rejected" }),
    aTag("b"),
    aTag("c", PROPOSED),
  ]);
});

anyDatabase(
  "unknownTags() returns the tags whose record is missing, retired or of another type",
  async (database) => {
    const { db } = database;
    await seedCatalog(
      database,
      aCatalog({
        systems: [aSystem("fold"), aSystem("gone", { retired: true })],
        factors: [
          aFactor("place", [], { options: [anOption("home"), anOption("old", { retired: true })] }),
        ],
      }),
    );
    const category = { axis: "geography", name: "Here", position: 1 } as const;
    await db.insertInto("media_categories").values([
      { ...category, id: "here" },
      { ...category, id: "there", name: "There", retired_at: new Date() },
    ]).execute();
    const known: TagRef[] = [
      { type: "system", ref: "fold" },
      { type: "factor", ref: "home" },
      { type: "geography", ref: "here" },
    ];
    const unknown: TagRef[] = [
      { type: "system", ref: "gone" },
      { type: "system", ref: "home" },
      { type: "factor", ref: "old" },
      { type: "geography", ref: "there" },
      { type: "application", ref: "here" },
      { type: "project", ref: "no project\0" },
    ];
    assert.deepEqual(await unknownTags(db, [...known, ...unknown]), unknown);
  },
);

Deno.test("unknownMessage() names the kind of the first tag", () => {
  for (
    const [type, noun] of [["factor", "answer"], ["project", "project"], [
      "geography",
      "category",
    ]] as const
  ) {
    assert.match(
      unknownMessage([{ type, ref: "x" }, { type: "system", ref: "y" }]),
      new RegExp(`^This ${noun} `),
    );
  }
});
