import fc from "fast-check";
import assert from "node:assert/strict";
import { askForPage, isSameSite, retryAfterMs } from "@/lib/corpus/links/ask.ts";
import {
  type Finding,
  findingOf,
  type LinkState,
  nextLinkState,
} from "@/lib/corpus/links/finding.ts";
import type { FailureReason, FetchOutcome } from "@/lib/net/mod.ts";

const PAGE = "https://www.pages.test/products/heron";

function answer(status: number, { url = PAGE, headers = {} } = {}): FetchOutcome {
  return { ok: true, status, url, headers: new Headers(headers), body: null };
}

function failed(reason: FailureReason): FetchOutcome {
  return { ok: false, reason, detail: "because", url: PAGE };
}

Deno.test("findingOf() concludes from a response only what it proves (§4.1)", () => {
  const cases: readonly (readonly [FetchOutcome, Finding["kind"], RegExp?])[] = [
    ...[200, 203, 206].map((status) => [answer(status), "live"] as const),
    ...[404, 410, 451].map((status) => [answer(status), "gone", /not there any more \(4/] as const),
    ...[300, 304, 400, 403, 405, 418].map((status) =>
      [answer(status), "doubtful", /refuses/] as const
    ),
    [answer(401), "doubtful", /sign in/],
    [answer(429), "doubtful", /fewer requests/],
    ...[500, 502, 503, 599].map((status) => [answer(status), "doubtful", /fault/] as const),
    [failed("network"), "doubtful", /^The site did not answer: because$/],
    [failed("timeout"), "doubtful", /did not answer/],
    [failed("too_large"), "doubtful"],
    [failed("refused"), "unverifiable", /^The address cannot be checked: because$/],
    [failed("redirect"), "unverifiable"],
    [failed("dns"), "nameless", /^The site is gone: because$/],
  ];
  for (const [outcome, kind, note = /^[A-Z]/] of cases) {
    const finding = findingOf(outcome, PAGE);
    assert.equal(finding.kind, kind, JSON.stringify(outcome));
    if (finding.kind !== "live") assert.match(finding.note, note);
  }
});

Deno.test("findingOf() finds a page gone when the site answers with its home page instead", () => {
  const homes = [
    "",
    "/",
    "/index.html",
    "/en",
    "/en-us/",
    "/en/index.php",
    "/Default.aspx",
    "/home",
  ];
  for (const path of homes) {
    const home = answer(200, { url: `https://www.pages.test${path}` });
    assert.equal(findingOf(home, PAGE).kind, "gone", path);
    assert.equal(findingOf(home, "http://pages.test/").kind, "live", `${path} asked for`);
  }
  for (
    const path of ["/products", "/heron-lite", "/?page=12", "/english", "/a/index.html", "/enx"]
  ) {
    const page = answer(200, { url: `https://www.pages.test${path}` });
    assert.equal(findingOf(page, PAGE).kind, "live", path);
  }
});

const DAY_MS = 24 * 60 * 60_000;
const START = new Date("2030-01-07T04:23:00Z");
const after = (days: number) => new Date(START.getTime() + days * DAY_MS);
const DOUBT: Finding = { kind: "doubtful", note: "hm" };

function stateAfter(
  from: LinkState,
  ...checks: readonly (readonly [days: number, Finding])[]
): LinkState {
  return checks.reduce(
    (state, [days, finding]) => nextLinkState(state, finding, after(days)),
    from,
  );
}

Deno.test("nextLinkState() makes a link dead after three doubtful checks over two weeks", () => {
  const live: LinkState = { status: "live", note: null, failures: 0, failingSince: null };
  const cases: readonly [days: readonly number[], status: string][] = [
    [[0], "live"],
    [[0, 7], "live"],
    [[0, 7, 14], "dead"],
    [[0, 7.2, 13.9], "dead"],
    [[0, 14], "live"],
    [[0, 0, 0, 0, 0], "live"],
    [[0, 1, 2, 3, 12], "live"],
    [[0, 1, 2, 3, 13], "dead"],
  ];
  for (const [days, status] of cases) {
    const state = stateAfter(live, ...days.map((day) => [day, DOUBT] as const));
    assert.deepEqual(state, { status, note: "hm", failures: days.length, failingSince: START });
  }
  const unchecked = stateAfter({ ...live, status: "unchecked" }, [0, DOUBT], [7, DOUBT]);
  assert.equal(unchecked.status, "unchecked");
  assert.equal(nextLinkState(unchecked, DOUBT, after(14)).status, "dead");
});

Deno.test("nextLinkState() applies a clear finding at once and resets the count of doubtful checks", () => {
  const clear: readonly [Finding, LinkState["status"]][] = [
    [{ kind: "live" }, "live"],
    [{ kind: "gone", note: "x" }, "dead"],
    [{ kind: "nameless", note: "x" }, "dead"],
    [{ kind: "unverifiable", note: "x" }, "unchecked"],
  ];
  for (const [finding, status] of clear) {
    for (const before of ["live", "dead", "unchecked"] as const) {
      const doubted = stateAfter(
        { status: before, note: null, failures: 0, failingSince: null },
        [0, DOUBT],
        [7, DOUBT],
      );
      assert.deepEqual(nextLinkState(doubted, finding, after(14)), {
        status,
        note: finding.kind === "live" ? null : finding.note,
        failures: 0,
        failingSince: null,
      });
    }
  }
});

Deno.test("nextLinkState() makes a link live only for a live finding (§4.1)", () => {
  const kind = fc.constantFrom("gone", "nameless", "doubtful", "unverifiable");
  fc.assert(fc.property(fc.array(fc.tuple(fc.nat(40), kind)), (checks) => {
    let state: LinkState = { status: "unchecked", note: null, failures: 0, failingSince: null };
    for (const [days, kind] of checks) {
      state = nextLinkState(state, { kind, note: "x" }, after(days));
      assert.notEqual(state.status, "live");
      assert.equal(state.failures > 0, state.failingSince !== null);
    }
  }));
});

Deno.test("isSameSite() allows redirects to or from www and to https, and no others", () => {
  const cases: readonly [from: string, to: string, same: boolean][] = [
    ["http://pages.test/a", "http://pages.test/b", true],
    ["http://pages.test/a", "https://pages.test/a", true],
    ["http://pages.test/a", "https://www.pages.test/a", true],
    ["https://www.pages.test/a", "https://pages.test/a", true],
    ["https://pages.test/a", "https://pages.test./a", true],
    ["https://pages.test/a", "http://pages.test/a", false],
    ["https://pages.test/a", "https://shop.pages.test/a", false],
    ["https://pages.test/a", "https://pages.test.evil.test/a", false],
    ["https://pages.test/a", "https://pages.test:8443/a", false],
    ["https://pages.test/a", "https://wwwpages.test/a", false],
  ];
  for (const [from, to, same] of cases) {
    assert.equal(isSameSite(new URL(from), new URL(to)), same, `${from} ${to}`);
  }
});

Deno.test("retryAfterMs() reads how long a site asks to wait", () => {
  const now = Date.parse("2030-01-01T00:00:00Z");
  const cases: readonly [status: number, value: string | null, ms: number | null][] = [
    [429, "7", 7_000],
    [429, "0", 0],
    [429, null, 30_000],
    [429, "soon", 30_000],
    [429, "-5", 30_000],
    [429, "99999999999999999999", 30_000],
    [429, "Tue, 01 Jan 2030 00:00:20 GMT", 20_000],
    [429, "Mon, 31 Dec 2029 23:59:00 GMT", 0],
    [503, "120", 120_000],
    [503, null, null],
    [500, "5", null],
    [200, "5", null],
  ];
  for (const [status, value, ms] of cases) {
    const headers: Record<string, string> = value === null ? {} : { "retry-after": value };
    const outcome = answer(status, { headers });
    assert.equal(retryAfterMs(outcome, now), ms, `${status} ${value}`);
  }
  assert.equal(retryAfterMs(failed("timeout"), now), null);
});

Deno.test("askForPage() sends GET after HEAD, unless HEAD found the page or GET could not help", async () => {
  const once: FetchOutcome[] = [
    answer(200),
    answer(429),
    answer(503, { headers: { "retry-after": "9" } }),
    ...(["refused", "dns", "redirect", "aborted"] as const).map(failed),
  ];
  const twice: FetchOutcome[] = [
    ...[400, 401, 403, 404, 405, 410, 500, 501, 503].map((status) => answer(status)),
    answer(200, { url: "https://www.pages.test/" }),
    ...(["network", "timeout", "too_large"] as const).map(failed),
  ];
  for (const head of [...once, ...twice]) {
    const methods: unknown[] = [];
    const outcome = await askForPage(PAGE, {
      fetch(_url, { method, maxBytes } = {}) {
        methods.push(method);
        assert.equal(maxBytes, undefined, "no body is requested");
        return Promise.resolve(method === "HEAD" ? head : answer(204));
      },
    });
    const expected = once.includes(head) ? ["HEAD"] : ["HEAD", "GET"];
    assert.deepEqual(methods, expected, JSON.stringify(head));
    if (expected.length === 1) assert.equal(outcome, head);
    else assert.ok(outcome.ok && outcome.status === 204);
  }
});
