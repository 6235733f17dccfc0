/** `deno task crm:double [PORT]`: starts a demo CRM and prints the four variables that connect the service to it. */
import { startCrm } from "./crm.ts";
import { fillDemoCrm } from "./crm_demo.ts";
import { portArgument } from "./port_argument.ts";

const crm = startCrm({ port: await portArgument("deno task crm:double [PORT]") });
fillDemoCrm(crm.records);

for (const [name, value] of Object.entries(crm.environment)) {
  // deno-lint-ignore no-console -- a command speaks on standard output
  console.log(`export ${name}='${value}'`);
}
