import { define } from "../lib/define.ts";

/** Names the site map. Pages that are not to be listed say so themselves, which a page that may not be read could not. */
export const handler = define.handlers({
  GET({ state: { services }, url }) {
    const origin = services.config.baseUrl ?? url.origin;
    const lines = [
      "User-agent: *",
      "Disallow: /api/",
      `Sitemap: ${origin}/sitemap.xml`,
    ];
    return new Response(`${lines.join("\n")}\n`, {
      headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" },
    });
  },
});
