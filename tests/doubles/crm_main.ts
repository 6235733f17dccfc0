/** `deno task crm:double [PORT]`: a CRM to try leads with. Prints the four variables that connect the service to it. */
import { startCrm } from "./crm.ts";

const crm = startCrm({ port: Number(Deno.args[0] ?? 0) });
const { records } = crm;
records.addField("100201", { name: "Recommended system", internalName: "C_System1" });
records.addField("100202", { name: "Systems viewed", internalName: "C_Viewed1" });
records.addField("100203", {
  name: "Selection completed",
  internalName: "C_Done1",
  dataType: "date",
});
records.addField("100204", { name: "Hot lead", internalName: "C_Hot1" });
records.addList("7", "Selector leads");
records.addForm("55", "Selector lead", [
  { id: "901", name: "E-mail", htmlName: "emailAddress", required: true },
  { id: "902", name: "First name", htmlName: "firstName" },
  { id: "903", name: "Last name", htmlName: "lastName" },
  { id: "904", name: "Recommended system", htmlName: "recommendation" },
  { id: "909", name: "Submit", htmlName: "submit", displayType: "submit" },
]);
const pat = records.addContact("pat@build.test", { firstName: "Pat", lastName: "Builder" });
records.addContact("kim@example.test", { firstName: "Kim" });
records.addVisitor("0c1d2e3f-4a5b-6c7d-8e9f-a0b1c2d3e4f5", pat.id);
records.addVisitor("11111111-2222-3333-4444-555555555555", null);

for (const [name, value] of Object.entries(crm.environment)) {
  // deno-lint-ignore no-console -- a command speaks on standard output
  console.log(`export ${name}='${value}'`);
}
