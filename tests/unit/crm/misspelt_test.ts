import assert from "node:assert/strict";
import { meantAddress } from "@/lib/crm/misspelt.ts";

const MEANT = [
  ["pat@gmial.com", "pat@gmail.com"],
  ["pat@gmai.com", "pat@gmail.com"],
  ["pat@ggmail.com", "pat@gmail.com"],
  ["pat@gmail.con", "pat@gmail.com"],
  ["pat@gmail.co", "pat@gmail.com"],
  ["Pat.Lee@Hotnail.com", "Pat.Lee@hotmail.com"],
  ["pat@gmial.con", "pat@gmail.com"],
  ["pat@build.con", "pat@build.com"],
  ["pat@mail.build.ocm", "pat@mail.build.com"],
  ["pat@build.nte", "pat@build.net"],
] as const;

for (const [given, meant] of MEANT) {
  Deno.test(`meantAddress() asks whether ${given} is ${meant}`, () => {
    assert.equal(meantAddress(given), meant);
  });
}

const FINE = ["gmail.com", "Yahoo.com", "mail.com", "ymail.com", "cloud.com", "yahoo.ca", "gmx.de"]
  .concat("hotmail.co.uk", "outlook.de", "build.com", "build.co", "build.cm", "email.build.net");

for (const domain of FINE) {
  Deno.test(`meantAddress() takes ${domain} as it is`, () => {
    assert.equal(meantAddress(`pat@${domain}`), null);
  });
}

Deno.test("meantAddress() knows ymail.com by a wrong ending too", () => {
  assert.equal(meantAddress("pat@ymail.con"), "pat@ymail.com");
});
