import assert from "node:assert/strict";
import { isCalled, listProjects, projectsCalled } from "@/lib/projects/mod.ts";
import { searchWords } from "@/lib/text/mod.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";

anyDatabase(
  "projectsCalled() finds what isCalled() does, in the order of the list",
  async ({ db }) => {
    const places = [["Café Vert", "Montréal", "QC"], ["100 % House", null, "MN"], [
      "Harbour_9",
      "Ely",
      null,
    ]];
    await db.insertInto("cms_projects").values(
      places.map(([name, city, state], index) => ({
        uuid: `project-${index}`,
        name: name ?? "",
        city: city ?? null,
        state: state ?? null,
        gallery_order: -index,
      })),
    ).execute();
    const all = await listProjects(db);
    for (
      const text of [
        "",
        "cafe",
        "CAFÉ montreal",
        "montréal, qc",
        "% h",
        "%",
        "_",
        "house mn",
        "Ely,",
        "ely",
        "%e",
      ]
    ) {
      const words = searchWords(text);
      assert.deepEqual(
        await projectsCalled(db, words),
        all.filter((project) => isCalled(project, words)).map(({ pictures: _, ...rest }) => rest),
        text,
      );
    }
  },
);

anyDatabase(
  "listProjects() counts the pictures with a live tag of each project",
  async ({ db }) => {
    const uuids = ["project-a", "project-b", "project-c"];
    await db.insertInto("cms_projects").values(uuids.map((uuid) => ({ uuid, name: uuid })))
      .execute();
    const assets = ["one", "two", "three"];
    await db.insertInto("media_assets").values(
      assets.map((id) => ({
        id,
        filename: `${id}.jpg`,
        type: "image" as const,
        source: "manual" as const,
      })),
    ).execute();
    const tag = (asset_id: string, tag_ref: string) => ({
      asset_id,
      tag_ref,
      state: "live" as const,
    });
    await db.insertInto("media_tags").values([
      { ...tag("one", "project-a"), tag_type: "project" },
      { ...tag("two", "project-a"), tag_type: "project" },
      { ...tag("two", "project-b"), tag_type: "project" },
      { ...tag("three", "project-b"), tag_type: "project", state: "proposed", confidence: 0.5 },
      { ...tag("three", "project-c"), tag_type: "system" },
    ]).execute();
    const listed = await listProjects(db);
    assert.deepEqual(listed.map(({ uuid, pictures }) => [uuid, pictures]), [
      ["project-a", 2],
      ["project-b", 1],
      ["project-c", 0],
    ]);
  },
);
