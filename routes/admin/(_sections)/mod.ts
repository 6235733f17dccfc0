/** The sections of the admin area, and the way from an address to one of them. */
import type { Context } from "fresh";
import { authorize } from "../../../lib/staff/mod.ts";
import type { State } from "../../../lib/define.ts";
import { AppError } from "../../../lib/http/mod.ts";
import { attributes } from "./attributes.tsx";
import { categories } from "./categories.tsx";
import { cms } from "./cms/section.tsx";
import { corpus } from "./corpus.tsx";
import { crm } from "./crm/section.tsx";
import { factors } from "./factors.tsx";
import { leads } from "./leads/section.tsx";
import { pages } from "./pages.tsx";
import { privacy } from "./privacy/section.tsx";
import { projects } from "./projects.tsx";
import { ruleSets } from "./rule_sets.tsx";
import { rules } from "./rules.tsx";
import { scenarios } from "./scenarios.tsx";
import type { Screen, ScreenHandler, Section } from "./section.ts";
import { systems } from "./systems.tsx";
import { tiers } from "./tiers.tsx";
import { tracks } from "./tracks.tsx";
import { users } from "./users.tsx";

/** Every section, in the order of the navigation. */
export const SECTIONS: readonly Section[] = [
  systems,
  attributes,
  tiers,
  factors,
  users,
  rules,
  ruleSets,
  tracks,
  scenarios,
  corpus,
  categories,
  pages,
  projects,
  cms,
  crm,
  leads,
  privacy,
];

/** Which of a section's screens an address means. */
export type ScreenName = "list" | "create" | "record";

/**
 * Makes the handlers of a catch-all route: finds the section, checks its capability for the act at hand, and
 * lets its screen answer.
 *
 * @throws {AppError} `not_found` for a section or screen that is not there, `forbidden` without the
 * capability, `method_not_allowed` for a form that the screen does not take.
 */
export function dispatch(name: ScreenName): { GET: ScreenHandler; POST: ScreenHandler } {
  const find = (ctx: Context<State>): Screen => {
    const section = SECTIONS.find(({ slug }) => slug === ctx.params.section);
    if (!section) throw new AppError("not_found");
    authorize(ctx.state, section.capability);
    const screen = section[name];
    if (!screen) throw new AppError("not_found");
    return screen;
  };
  return {
    GET: (ctx) => find(ctx).GET(ctx),
    POST(ctx) {
      const { POST } = find(ctx);
      if (!POST) throw new AppError("method_not_allowed");
      return POST(ctx);
    },
  };
}
