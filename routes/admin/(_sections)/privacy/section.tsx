/** The section of privacy settings, retention and erasure (spec §4.1, §4.9). */
import { type Fields, recordForm, renderGroups } from "@/components/admin/record/fields.tsx";
import { sectionWords } from "@/components/admin/sections.ts";
import { checkbox, onOffLabel } from "@/components/admin/record/inputs.tsx";
import { joined } from "@/components/admin/joined.ts";
import { Notice } from "@/components/ui/Notice.tsx";
import type { Config } from "@/lib/config/mod.ts";
import { PRIVACY_ID, privacyEntity, type PrivacySettings } from "@/lib/privacy/mod.ts";
import type { Section } from "@/components/admin/section.ts";
import { settingsScreen } from "@/components/admin/settings/screen.tsx";
import { answerErase, readBelow } from "./erase.tsx";

const FIELDS: Fields<PrivacySettings> = {
  near_projects: checkbox({
    label: "Show projects near the visitor first",
    hint:
      "Only for visitors who consent to measurement. Among equally good matches, projects in their city or region come first and are marked as near. We read the place from each request, and neither store nor log it.",
    describe: onOffLabel,
  }),
};

/** The section "Privacy". */
export const privacy: Section = {
  ...sectionWords("privacy"),
  list: settingsScreen<PrivacySettings>("edit_data", () => ({
    slug: "privacy",
    title: "Privacy",
    lead: "What the service may know about visitors, how long it keeps that, and how to erase it.",
    entity: privacyEntity,
    id: PRIVACY_ID,
    form: {
      ...recordForm(FIELDS),
      Editor: (props) =>
        renderGroups(FIELDS, props, [{ legend: "Place", keys: ["near_projects"] }]),
    },
    Aside: (_, ctx) => readBelow(ctx),
    handle: answerErase,
    saved: "The privacy settings were saved. They apply from the next page on.",
    Notices: ({ near_projects }, { state }) => {
      const missing = near_projects ? missingForPlace(state.services.config) : [];
      return missing.length === 0
        ? null
        : (
          <Notice tone="info" class="mb-6" title="No project is marked as near yet">
            <p>
              The deployment must configure consent and the headers with a visitor’s place. Not set:
              {" "}
              {joined(missing.map((name) => <code key={name}>{name}</code>))}.
            </p>
          </Notice>
        );
    },
  })),
};

/** Returns the unset variables that the proximity setting needs: consent, and the headers with a visitor's place. */
function missingForPlace({ geo, cmp }: Pick<Config, "geo" | "cmp">): string[] {
  return [
    ...(cmp === null ? ["CMP_SITE_ID"] : []),
    ...(cmp === null || cmp.measurementPurpose === null ? ["CMP_PURPOSE_MEASUREMENT"] : []),
    ...(geo.cityHeader === null && geo.regionHeader === null
      ? ["GEO_CITY_HEADER", "GEO_REGION_HEADER"]
      : []),
  ];
}
