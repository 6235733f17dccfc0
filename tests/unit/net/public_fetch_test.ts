import fc from "fast-check";
import assert from "node:assert/strict";
import {
  createMixedFetch,
  createOriginFetch,
  createPublicFetch,
  type FailureReason,
  type FetchOptions,
  type FetchOutcome,
  isPublicAddress,
  type NetworkPolicy,
  parseRetryAfter,
  PUBLIC_NETWORK,
} from "@/lib/net/mod.ts";
import { startWeb, type WebDouble } from "@/tests/doubles/web.ts";

const LONG = { connectMs: 20_000, wholeMs: 60_000 };
const SHORT = { connectMs: 100, wholeMs: 300 };

function reasonOf(outcome: FetchOutcome): FailureReason | number {
  return outcome.ok ? outcome.status : outcome.reason;
}

function textOf(outcome: FetchOutcome): string | null {
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.body && new TextDecoder().decode(outcome.body);
}

Deno.test("isPublicAddress() is true only for addresses on the public internet", () => {
  const refused = [
    ["0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.8.8.8"],
    ["169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.192", "192.0.2.1", "192.168.1.1"],
    ["192.88.99.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.9", "224.0.0.1"],
    ["239.255.255.250", "240.0.0.1", "255.255.255.255", "168.63.129.16"],
    ["::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:0:8.8.8.8"],
    ["64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1"],
    ["2001:2::1", "2001:10::1", "2002:7f00:1::", "2002:808:808::1", "3fff::1", "5f00::1"],
    ["fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "4000::1"],
    ["", "localhost", "1.2.3", "0177.0.0.1", "0x7f.1", "2130706433", "1.2.3.4.5", "8.8.8.8/8"],
  ].flat();
  for (const address of refused) assert.equal(isPublicAddress(address), false, address);
  const public_ = [
    "1.1.1.1",
    "8.8.8.8",
    "100.63.255.255",
    "172.32.0.1",
    "192.169.0.1",
    "223.1.1.1",
  ];
  for (const address of [...public_, "2606:4700::1111", "2a00:1450:4001::5", "2400:cb00::1"]) {
    assert.equal(isPublicAddress(address), true, address);
  }
});

/** The policy of the public network, with given DNS answers. */
function resolving(hosts: Readonly<Record<string, readonly string[]>>): NetworkPolicy {
  return { ...PUBLIC_NETWORK, resolve: (host) => Promise.resolve(hosts[host] ?? []) };
}

Deno.test("createPublicFetch() refuses every URL that is not on the public web", async () => {
  const fetch = createPublicFetch(
    resolving({
      "localhost": ["127.0.0.1"],
      "localhost.": ["127.0.0.1"],
      "inside.test": ["10.1.2.3"],
      "half.test": ["8.8.8.8", "192.168.0.1"],
      "six.test": ["fd12::1"],
      "xn--bcher-kva.test": ["127.0.0.1"],
      "strange.test": ["not an address"],
    }),
    LONG,
  );
  const refused = [
    ...["http://127.0.0.1/", "http://127.0.0.1.:80/", "http://localhost/", "http://localhost./"],
    ...["http://2130706433/", "http://0x7f000001/", "http://0177.0.0.1/", "http://127.1/"],
    ...["http://0/", "http://169.254.169.254/latest/meta-data/", "http://①②⑦.0.0.1/"],
    ...["http://[::1]/", "http://[::]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/"],
    ...["http://[fe80::1]/", "http://[64:ff9b::127.0.0.1]/", "http://[2002:7f00:1::]/"],
    ...["http://inside.test/", "http://half.test/", "http://six.test/", "http://bücher.test/"],
    ...["http://strange.test/", "http://INSIDE.test/", "http://inside%2etest/"],
    ...["http://8.8.8.8:8080/", "https://8.8.8.8:22/", "http://8.8.8.8:0/"],
    ...["http://ada@8.8.8.8/", "http://ada:secret@8.8.8.8/", "http://:x@8.8.8.8/"],
    ...["ftp://8.8.8.8/", "file:///etc/passwd", "data:text/html,x", "javascript:alert(1)"],
    ...[
      "gopher://8.8.8.8/",
      "blob:http://8.8.8.8/x",
      "",
      "http://",
      "https:///",
      "//8.8.8.8/",
      "/x",
    ],
    ...["http://8.8.8.8:99999/", "http://[8.8.8.8]/", "http://a b/", "http://256.1.1.1/"],
  ];
  for (const url of refused) assert.equal(reasonOf(await fetch(url)), "refused", url);
  assert.equal(reasonOf(await fetch("http://nobody.test/")), "dns");
});

Deno.test("createPublicFetch() returns a failure for any text that it cannot fetch, and never throws", async () => {
  const asked: string[] = [];
  const fetch = createPublicFetch({
    resolve(host) {
      asked.push(host);
      return Promise.reject(new Error("the resolver is down"));
    },
    allowsAddress: () => false,
    allowsPort: PUBLIC_NETWORK.allowsPort,
  }, LONG);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ unit: "binary" }), fc.webUrl(), fc.ipV6()),
      async (text) => {
        const outcome = await fetch(text);
        assert.ok(!outcome.ok && ["refused", "network"].includes(outcome.reason), text);
      },
    ),
    { numRuns: 200 },
  );
  assert.ok(asked.length > 0, "some texts are URLs whose host is looked up");
});

