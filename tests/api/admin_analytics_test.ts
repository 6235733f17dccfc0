/** The analytics page and its export (spec §4.9). */
import assert from "node:assert/strict";
import { EVENT_KINDS, recordEvents, type SessionEvent } from "@/lib/analytics/mod.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { anyEngine } from "../helpers/db.ts";

const NOW = new Date("2026-03-10T12:00:00Z");

/** Records the same events for each of the sessions `from` to `to - 1`. */
async function visit(app: TestApp, from: number, to: number, kinds: SessionEvent[]): Promise<void> {
  for (let session = from; session < to; session++) {
    await recordEvents(app.services.db, kinds, {
      now: NOW,
      track: "home",
      sessionId: `session-${session}`,
    });
  }
}

function open(engine: "embedded" | "server"): Promise<TestApp> {
  return startApp({
    engine,
    environment: { ADMIN_DEV_BYPASS: "true" },
    overrides: { now: () => NOW },
  });
}

async function textOf(app: TestApp, path: string, status = 200): Promise<string> {
  const response = await app.request(path);
  const text = await response.text();
  assert.equal(response.status, status, text);
  return text;
}

function rowsOf(html: string, caption: string): string[] {
  const start = html.indexOf(`<caption class="sr-only">${caption}`);
  assert.notEqual(start, -1, caption);
  const body = html.slice(html.indexOf("<tbody", start), html.indexOf("</tbody>", start));
  return body.split("<tr").slice(1).map((row) =>
    row.replaceAll(/<svg.*?<\/svg>/gs, "").replace(/^[^>]*>/, "").replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ").trim()
  );
}

anyEngine(
  "analytics count visits and hide small numbers (spec §4.9)",
  async (engine) => {
    await using app = await open(engine);
    const [factor] = app.services.catalog.current().factors.filter(({ trackIds }) =>
      trackIds.length === 0
    );
    const option = factor?.options[0];
    const lead = app.services.catalog.current().systems[0];
    assert.ok(factor && option && lead);
    const seen = { kind: "step_viewed", ref: factor.id } as const;
    await visit(app, 0, 20, [seen, seen, { kind: "answer_selected", ref: option.id }]);
    await visit(app, 20, 30, [seen]);
    await visit(app, 0, 8, [{ kind: "recommendation_viewed", ref: lead.id }]);
    await visit(app, 0, 3, [{ kind: "lead_submitted" }]);

    const html = await textOf(app, "/admin/analytics?days=7");
    assert.deepEqual(rowsOf(html, "Visits by stage, on all tracks"), [
      "Saw a question 30 100%",
      "Answered one 20 67%",
      "Saw a recommendation 8 27%",
      "Compared systems 0 0%",
      "Opened the assistant 0 0%",
      "Asked for a person too few –",
    ]);
    assert.deepEqual(rowsOf(html, "Visits by question"), [`${factor.name} 30 20 67% 10`]);
    assert.deepEqual(rowsOf(html, "Visits by system"), [`${lead.name} 8 0 0 5`]);

    assert.match(
      await textOf(app, "/admin/analytics?to=2026-03-01"),
      /No visits in this period.*No visitor can agree to measurement yet/s,
    );
    assert.match(
      await textOf(app, "/admin/analytics?from=2026-03-02&to=2026-03-01"),
      /No visits in this period.*its first day is after its last/s,
    );
    assert.match(
      await textOf(app, "/admin/analytics?from=0026-11-01&to=2026-03-01"),
      /“0026-11-01” was not used\. Enter a day since 2000, such as 2026-05-04.*No visits in this/s,
      "a year of two digits is corrected beside its field",
    );
    await textOf(app, "/admin/analytics?days=8", 400);
  },
);

