import assert from "node:assert/strict";
import { trackingOf, trackingSnippet } from "@/lib/crm/tracking.ts";

const ON = { tracking_enabled: true, tracking_site_id: "1234567" };
const AT = { pathname: "/results", host: "track.example.com" };

Deno.test("trackingOf() tracks a buyer page when tracking is on and a site id is saved (§4.11b)", () => {
  assert.deepEqual(trackingOf(ON, AT), { siteId: "1234567", host: "track.example.com" });
  assert.ok(trackingOf(ON, { ...AT, pathname: "/administration" }));
});

const UNTRACKED: readonly [
  what: string,
  settings: Parameters<typeof trackingOf>[0],
  pathname?: string,
][] = [
  ["the settings cannot be read", null],
  ["tracking is off", { ...ON, tracking_enabled: false }],
  ["no site id is saved", { ...ON, tracking_site_id: null }],
  ["the site id is empty", { ...ON, tracking_site_id: "" }],
  ["the site id is not a number", { ...ON, tracking_site_id: "12a" }],
  ["the site id would close the script element", { ...ON, tracking_site_id: "1</script>" }],
  ["the site id has a second line", { ...ON, tracking_site_id: "1\n2" }],
  ["the site id has digits other than 0 to 9", { ...ON, tracking_site_id: "١٢٣" }],
  ["the page is for staff", ON, "/admin"],
  ["the page is below /admin", ON, "/admin/crm"],
];

for (const [what, settings, pathname] of UNTRACKED) {
  Deno.test(`trackingOf() tracks nothing when ${what} (§4.11b)`, () =>
    assert.equal(trackingOf(settings, { ...AT, pathname: pathname ?? AT.pathname }), null));
}

/** Runs the snippet in a mock page, and returns the scripts that it loads and its queue of calls. */
function run(snippet: string) {
  const scripts: { src: string; async: boolean }[] = [];
  const location = { pathname: "/select", search: "", href: "https://walls.example/select" };
  const listeners: (() => void)[] = [];
  const history = {
    pushState(_state: unknown, _title: string, to: string) {
      const url = new URL(to, location.href);
      Object.assign(location, { pathname: url.pathname, search: url.search, href: url.href });
    },
  };
  const page = {
    document: {
      createElement: () => ({ src: "", async: false }),
      head: { appendChild: (script: { src: string; async: boolean }) => scripts.push(script) },
    },
    location,
    history,
    addEventListener: (_kind: string, listener: () => void) => listeners.push(listener),
  };
  const names = Object.keys(page);
  const queue: unknown = new Function(...names, `${snippet}return _elqQ`)(...Object.values(page));
  return { scripts, queue, location, history, back: () => listeners.forEach((each) => each()) };
}

Deno.test("trackingSnippet() sets the site, loads the script asynchronously, and reports the page (§4.11b)", () => {
  const { scripts, queue } = run(trackingSnippet({ siteId: "77", host: "img03.en25.com" }));
  assert.deepEqual(queue, [
    ["elqSetSiteId", "77"],
    ["elqTrackPageView", "https://walls.example/select"],
  ]);
  assert.deepEqual(scripts, [{ src: "//img03.en25.com/i/elqCfg.min.js", async: true }]);
});

Deno.test("trackingSnippet() requests the first-party cookie from our own host (§4.11a)", () => {
  const { queue } = run(trackingSnippet({ siteId: "77", host: "track.example.com" }));
  assert.deepEqual(queue, [
    ["elqSetSiteId", "77"],
    ["elqUseFirstPartyCookie", "track.example.com"],
    ["elqTrackPageView", "https://walls.example/select"],
  ]);
});

Deno.test("trackingSnippet() reports each client-side navigation once (§4.11b)", () => {
  const page = run(trackingSnippet({ siteId: "77", host: "img03.en25.com" }));
  const reported = () => (page.queue as unknown[]).slice(2);
  page.history.pushState(null, "", "/select?step=room");
  page.history.pushState(null, "", "/select?step=room#same");
  assert.deepEqual(reported(), [["elqTrackPageView", "https://walls.example/select?step=room"]]);
  Object.assign(page.location, { search: "", href: "https://walls.example/select" });
  page.back();
  assert.equal(reported().length, 2);
});

Deno.test("trackingSnippet() contains no character that a page would escape or that could end a string", () => {
  for (const host of ["img03.en25.com", "</script><b>'\"&\\\n"]) {
    assert.doesNotMatch(trackingSnippet({ siteId: "77", host }), /[<>"&\\\n]/);
  }
  run(trackingSnippet({ siteId: "77", host: "track.example.com:8443" }));
});
