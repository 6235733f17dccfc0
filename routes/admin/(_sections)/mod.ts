/** The sections of the admin area, and the way from an address to one of them. */
import type { Context } from "fresh";
import { authorize } from "../../../lib/staff/mod.ts";
import type { State } from "../../../lib/define.ts";
import { AppError } from "../../../lib/http/mod.ts";
import { attributes } from "./attributes/section.tsx";
import { categories } from "./categories/section.tsx";
import { cms } from "./cms/section.tsx";
import { corpus } from "./corpus/section.tsx";
import { crm } from "./crm/section.tsx";
import { factors } from "./factors/section.tsx";
import { leads } from "./leads/section.tsx";
import { pages } from "./pages/section.tsx";
import { privacy } from "./privacy/section.tsx";
import { projects } from "./projects/section.tsx";
import { ruleSets } from "./rule_sets/section.tsx";
import { rules } from "./rules/section.tsx";
import { scenarios } from "./scenarios/section.tsx";
import type { Screen, ScreenHandler, Section } from "../../../components/admin/section.ts";
import { systems } from "./systems/section.tsx";
import { tiers } from "./tiers/section.tsx";
import { tracks } from "./tracks/section.tsx";
import { users } from "./users/section.tsx";

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
 * Makes the handlers of a catch-all route: finds the section, checks its capability for what is asked, and
 * lets its screen answer.
 *
 * @throws {AppError} `not_found` for a section or screen that is not there, `forbidden` without the
 * capability, `method_not_allowed` for a form that the screen does not take.
 */
export function dispatch(
  name: ScreenName,
  sections: readonly Section[] = SECTIONS,
): { GET: ScreenHandler; POST: ScreenHandler } {
  const find = (ctx: Context<State>): Screen => {
    const section = sections.find(({ slug }) => slug === ctx.params.section);
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
