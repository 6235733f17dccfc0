import { define } from "@/lib/define.ts";
import { AppError } from "@/lib/http/mod.ts";
import { readOwnVisit } from "@/lib/privacy/mod.ts";

/** Answers everything stored about this browser's visit, as a JSON file. `visit` is null if nothing is stored. */
export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const shown = await readOwnVisit(services, ctx.req);
    if (shown.state === "unknown") throw new AppError("unavailable");
    const file = {
      read_at: services.now().toISOString(),
      visit: shown.state === "live" ? shown.visit : null,
    };
    return new Response(`${JSON.stringify(file, null, 2)}\n`, {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": 'attachment; filename="my-visit.json"',
        "cache-control": "no-store",
      },
    });
  },
});
