/**
 * The house rules that can be checked automatically (design §3, §11), as a `deno lint` plugin. It imports no package,
 * so it runs offline and before anything is installed. To add a rule: write its function in `lib/lint/`, add it to
 * `rules`, and test it with good and bad code in `tests/unit/lint/`.
 */
import { neededDoor } from "./doors.ts";
import { envInConfig } from "./environment.ts";
import { documentedDoor, noBarrel, noDefaultExport } from "./exports.ts";
import {
  componentsBelow,
  noClimbing,
  noSqlInRoutes,
  pureComponents,
  roomDirection,
  roomsByDoor,
} from "./imports.ts";

export default {
  name: "house",
  rules: {
    "rooms-by-door": { create: roomsByDoor },
    "room-direction": { create: roomDirection },
    "env-in-config": { create: envInConfig },
    "documented-door": { create: documentedDoor },
    "needed-door": { create: neededDoor },
    "no-default-export": { create: noDefaultExport },
    "no-barrel": { create: noBarrel },
    "no-sql-in-routes": { create: noSqlInRoutes },
    "components-below": { create: componentsBelow },
    "pure-components": { create: pureComponents },
    "no-climbing": { create: noClimbing },
  },
} satisfies Deno.lint.Plugin;