Deno.test("createPublicFetch() connects to the address that it has checked, with the host's name", async () => {
  await using web = startWeb();
  const url = web.page("pages.test/a?b=c", { body: "hello", headers: { "x-one": "1" } });
  let resolved = 0;
  const rebinding: NetworkPolicy = {
    ...web.network,
    resolve: () => Promise.resolve(resolved++ === 0 ? ["127.0.0.1"] : ["10.0.0.1"]),
  };
  const outcome = await createPublicFetch(rebinding, LONG)(`${url}#part`, { maxBytes: 5 });
  assert.equal(textOf(outcome), "hello");
  assert.equal(outcome.ok && outcome.headers.get("x-one"), "1");
  assert.equal(resolved, 1);
  const [request] = web.requests;
  assert.deepEqual([request?.method, request?.path], ["GET", "/a?b=c"]);
  assert.equal(request?.headers.get("host"), `pages.test:${web.port}`);
  assert.match(request?.headers.get("user-agent") ?? "", /GuidedSelectionService/);
  for (const name of ["cookie", "authorization", "referer"]) {
    assert.equal(request?.headers.get(name), null);
  }
  assert.equal(request?.headers.get("connection"), "close", "no connection is used again");
});

Deno.test("createPublicFetch() tries the next address of a host when the first does not answer", async () => {
  await using web = startWeb();
  web.hosts.set("two.test", ["127.0.0.2", "127.0.0.1"]);
  const network = {
    ...web.network,
    allowsAddress: (address: string) => address.startsWith("127."),
  };
  assert.equal(reasonOf(await createPublicFetch(network, LONG)(web.page("two.test/", 204))), 204);
});

Deno.test("createPublicFetch() checks each redirect as it checks the first URL", async () => {
  await using web = startWeb();
  web.hosts.set("inside.test", ["10.0.0.1"]);
  const fetch = createPublicFetch(web.network, LONG);
  const cases: readonly [location: string, expected: FailureReason | number][] = [
    ["/there", 200],
    ["there#part", 200],
    [`//other.test:${web.port}/there`, 200],
    ["http://[::1]/", "refused"],
    [`http://[::ffff:127.0.0.1]:${web.port}/there`, "refused"],
    [`http://inside.test:${web.port}/there`, "refused"],
    [`http://u:p@pages.test:${web.port}/there`, "refused"],
    ["http://pages.test:22/", "refused"],
    ["file:///etc/passwd", "refused"],
    [`http://nobody.invalid:${web.port}/`, "dns"],
    ["http://", "redirect"],
    ["/here", "redirect"],
    ["/caf\u00c3\u00a9", 201],
  ];
  web.page("pages.test/there", 200);
  web.page("other.test/there", 200);
  web.page("pages.test/caf%C3%A9", 201);
  for (const [location, expected] of cases) {
    for (const status of [301, 302, 303, 307, 308]) {
      const url = web.page("pages.test/here", { status, headers: { location } });
      assert.equal(reasonOf(await fetch(url)), expected, `${status} ${location}`);
    }
  }
  assert.equal(reasonOf(await fetch(web.page("pages.test/here", 302))), 302, "without a location");
});

