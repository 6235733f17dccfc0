import assert from "node:assert/strict";
import fc from "fast-check";
import {
  isFormQuery,
  parseSimulatorState,
  type SimulatorState,
  stateHref,
  stateQuery,
  withSwitched,
} from "@/routes/admin/(_sections)/simulator/state.ts";

const parse = (query: string) => parseSimulatorState(new URLSearchParams(query));
const empty: SimulatorState = {
  track: null,
  optionIds: [],
  unread: [],
  off: [],
  on: [],
  before: false,
};

Deno.test("parseSimulatorState() reads the answers, the switched rules and the view", () => {
  const cases: [string, Partial<SimulatorState>][] = [
    ["", {}],
    ["track=home&options=a,b", { track: "home", optionIds: ["a", "b"] }],
    ["options=a,,%20b%20,a", { optionIds: ["a", "b"] }],
    ["off=r1&off=r2&on=r3&view=before", { off: ["r1", "r2"], on: ["r3"], before: true }],
    ["track=&answer.place=&answer.look=c&answer.use=d&answer.use=e", {
      optionIds: ["c", "d", "e"],
    }],
    ["options=a,b%20c,%3Cscript%3E", { optionIds: ["a"], unread: ["b c", "<script>"] }],
    ["track=no%20slug&off=no%20id", {}],
  ];
  for (const [query, over] of cases) {
    assert.deepEqual(parse(query), { ...empty, ...over }, query);
  }
});

Deno.test("isFormQuery() recognises the query of the answers form", () => {
  assert.ok(isFormQuery(new URLSearchParams("track=home&answer.place=a")));
  assert.ok(!isFormQuery(new URLSearchParams("track=home&options=a")));
});

Deno.test("parseSimulatorState() parses what stateQuery() and stateHref() wrote", () => {
  const id = fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9_-]{0,20}$/);
  const ids = fc.uniqueArray(id, { maxLength: 6 });
  const states = fc.record({
    track: fc.option(id),
    optionIds: ids,
    unread: fc.constant([]),
    off: ids,
    on: ids,
    before: fc.boolean(),
  }, { noNullPrototype: true });
  fc.assert(fc.property(states, (state) => {
    assert.deepEqual(parse(stateQuery(state).slice(1)), state);
    const { searchParams, pathname } = new URL(stateHref(state), "http://localhost");
    assert.equal(pathname, "/admin/simulator");
    assert.deepEqual(parseSimulatorState(searchParams), state);
  }));
});

Deno.test("parseSimulatorState() keeps at most 100 answers and 8 switched rules of either kind", () => {
  const many = Array.from({ length: 300 }, (_, index) => `o${index}`);
  const switched = many.map((id) => `off=${id}&on=on-${id}`).join("&");
  const state = parse(`options=${many.join(",")}&${switched}`);
  assert.equal(state.optionIds.length, 100);
  assert.deepEqual([state.off.length, state.on.length], [8, 8]);
});

Deno.test("withSwitched() switches a rule one way at a time, and back", () => {
  const off = { ...empty, ...withSwitched(empty, { ruleId: "r", to: "off" }) };
  assert.deepEqual([off.off, off.on], [["r"], []]);
  const on = { ...off, ...withSwitched(off, { ruleId: "r", to: "on" }) };
  assert.deepEqual([on.off, on.on], [[], ["r"]]);
  assert.deepEqual({ ...on, ...withSwitched(on, { ruleId: "r", to: "stored" }) }, empty);
});
