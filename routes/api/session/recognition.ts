import { define } from "../../../lib/define.ts";
import { json } from "../../../lib/http/mod.ts";

/** Nobody is recognised without a CRM to recognise them by. */
const STRANGER = { recognised: false, firstName: null };

export const handler = define.handlers({
  GET() {
    return json(STRANGER, { headers: { "cache-control": "no-store" } });
  },
});
