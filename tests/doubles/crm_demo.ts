/** The records of the demo CRM: fields, a list, a form, two contacts and two visitors. */
import type { CrmRecords } from "./crm_records.ts";

/** The GUID of a visitor who is linked to the contact Pat, in the form of the visitor cookie. */
export const KNOWN_VISITOR = "0c1d2e3f4a5b6c7d8e9fa0b1c2d3e4f5";
/** The GUID of a visitor without a linked contact. */
export const UNKNOWN_VISITOR = "11111111222233334444555555555555";

/** Ids of the contact fields, by the session field mapped to each. */
export const DEMO_FIELDS: Readonly<Record<string, string>> = {
  recommendation: "100201",
  systems_viewed: "100202",
  completed_at: "100203",
  hot_lead: "100204",
};
/** Id of the list that contacts join. */
export const DEMO_LIST = "7";
/** The form that leads are posted through. */
export const DEMO_FORM = { id: "55", name: "Selector lead" } as const;

/** Adds the demo records to a double. */
export function fillDemoCrm(records: CrmRecords): void {
  records.addField("100201", { name: "Recommended system", internalName: "C_System1" });
  records.addField("100202", { name: "Systems viewed", internalName: "C_Viewed1" });
  records.addField("100203", {
    name: "Selection completed",
    internalName: "C_Done1",
    dataType: "date",
  });
  records.addField("100204", { name: "Hot lead", internalName: "C_Hot1" });
  records.addList(DEMO_LIST, "Selector leads");
  records.addForm(DEMO_FORM.id, DEMO_FORM.name, [
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
}