Deno.test("createPublicFetch() follows up to five redirects that mayFollow allows, and returns the last URL", async () => {
  await using web = startWeb();
  const fetch = createPublicFetch(web.network, LONG);
  const chain = (length: number): string => {
    for (let at = 0; at < length; at++) {
      web.page(`pages.test/${at}`, { status: 302, headers: { location: `/${at + 1}` } });
    }
    web.page(`pages.test/${length}`, 200);
    return web.url("pages.test/0");
  };
  const five = await fetch(chain(5), { method: "HEAD" });
  assert.equal(five.ok && five.url, web.url("pages.test/5"));
  assert.ok(web.requests.every(({ method }) => method === "HEAD"));
  assert.equal(reasonOf(await fetch(chain(6))), "redirect");

  const asked = web.requests.length;
  const stopped = await fetch(chain(2), { mayFollow: (_from, to) => to.pathname === "/1" });
  assert.equal(reasonOf(stopped), "redirect");
  assert.equal(stopped.url, web.url("pages.test/2"));
  assert.equal(web.requests.length - asked, 2);
});

async function* endless(head: string, part: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(head);
  while (true) yield await Promise.resolve(new TextEncoder().encode(part));
}

async function* drip(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode("HTTP/1.1 200 OK\r\n\r\n");
  while (true) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    yield new TextEncoder().encode("x");
  }
}

Deno.test("createPublicFetch() handles malformed, endless and truncated answers", async () => {
  await using web = startWeb();
  const ok = "HTTP/1.1 200 OK\r\n";
  const body = { maxBytes: 1000 };
  const cases: readonly [
    name: string,
    raw: string | AsyncIterable<Uint8Array>,
    FetchOptions,
    unknown,
  ][] = [
    ["headers of 30 kB", `${ok}x: ${"a".repeat(30_000)}\r\ncontent-length: 0\r\n\r\n`, {}, 200],
    ["headers of 40 kB", `${ok}x: ${"a".repeat(40_000)}\r\n\r\n`, {}, "too_large"],
    ["a huge header", endless(`${ok}x: `, "a".repeat(10_000)), {}, "too_large"],
    ["endless headers", endless(ok, "x: y\r\n".repeat(1000)), {}, "too_large"],
    ["an endless body", endless(`${ok}\r\n`, "a".repeat(500)), body, "too_large"],
    ["an endless body that is not read", endless(`${ok}\r\n`, "a".repeat(500)), {}, 200],
    ["a length above the limit", `${ok}content-length: 1001\r\n\r\n`, body, "too_large"],
    ["a truncated body", `${ok}content-length: 9\r\n\r\nabc`, body, "network"],
    ["truncated chunks", `${ok}transfer-encoding: chunked\r\n\r\n9\r\nabc`, body, "network"],
    ["a body without a length", `${ok}\r\nabc`, body, 200],
    ["no answer", "", {}, "network"],
    ["another protocol", "SSH-2.0-OpenSSH_9.2\r\n", {}, "network"],
    ["a malformed header", `${ok}a b: c\r\n\r\n`, {}, "network"],
    ["bytes beyond ASCII", `${ok}x: \xff\xfe\r\ncontent-length: 0\r\n\r\n`, body, 200],
    ["an undefined status", "HTTP/1.1 999 What\r\ncontent-length: 0\r\n\r\n", {}, 999],
  ];
  for (const [name, raw, options, expected] of cases) {
    const outcome = await createPublicFetch(web.network, LONG)(
      web.page("pages.test/", { raw }),
      options,
    );
    assert.equal(reasonOf(outcome), expected, name);
  }
});

Deno.test("createPublicFetch() stops after its timeouts, and when its signal is aborted", async () => {
  await using web = startWeb();
  const fetch = createPublicFetch(web.network, SHORT);
  const silent = web.page("pages.test/", "silence");
  assert.equal(reasonOf(await fetch(silent)), "timeout");
  const slow = web.page("pages.test/slow", { raw: drip() });
  assert.equal(reasonOf(await fetch(slow, { maxBytes: 1e9 })), "timeout");
  const stuck = { ...web.network, resolve: () => new Promise<never>(() => {}) };
  assert.equal(reasonOf(await createPublicFetch(stuck, SHORT)(silent)), "timeout");

  using mute = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const outcome = await createPublicFetch({ ...web.network, allowsPort: () => true }, {
    connectMs: 50,
    wholeMs: 60_000,
  })(`https://pages.test:${mute.addr.port}/`);
  assert.ok(!outcome.ok && outcome.reason === "timeout" && /no connection/.test(outcome.detail));

  const withLongTimeout = createPublicFetch(web.network, LONG);
  assert.equal(reasonOf(await withLongTimeout(silent, { signal: AbortSignal.abort() })), "aborted");
  const stop = new AbortController();
  const asking = withLongTimeout(
    web.page("pages.test/stop", () => {
      stop.abort();
      return "silence";
    }),
    { signal: stop.signal },
  );
  assert.equal(reasonOf(await asking), "aborted");
});