anyEngine(
  "the figures, their charts and the export say the same (spec §4.9)",
  async (engine) => {
    await using app = await open(engine);
    const { factors, systems } = app.services.catalog.current();
    const [factor] = factors.filter(({ trackIds }) => trackIds.length === 0);
    const [first, second] = systems;
    const option = factor?.options[0];
    assert.ok(factor && option && first && second);
    const step: SessionEvent = { kind: "step_viewed", ref: factor.id };
    const answer: SessionEvent = { kind: "answer_selected", ref: option.id };
    const opened: SessionEvent = { kind: "assistant_opened" };
    const minutesAgo = (event: SessionEvent, minutes: number): SessionEvent => ({
      ...event,
      at: new Date(NOW.getTime() - minutes * 60_000).toISOString(),
    });
    const result = (ref: string): SessionEvent => ({ kind: "recommendation_viewed", ref });
    await visit(app, 0, 40, [minutesAgo(step, 4), minutesAgo(answer, 3), result(first.id)]);
    await visit(app, 40, 60, [
      minutesAgo(step, 40),
      minutesAgo(answer, 30),
      minutesAgo(result(second.id), 2),
      minutesAgo({ kind: "comparison_viewed", ref: first.id }, 1),
      minutesAgo({ kind: "comparison_viewed", ref: second.id }, 1),
      opened,
    ]);
    await visit(app, 60, 70, [step, answer, { kind: "nothing_recommended" }]);
    await visit(app, 0, 10, [{ kind: "lead_submitted", ref: first.id }]);
    // Three sessions left at the question. The number that answered would reveal that three, so both are hidden.
    await visit(app, 70, 73, [step]);

    const html = await textOf(app, "/admin/analytics?days=7");
    assert.deepEqual(rowsOf(html, "Visits by stage, on all tracks"), [
      "Saw a question 73 100%",
      "Answered one too few –",
      "Saw a recommendation 60 82%",
      "Compared systems 20 27%",
      "Opened the assistant 20 27%",
      "Asked for a person 10 14%",
    ]);
    assert.deepEqual(rowsOf(html, "Visits by question"), [`${factor.name} 73 too few – too few`]);
    assert.deepEqual(rowsOf(html, "Visits by time to a result"), [
      "Under 1 minute 0",
      "1 to 2 minutes 0",
      "2 to 5 minutes 40",
      "5 to 10 minutes 0",
      "10 to 30 minutes 0",
      "30 minutes and more 20",
    ]);
    assert.deepEqual(rowsOf(html, "Visits by conversion").slice(0, 2), [
      "Saw a recommendation, and left an address 60 10 17%",
      "Saw that nothing was recommended, and left an address 10 0 0%",
    ]);
    assert.deepEqual(
      rowsOf(html, "Visits by system").sort(),
      [
        `${first.name} 40 0 20 30`,
        `${second.name} 20 0 20 0`,
      ].sort(),
    );
    assert.deepEqual(rowsOf(html, "Answers of visits without a recommendation"), [
      `${factor.name}: ${option.label} 10 100%`,
    ]);

    const events: { kind: string; ref: string | null; session_ref: string }[] =
      (await textOf(app, "/admin/analytics/export?format=ndjson&days=7")).trimEnd().split("\n")
        .map((line) => JSON.parse(line));
    const visits = (kinds: string[], ref?: string) =>
      new Set(
        events.filter((event) =>
          kinds.includes(event.kind) && (ref === undefined || event.ref === ref)
        ).map((event) => event.session_ref),
      ).size;
    assert.equal(visits(["step_viewed"]), 73);
    assert.equal(visits(["recommendation_viewed"]), 60);
    assert.equal(visits(["lead_submitted", "handoff_requested"]), 10);
    assert.equal(visits(["recommendation_viewed"], first.id), 40);
    assert.equal(visits(["comparison_viewed"], second.id), 20);

    // A bar's width is its number in percent of the largest number.
    const table = html.slice(html.indexOf("Visits by stage, on all tracks"));
    const widths = [
      ...table.slice(0, table.indexOf("</table>"))
        .matchAll(/<rect width="([\d.]+)" height="8" class="fill-accent"/g),
    ]
      .map(([, width]) => Number(width));
    assert.deepEqual(widths, [100, 0, 82.2, 27.4, 27.4, 13.7]);
  },
);

anyEngine(
  "a stage with more visits than the first has no share: visits that consented late miss the first (spec §4.9)",
  async (engine) => {
    await using app = await open(engine);
    const [factor] = app.services.catalog.current().factors.filter(({ trackIds }) =>
      trackIds.length === 0
    );
    const [option] = factor?.options ?? [];
    assert.ok(factor && option);
    await visit(app, 0, 10, [{ kind: "step_viewed", ref: factor.id }]);
    await visit(app, 10, 30, [
      { kind: "answer_selected", ref: option.id },
      { kind: "comparison_viewed" },
    ]);
    const html = await textOf(app, "/admin/analytics?days=7");
    assert.deepEqual(rowsOf(html, "Visits by stage, on all tracks"), [
      "Saw a question 10 100%",
      "Answered one 20 –",
      "Saw a recommendation 0 0%",
      "Compared systems 20 –",
      "Opened the assistant 0 0%",
      "Asked for a person 0 0%",
    ]);
    assert.match(
      html,
      /Relative to those who saw a question/,
      "the counts include visits that saw no question",
    );
    const [question] = rowsOf(html, "Visits by question");
    assert.match(question ?? "", /10 20 –/);
  },
);

