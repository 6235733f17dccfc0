/** Leads: the needs of buyers who left their address, identified only by the CRM's contact id (spec §2.10, §4.9). */
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { sectionLink, sectionWords } from "@/components/admin/sections.ts";
import { simulatorHref } from "@/components/hrefs/admin.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { listScreen } from "@/components/admin/list/screen.tsx";
import { authorize } from "@/lib/staff/mod.ts";
import { findLead } from "@/lib/crm/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import { AppError } from "@/lib/http/mod.ts";
import type { Section } from "@/components/admin/section.ts";
import { leadList } from "./list.tsx";
import { LeadDetails } from "./LeadDetails.tsx";

/** The read-only section of leads. */
export const leads: Section = {
  ...sectionWords("leads"),
  list: listScreen(leadList),
  record: { GET: showLead },
};

async function showLead(ctx: Ctx): Promise<Response> {
  const staff = authorize(ctx.state, "view_audit");
  const lead = await findLead(ctx.state.services, ctx.params.id ?? "");
  if (lead === null) throw new AppError("not_found");
  const { contactId, track, optionIds } = lead;
  ctx.state.title = `Contact ${contactId}`;
  return await ctx.render(
    <>
      <AdminHeader
        title={<>Contact {contactId}</>}
        trail={[sectionLink("leads")]}
        actions={staff.capabilities.has("edit_rules") && optionIds.length > 0 && (
          <ButtonLink
            variant="secondary"
            href={simulatorHref({ track: track?.id ?? null, optionIds })}
          >
            Try in the simulator
          </ButtonLink>
        )}
      />
      <LeadDetails lead={lead} capabilities={staff.capabilities} />
    </>,
  );
}
