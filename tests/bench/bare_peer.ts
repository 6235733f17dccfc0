/**
 * The peer of the bench `recommend`: a bare `Deno.serve` on `PORT` that sends the service's bytes with their content
 * and caching headers, fetched once at the start. For any other path it answers “ready”.
 *
 * Arguments: the service's origin, and the paths as JSON.
 */
const [origin = "", pathsJson = "[]"] = Deno.args;
const paths: string[] = JSON.parse(pathsJson);
const OF_CONTENT = ["content-type", "cache-control", "etag", "vary"];

const answers = new Map<string, () => Response>();
for (const path of paths) {
  const response = await fetch(origin + path);
  const bytes = await response.bytes();
  const headers = OF_CONTENT.flatMap((name): [string, string][] => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  answers.set(path, () => new Response(bytes, { headers }));
}

Deno.serve({ port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1", onListen() {} }, (req) => {
  const answer = answers.get(req.url.slice(req.url.indexOf("/", 8)));
  return answer?.() ?? new Response("ready");
});