anyEngine(
  "the export has a row for every event of the period (spec §4.9)",
  async (engine) => {
    await using app = await open(engine);
    const many = Array.from(
      { length: 50 },
      (): SessionEvent => ({ kind: "system_viewed", ref: "a" }),
    );
    for (let report = 0; report < 45; report++) await visit(app, report, report + 1, many);
    await recordEvents(app.services.db, [{ kind: "restarted" }], {
      now: new Date("2026-02-01T00:00:00Z"),
      track: null,
      sessionId: null,
    });

    const csv = await textOf(app, "/admin/analytics/export?format=csv&from=&to=");
    const page = await textOf(app, "/admin/analytics");
    const month = /href="\?from=([\d-]+)&amp;to=([\d-]+)"[^>]*>Last month</.exec(page);
    assert.deepEqual(month?.slice(1), ["2026-02-01", "2026-02-28"]);
    const [header, ...rows] = csv.trimEnd().split("\r\n");
    assert.equal(header, "id,at,recorded_at,kind,ref,track,session_ref");
    assert.equal(rows.length, 2250);
    const lines = (await textOf(app, "/admin/analytics/export?format=ndjson&from=2026-01-01"))
      .trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.equal(lines.length, 2251);
    assert.equal(new Set(lines.map(({ id }) => id)).size, 2251);
    assert.deepEqual(Object.keys(lines[0]).join(), header);
    assert.equal(
      (await textOf(app, "/admin/analytics/export?format=ndjson&to=2026-02-01")).trim().split("\n")
        .length,
      1,
    );

    const response = await app.request("/admin/analytics/export?format=dictionary");
    assert.match(response.headers.get("content-disposition") ?? "", /^attachment/);
    assert.equal(response.headers.get("cache-control"), "no-store");
    const dictionary = await response.text();
    const ref = /^ref,.*$/m.exec(dictionary)?.[0] ?? "";
    for (const kind of EVENT_KINDS) assert.ok(ref.includes(kind), `${kind} in ${ref}`);
    assert.match(ref, /step_viewed, which has “check” for the last step/);
    const reference = /^session_ref,.*$/m.exec(dictionary)?.[0] ?? "";
    for (const without of [/without a visit/, /first 5,000/, /no longer consents/]) {
      assert.match(reference, without);
    }
    for (const name of header.split(",") ?? []) {
      assert.match(dictionary, new RegExp(`\n${name},`));
    }
    await textOf(app, "/admin/analytics/export?format=xlsx", 400);
  },
);

anyEngine(
  "tracks and references that clients invent appear nowhere on the page (§4.1, §4.9)",
  async (engine) => {
    await using app = await open(engine);
    const { db, catalog } = app.services;
    const [lead] = catalog.current().systems;
    assert.ok(lead);
    for (let number = 0; number < 40; number++) {
      const kinds: SessionEvent[] = ["system_viewed", "answer_selected", "nothing_recommended"]
        .flatMap((kind) => [
          { kind: kind as SessionEvent["kind"], ref: `made-up-${number}` },
          { kind: kind as SessionEvent["kind"], ref: "made-up-by-many" },
        ]);
      await recordEvents(db, [...kinds, { kind: "system_viewed", ref: lead.id }], {
        now: NOW,
        track: `made-up-${number}`,
        sessionId: `session-${number}`,
      });
    }
    const html = await textOf(app, "/admin/analytics?days=7");
    assert.deepEqual(rowsOf(html, "Visits by system"), [`${lead.name} 0 40 0 40`]);
    assert.equal(
      html.match(/<caption[^>]*>Visits by stage/g)?.length,
      2,
      "one for all tracks, one for the default track",
    );
    assert.doesNotMatch(html, /made-up/);
  },
);
