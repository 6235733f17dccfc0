import assert from "node:assert/strict";
import { groupSentences } from "@/components/admin/job_screen.tsx";

Deno.test("groupSentences() groups records with the same message and counts repeated sentences", () => {
  assert.deepEqual(
    groupSentences([
      "Picture Lobby: it has no file, so it was left out.",
      "Picture Roof: it has no file, so it was left out.",
      "Project Pier 9: a reference is malformed.",
      "Project Pier 9: a reference is malformed.",
      "A row that is no project was left out.",
      "A row that is no project was left out.",
      "The CMS answered 503.",
    ]),
    [
      {
        text: "It has no file, so it was left out.",
        about: ["Picture Lobby", "Picture Roof"],
      },
      { text: "Project Pier 9: a reference is malformed. (2 times)", about: [] },
      { text: "A row that is no project was left out. (2 times)", about: [] },
      { text: "The CMS answered 503.", about: [] },
    ],
  );
});
