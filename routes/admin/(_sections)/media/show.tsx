/** Renders the library screen. */
import { asset } from "fresh/runtime";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { ErrorSummary } from "@/components/admin/fields.tsx";
import { nameOf } from "@/components/admin/media_picker/picked.ts";
import { uploadHref } from "@/components/hrefs/admin.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import type { Ctx } from "@/lib/define.ts";
import type { FieldErrors } from "@/lib/records/mod.ts";
import { loadScreen, type ShownState } from "./load.ts";
import { MediaScreen } from "./MediaScreen.tsx";
import type { Screen } from "./screen.ts";

interface Shown extends ShownState {
  /** Errors for the summary; the panel shows its own. */
  readonly fields?: FieldErrors;
  readonly status?: number;
}

/** Shows the library in a state, with what an action passes on to it. */
export async function showLibrary(
  ctx: Ctx,
  screen: Screen,
  { fields = {}, status = 200, ...shown }: Shown = {},
): Promise<Response> {
  const data = await loadScreen(ctx, screen, shown);
  const title = `${data.panel ? `${nameOf(data.panel.record)}: ` : ""}Pictures & videos`;
  ctx.state.title = status >= 400 ? `Error: ${title}` : title;
  return await ctx.render(
    <>
      <AdminHeader
        title="Pictures & videos"
        actions={<ButtonLink href={uploadHref()}>Upload</ButtonLink>}
      />
      <ErrorSummary fields={fields} />
      <MediaScreen data={data} />
      <script src={asset("/admin_media.js")} defer />
    </>,
    { status },
  );
}
