/** The journey of a buyer and a change by staff in WebKit, the engine of Safari (spec §4.1, §4.4, §4.5, §4.9). */
import assert from "node:assert/strict";
import { findAnswers, optionIdsOf, resultOf } from "../helpers/demo_answers.ts";
import { declareSite } from "../helpers/site.ts";
import { until } from "../helpers/until.ts";
import { type WebKit, webkitTest } from "../helpers/webkit.ts";

const TRACK = "home";
const answers = findAnswers(TRACK, (some) => resultOf(TRACK, some).lead !== null);
const site = declareSite({ environment: { ADMIN_DEV_BYPASS: "true" } });
const result = `/results?track=${TRACK}&options=${optionIdsOf(answers)}`;

const pathOf = (webkit: WebKit) => webkit.run<string>("return location.pathname");

webkitTest(
  "the wizard leads to the result, without a page load for each question",
  async (webkit) => {
    await webkit.open(`${await site()}/select?track=${TRACK}`);
    await webkit.run("window.isSame = true");
    for (const { choice, question } of answers) {
      await webkit.shows(new RegExp(RegExp.escape(question.question)));
      await webkit.click("main label", choice.label);
      await webkit.click("main button", "Continue");
    }
    await webkit.shows(/Check your answers/);
    assert.equal(await webkit.run("return window.isSame"), true);
    await webkit.click('main a[href^="/results"]', "");
    await until("the result", async () => await pathOf(webkit) === "/results");
    await webkit.shows(new RegExp(resultOf(TRACK, answers).lead?.name ?? "none"));
  },
);

webkitTest("the chat answers with sources, and a lead is sent", async (webkit) => {
  await webkit.open(`${await site()}${result}`);
  await webkit.click("button", "Ask about");
  await until(
    "the chat",
    () => webkit.run("return Reflect.has(document.querySelector('.chat-composer') ?? {}, 'l')"),
  );
  await webkit.type("dialog textarea", "How quiet is it?\uE007");
  await webkit.shows(/Source:/);
  await webkit.open(`${await site()}${result}`);
  await webkit.type("main input[name=email]", "ann@example.com\uE007");
  await until("the thanks page", async () => await pathOf(webkit) === "/thanks");
});

webkitTest("Back from the thanks does not say that nothing was sent", async (webkit) => {
  await webkit.open(`${await site()}${result}`);
  await webkit.type("main input[name=email]", "ann\uE007");
  await webkit.shows(/Nothing was sent yet/);
  await webkit.run("document.querySelector('main input[name=email]').value = ''");
  await webkit.type("main input[name=email]", "ann@example.com\uE007");
  await until("the thanks page", async () => await pathOf(webkit) === "/thanks");
  await webkit.back();
  await until("the result", () =>
    webkit.run(
      `return location.pathname === "/results" && document.readyState === "complete" &&
        !document.body.innerText.includes("Nothing was sent yet")`,
    ));
});

webkitTest("staff switch a rule off and on", async (webkit) => {
  await webkit.open(`${await site()}/admin/rules`);
  for (const verb of ["off", "on"]) {
    await webkit.click("button[role=switch]", "");
    await webkit.shows(new RegExp(`was switched ${verb}`));
  }
});

webkitTest("no page is wider than the screen of a phone", async (webkit) => {
  await webkit.resize(400, 800);
  const pages = ["/", "/select", result, "/compare?systems=heron-lite,heron-thermal", "/systems"];
  const staff = ["", "/rules", "/media", "/simulator", "/crm", "/cms", "/audit", "/analytics"];
  for (const path of [...pages, ...staff.map((path) => `/admin${path}`)]) {
    await webkit.open(`${await site()}${path}`);
    const surplus = await webkit.run("return document.documentElement.scrollWidth - innerWidth");
    assert.equal(surplus, 0, path);
  }
});
