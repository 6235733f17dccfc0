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