Deno.test("createPublicFetch() distinguishes an unknown host from a failed DNS lookup", async () => {
  const cases = [["ENOTFOUND", "dns"], ["EAI_AGAIN", "network"], ["", "network"]] as const;
  for (const [code, expected] of cases) {
    const fetch = createPublicFetch({
      ...PUBLIC_NETWORK,
      resolve: () => Promise.reject(Object.assign(new Error("no"), { code })),
    }, LONG);
    assert.equal(reasonOf(await fetch("http://nobody.test/")), expected, code);
  }
});

async function certificate(): Promise<{ cert: string; key: string }> {
  const folder = new URL("./fixtures/", import.meta.url);
  return {
    cert: await Deno.readTextFile(new URL("certificate.pem", folder)),
    key: await Deno.readTextFile(new URL("key.pem", folder)),
  };
}

Deno.test("createPublicFetch() accepts https only from a host that a trusted certificate names", async () => {
  await using web = startWeb(await certificate());
  web.page("pages.test/", 200);
  web.page("other.test/", 200);
  const fetch = createPublicFetch(web.network, LONG);
  assert.equal(reasonOf(await fetch(web.url("pages.test/"))), 200);
  assert.equal(reasonOf(await fetch(web.url("other.test/"))), "network");

  const { authorities: _, ...network } = web.network;
  Deno.env.set("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  const outcome = await createPublicFetch(network, LONG)(web.url("pages.test/"));
  Deno.env.delete("NODE_TLS_REJECT_UNAUTHORIZED");
  assert.ok(!outcome.ok && outcome.reason === "network", JSON.stringify(outcome));
  assert.match(outcome.detail, /certificate is not valid/);
  assert.equal(web.requests.length, 1);
});

Deno.test("createPublicFetch() fails for https on a port that speaks http", async () => {
  await using web: WebDouble = startWeb();
  const url = web.page("pages.test/", 200).replace("http:", "https:");
  assert.equal(reasonOf(await createPublicFetch(web.network, LONG)(url)), "network");
});

Deno.test("createMixedFetch() leaves the origin of the CMS only by a redirect that may be followed (design §7)", async () => {
  await using web = startWeb();
  const base = web.page("127.0.0.1/", 200);
  const left: string[] = [];
  const outside = createPublicFetch(web.network, LONG);
  const others: typeof outside = (url, options) => {
    left.push(url);
    return outside(url, options);
  };
  const own = createOriginFetch(base, LONG);
  const fetch = createMixedFetch(base, { own, others });
  const there = web.page("pages.test/there", 204);
  const out = web.page("127.0.0.1/out", { status: 302, headers: { location: there } });
  assert.equal(reasonOf(await fetch(base)), 200);
  assert.equal(reasonOf(await fetch(out, { mayFollow: () => false })), "redirect");
  assert.equal(reasonOf(await own(out)), "redirect");
  assert.equal(reasonOf(await own(there)), "refused");
  assert.deepEqual([left, web.requests.map(({ host }) => host)], [[], Array(3).fill("127.0.0.1")]);
  assert.equal(reasonOf(await fetch(out)), 204);
  assert.equal(reasonOf(await fetch(there)), 204);
  assert.deepEqual(left, [there, there]);
});

Deno.test("parseRetryAfter() reads seconds and dates, and waits for no date in the past", () => {
  const now = Date.parse("2026-05-04T10:00:00Z");
  const cases: readonly [header: string | null, waitMs: number | null][] = [
    [null, null],
    [" 5 ", 5_000],
    ["-5", null],
    ["soon", null],
    ["Mon, 04 May 2026 10:00:02 GMT", 2_000],
    ["Mon, 04 May 2026 09:00:00 GMT", 0],
    ["Mon May  4 10:00:02 2026", 2_000],
  ];
  for (const [header, waitMs] of cases) {
    assert.equal(parseRetryAfter(header, now), waitMs, `${header}`);
  }
});
