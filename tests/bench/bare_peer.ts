/**
 * The peer of the recommendation's rows: a bare `Deno.serve` on `PORT` that answers the service's own bytes
 * with the headers that say what they are, fetched once at start. What it does not know it answers with
 * one of those it knows, in turns.
 *
 * Arguments: the service's origin, and paths as JSON.
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
