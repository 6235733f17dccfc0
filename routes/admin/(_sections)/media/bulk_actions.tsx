/** Bulk actions on the ticked pictures, or on all that match. */
import { BULK_ACTIONS } from "./SelectionBar.tsx";
import { DeletionQuestion } from "./DeletionQuestion.tsx";
import { closed } from "./screen.ts";
import { showLibrary } from "./show.tsx";
import { tagMeant } from "./tags.ts";
import { shownUse } from "./uses.ts";
import { withQuery } from "@/components/admin/list_query.ts";
import { isTicked, lineField, paragraphField } from "@/lib/http/mod.ts";
import { NOTHING_CHANGED, settleKind } from "@/components/admin/settle.ts";
import { mediaHref } from "@/components/hrefs/admin.ts";
import type { Flash } from "@/lib/staff/mod.ts";
import type { FieldErrors } from "@/lib/records/mod.ts";
import {
  ASSET_LIMITS,
  type BulkOutcome,
  countFromCms,
  deleteAssets,
  type DeletionOutcome,
  findGroupByName,
  findNamedAssets,
  GROUP_NAME_LENGTH,
  groupAssets,
  setAltText,
  tagAssets,
  untagAssets,
  whereUsed,
} from "@/lib/media/mod.ts";
import { formatCount } from "@/lib/text/mod.ts";
import type { Acting } from "./acting.ts";
import { pickedIds } from "./picked_ids.ts";
import { inSentences, takeBack, undoOf } from "./take_back.ts";

/** Maximum number of pictures that a confirmation page shows, those in use first. */
const MOST_SHOWN = 60;

/** Applies the chosen bulk action. Deleting asks for confirmation first. */
export async function apply(acting: Acting): Promise<Response> {
  const { form } = acting;
  const action = BULK_ACTIONS.find(({ value }) => value === form.get("act"));
  const picked = await pickedIds(acting);
  if ("fields" in picked) return await again(acting, picked.fields);
  if (action === undefined) return await again(acting, { act: "Choose what to do" });
  const { ids } = picked;
  const { value: act, done } = action;
  if (act === "delete") return await ask(acting, ids);
  const outcome = await run(acting, ids, act);
  const here = listHref(acting);
  return await settleKind<BulkOutcome>(outcome, here, {
    invalid: ({ fields }) => again(acting, renamed(fields)),
    done: (result) => ({
      ...flashOf(done, result),
      ...(result.changed > 0 && undoOf(acting.by, here)),
    }),
  });
}

/** Takes back a bulk action. */
export function undoBulk(acting: Acting): Promise<Response> {
  const { ctx, by, form } = acting;
  const request = form.get("request");
  return takeBack(ctx.state.services, { by, request, href: listHref(acting) });
}

/** Address of the list in its present state, with the open asset. */
function listHref({ screen }: Acting): string {
  const query = new URLSearchParams(screen.params);
  query.delete("select");
  return mediaHref(`${query}`);
}

type BulkAction = Exclude<typeof BULK_ACTIONS[number]["value"], "delete">;

async function run(
  { ctx: { state: { services } }, by, form }: Acting,
  ids: readonly string[],
  act: BulkAction,
): Promise<BulkOutcome> {
  const { db } = services;
  const text = (name: string) => form.get(name) ?? "";
  switch (act) {
    case "tag":
    case "untag": {
      const tag = await tagMeant(services, text("tag"));
      if (typeof tag === "string") return invalid({ tags: tag });
      return await (act === "tag" ? tagAssets : untagAssets)(db, { by, ids, tags: [tag] });
    }
    case "group": {
      const name = lineField(GROUP_NAME_LENGTH, "Enter the group’s name").safeParse(text("group"));
      if (!name.success) return invalid({ group: name.error.issues[0]?.message ?? "" });
      const id = await findGroupByName(db, name.data);
      return await groupAssets(db, { by, ids, group: id === null ? { name: name.data } : { id } });
    }
    case "ungroup":
      return await groupAssets(db, { by, ids, group: null });
    case "alt": {
      const alt = paragraphField(ASSET_LIMITS.altText, "Enter the alt text").safeParse(text("alt"));
      if (!alt.success) return invalid({ alt: alt.error.issues[0]?.message ?? "" });
      const onlyMissing = isTicked(form.get("missing"));
      return await setAltText(db, { by, ids, altText: alt.data, onlyMissing });
    }
  }
}

/** Deletes pictures after confirmation. Asks again when a picture came into use since the question. */
export async function remove(acting: Acting): Promise<Response> {
  const { ctx: { state: { services: { db } } }, by, form } = acting;
  const picked = await pickedIds(acting);
  if ("fields" in picked) return await again(acting, picked.fields);
  const { ids } = picked;
  const confirm = form.get("confirm");
  if (confirm === null) return await ask(acting, ids);
  const outcome = await deleteAssets(db, { by, ids, confirmed: confirm === "used" });
  const list = `${mediaHref()}${withQuery(acting.screen.params, { asset: null, select: null })}`;
  return await settleKind<DeletionOutcome>(outcome, list, {
    invalid: ({ fields }) => again(acting, renamed(fields)),
    used: () => ask(acting, ids),
    done: ({ deleted: changed, missing }) =>
      flashOf("deleted", { kind: "done", changed, unchanged: 0, missing }),
  });
}

async function ask({ ctx, screen }: Acting, ids: readonly string[]): Promise<Response> {
  const { db, config } = ctx.state.services;
  const uses = Map.groupBy(await whereUsed(db, ids), ({ assetId }) => assetId);
  const shownIds = [...ids].sort((a, b) => Number(uses.has(b)) - Number(uses.has(a)))
    .slice(0, MOST_SHOWN);
  const assets = await findNamedAssets(db, shownIds, config.video.playerUrl);
  ctx.state.title = "Delete pictures";
  return await ctx.render(
    <DeletionQuestion
      ids={ids}
      used={assets.filter(({ id }) => uses.has(id)).map((asset) => ({
        asset,
        uses: (uses.get(asset.id) ?? []).map(shownUse),
      }))}
      usedCount={uses.size}
      unused={assets.filter(({ id }) => !uses.has(id))}
      fromCms={await countFromCms(db, ids)}
      back={screen.asset === null ? withQuery(screen.params, { select: null }) : closed(screen)}
    />,
    { status: uses.size > 0 ? 409 : 200 },
  );
}

/** Renames error fields of the media room to the ids of the bar's inputs. */
function renamed(fields: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([name, error]) => [name === "ids" ? "act" : `bulk-${name}`, error]),
  );
}

function invalid(fields: FieldErrors): BulkOutcome {
  return { kind: "invalid", fields };
}

function again({ ctx, form, screen }: Acting, fields: FieldErrors): Promise<Response> {
  const picked = new Set(form.getAll("id"));
  return showLibrary(ctx, { ...screen, picked }, { status: 400, bulk: form, fields });
}

function flashOf(done: string, outcome: Extract<BulkOutcome, { kind: "done" }>): Flash {
  const { changed, unchanged, missing } = outcome;
  if (changed === 0 && missing === 0) return NOTHING_CHANGED;
  const left = `${formatCount(unchanged)} needed no change.`;
  return {
    tone: changed > 0 ? "positive" : "warning",
    text: inSentences(outcome, { done, left }),
  };
}
