/**
 * The sections of the admin area (spec §4.9).
 *
 * A section is one kind of record, such as systems or rules, with a list at `/admin/<slug>`, a screen for a new record
 * at `/admin/<slug>/new` and one for each record at `/admin/<slug>/<id>`. {@linkcode dispatch} makes the handlers of
 * these catch-all routes. Pages with other addresses, such as the audit log or the media library, have routes of their
 * own. Each section needs one capability, which the dispatcher checks before every screen; each form checks it again.
 */
import { authorize } from "@/lib/staff/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import { AppError } from "@/lib/http/mod.ts";
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
import type { Screen, ScreenHandler, Section } from "@/components/admin/section.ts";
import { systems } from "./systems/section.tsx";
import { tiers } from "./tiers/section.tsx";
import { tracks } from "./tracks/section.tsx";
import { users } from "./users/section.tsx";

/** Every section. The navigation has an order of its own. */
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

/** The screens of a section that have an address. */
type ScreenName = "list" | "create" | "record";

/**
 * Returns the handlers of a catch-all route. They find the section by `ctx.params.section`, check its capability and
 * call its screen.
 *
 * @throws {AppError} `not_found` for an unknown section or screen, `forbidden` without the capability,
 * `method_not_allowed` for a POST to a screen that accepts no forms.
 */
export function dispatch(
  name: ScreenName,
  sections: readonly Section[] = SECTIONS,
): { GET: ScreenHandler; POST: ScreenHandler } {
  const find = (ctx: Ctx): Screen => {
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
