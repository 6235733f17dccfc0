/** Settings as forms, and differences of settings as text (design §7). */
import assert from "node:assert/strict";
import {
  formOfSettings,
  settingDifferences,
  type SettingGroup,
} from "../../../components/admin/settings/fields.ts";

const GROUPS: readonly SettingGroup[] = [
  {
    legend: "One",
    fields: [
      { kind: "checkbox", name: "on", label: "On" },
      { kind: "number", name: "days", label: "Days", unit: "days", optional: true },
    ],
  },
  {
    legend: "Two",
    fields: [
      { kind: "text", name: "name", label: "Name" },
      { kind: "select", name: "tier", label: "Tier", options: [{ value: "1", label: "First" }] },
    ],
  },
];

Deno.test("formOfSettings() sends true for a ticked box, nothing for an unticked one, and null as an empty field", () => {
  const record = { on: true, days: null, name: "A", tier: 1, more: "not a field" };
  assert.equal(formOfSettings(GROUPS, record).toString(), "on=true&days=&name=A&tier=1");
  assert.equal(formOfSettings(GROUPS, { ...record, on: false }).has("on"), false);
});

Deno.test("settingDifferences() lists only the settings that differ, with labels and units", () => {
  const mine = { on: true, days: 30, name: "", tier: 1 };
  assert.deepEqual(settingDifferences(GROUPS, { mine, theirs: mine }), []);
  const theirs = { on: false, days: null, name: "B", tier: null };
  assert.deepEqual(settingDifferences(GROUPS, { mine, theirs }), [
    { label: "On", mine: "On", theirs: "Off" },
    { label: "Days", mine: "30 days", theirs: "Not set" },
    { label: "Name", mine: "Not set", theirs: "B" },
    { label: "Tier", mine: "First", theirs: "Not set" },
  ]);
});
