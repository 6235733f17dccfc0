import type { ComponentChildren, JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { Blocked } from "./Blocked.tsx";
import { Ends, Spend } from "./Figures.tsx";
import { Lacks, OpenGaps } from "./Lacks.tsx";
import { Votes } from "./Votes.tsx";
import { assistantHref } from "@/components/hrefs/admin.ts";
import type { FieldErrors } from "@/lib/records/mod.ts";
import { authorize, authorOf, type Flash } from "@/lib/staff/mod.ts";
import { type Oversight, readOversight } from "@/lib/assistant/mod.ts";
import { closeGap, noteGap, reopenGap } from "@/lib/corpus/mod.ts";
import { define } from "@/lib/define.ts";
import { readForm } from "@/lib/http/mod.ts";
import { settle, unknownIntent } from "@/components/admin/settle.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const staff = authorize(ctx.state, "view_audit");
    ctx.state.title = "Assistant";
    return await ctx.render(
      <AssistantPage
        oversight={await readOversight(ctx.state.services)}
        mayNote={staff.capabilities.has("edit_data")}
      />,
    );
  },
  async POST(ctx) {
    const by = authorOf(ctx.state, "edit_data");
    const { db, now } = ctx.state.services;
    const form = await readForm(ctx.req);
    const href = assistantHref();
    const done = (text: string, undo: "close" | "reopen", gap: string): Flash => ({
      tone: "positive",
      text,
      undo: { action: href, fields: { intent: undo, gap } },
    });
    const nothing = (errors: FieldErrors = {}): Flash => ({
      tone: "info",
      text: ["Nothing was noted.", ...Object.values(errors)].join(" "),
    });
    const gap = form.get("gap") ?? "";
    switch (form.get("intent")) {
      case "note":
        return await settle(
          await noteGap(db, { by, topic: form.get("topic") ?? "", at: now() }),
          {
            href,
            changed: ({ record }) =>
              done(`The gap was noted: ${record?.topic}`, "close", record?.id ?? ""),
            unchanged: () => nothing(),
            invalid: nothing,
            taken: () => nothing(),
          },
        );
      case "reopen": {
        const changed = () => done("The gap is open again.", "close", gap);
        const outcome = await reopenGap(db, { by, id: gap });
        return await settle(outcome, { href, changed, unchanged: changed, invalid: nothing });
      }
      case "close": {
        const changed = () => done("The gap was closed.", "reopen", gap);
        const outcome = await closeGap(db, { by, id: gap, at: now() });
        return await settle(outcome, { href, changed, unchanged: changed });
      }
      default:
        throw unknownIntent();
    }
  },
});

function AssistantPage(
  { oversight, mayNote }: { oversight: Oversight; mayNote: boolean },
): JSX.Element {
  const { days, spend, pace, ends, gaps, stored } = oversight;
  const consented =
    "Only visitors who agreed to measurement count, for as long as we keep their session.";
  return (
    <>
      <AdminHeader
        title="Assistant"
        lead="Its cost, how questions ended, and what the documents lack. Days are UTC."
      />
      <div class="grid gap-x-14 gap-y-10 xl:grid-cols-2">
        <Block title="Spend">
          <Spend pace={pace} spend={spend} days={days} />
        </Block>
        <Block
          title="How questions ended"
          lead={`Of all visitors, in the last ${days.length} days.`}
        >
          {ends.length === 0
            ? <None>Nobody has asked anything yet.</None>
            : <Ends ends={ends} days={days} />}
        </Block>
      </div>
      <div class="mt-10 grid gap-10">
        {stored?.isPart && (
          <p class="text-sm text-muted">
            There are more records than this page reads, and it does not read the latest first. So
            the lists below may leave some out.
          </p>
        )}
        <Block title="Questions without an answer" lead={consented}>
          {stored === null
            ? <Unread />
            : stored.lacks.length === 0
            ? <None>No unanswered question is stored.</None>
            : <Lacks lacks={stored.lacks} mayNote={mayNote} />}
        </Block>
        <Block
          title="Why answers were held back"
          lead="Sentences that the model wrote and nobody saw."
        >
          {stored === null
            ? <Unread />
            : stored.blocked.length === 0
            ? <None>No answer that was held back is stored.</None>
            : <Blocked turns={stored.blocked} titles={stored.titles} mayNote={mayNote} />}
        </Block>
        <Block
          title="Gaps noted"
          lead="Topics that the documents should cover. Close a gap once they do."
        >
          {gaps.length === 0
            ? <None>No gap is open.</None>
            : <OpenGaps gaps={gaps} mayNote={mayNote} />}
        </Block>
        <Block title="Votes" lead="Votes on answers, by the passages that the answers cited.">
          {stored === null
            ? <Unread />
            : stored.votes.up + stored.votes.down === 0
            ? <None>Nobody has voted on an answer yet.</None>
            : <Votes votes={stored.votes} titles={stored.titles} />}
        </Block>
      </div>
    </>
  );
}

function None({ children }: { children: ComponentChildren }): JSX.Element {
  return <p class="border-t border-line pt-3 text-sm text-muted">{children}</p>;
}

/** Shown while the session store does not answer. */
function Unread(): JSX.Element {
  return <None>We cannot look this up right now.</None>;
}
