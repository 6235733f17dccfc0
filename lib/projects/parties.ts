/** The firms that took part in a project (spec §2.13). */
import type { Selectable } from "kysely";
import type { Database } from "../db/mod.ts";
import type { ProjectParty } from "./index/shown.ts";

type PartyColumns = Pick<
  Selectable<Database["cms_projects"]>,
  | "architect"
  | "architect_website"
  | "construction_company"
  | "construction_company_web"
  | "design_build_firm"
>;

/** Lists the firms that a project names. Their `url` is the CMS's text as it is; link it by `webAddress` of `lib/text`. */
export function partiesOf(row: PartyColumns): ProjectParty[] {
  const parties = [
    { role: "architect", name: row.architect, url: row.architect_website },
    { role: "construction", name: row.construction_company, url: row.construction_company_web },
    { role: "design-build", name: row.design_build_firm, url: null },
  ] as const;
  return parties.flatMap(({ name, ...party }) => name === null ? [] : [{ ...party, name }]);
}
