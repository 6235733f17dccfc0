import assert from "node:assert/strict";
import fc from "fast-check";
import { clientAddress, networkOf } from "@/lib/http/client_address.ts";

const SOCKET = "203.0.113.9";

function addressOf(headers: Record<string, string>, trustProxy: string | null): string {
  const remoteAddr = { transport: "tcp", hostname: SOCKET, port: 4711 } as const;
  return clientAddress(
    { req: new Request("http://t/", { headers }), info: { remoteAddr } },
    trustProxy,
  );
}

const FORWARDED: readonly [what: string, header: string, value: string, address: string][] = [
  ["the address that the proxy saw", "x-forwarded-for", "198.51.100.7", "198.51.100.7"],
  [
    "the last address of a list",
    "x-forwarded-for",
    "1.1.1.1, 8.8.8.8,198.51.100.7",
    "198.51.100.7",
  ],
  ["an address with a port", "x-forwarded-for", "1.1.1.1, 198.51.100.7:52011", "198.51.100.7"],
  ["an IPv6 address", "x-real-ip", "2001:db8::7", "2001:db8::7"],
  ["an IPv6 address in brackets", "x-forwarded-for", "[2001:db8::7]:443", "2001:db8::7"],
  [
    "the last address of Forwarded",
    "forwarded",
    'for=1.1.1.1, for="[2001:db8::7]:1";proto=https',
    "2001:db8::7",
  ],
  [
    "an unquoted address of Forwarded",
    "forwarded",
    "proto=https; For=198.51.100.7",
    "198.51.100.7",
  ],
  ["the socket's address for an obfuscated one", "forwarded", "for=_hidden", SOCKET],
  ["the socket's address for text", "x-forwarded-for", "198.51.100.7, unknown", SOCKET],
  ["the socket's address for a host name", "x-forwarded-for", "localhost", SOCKET],
  ["the socket's address for an empty value", "x-forwarded-for", "", SOCKET],
  ["the socket's address for an address with a zone", "x-forwarded-for", "fe80::1%eth0", SOCKET],
];

for (const [what, header, value, address] of FORWARDED) {
  Deno.test(`clientAddress() takes ${what} when TRUST_PROXY names the header (design §7)`, () => {
    assert.equal(addressOf({ [header]: value }, header), address);
  });
}

Deno.test("clientAddress() reads no header that TRUST_PROXY does not name (design §7)", () => {
  const headers = {
    "x-forwarded-for": "198.51.100.7",
    "forwarded": "for=198.51.100.7",
    "x-real-ip": "198.51.100.7",
    "cf-connecting-ip": "198.51.100.7",
  };
  assert.equal(addressOf(headers, null), SOCKET);
  assert.equal(addressOf(headers, "x-client-ip"), SOCKET);
});

Deno.test("clientAddress() returns an IP address for any header value", () => {
  fc.assert(fc.property(fc.string({ unit: "binary-ascii" }), (text) => {
    const value = text.replace(/[^\x20-\x7e]/g, "");
    for (const header of ["forwarded", "x-forwarded-for"]) {
      assert.match(addressOf({ [header]: value }, header), /^[0-9a-f.:]+$/i);
    }
  }));
});

const NETWORKS: readonly [address: string, network: string][] = [
  ["198.51.100.7", "198.51.100.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["2001:db8::7", "2001:db8:0:0::/64"],
  ["2001:db8:0:0:1::7", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["1::", "1:0:0:0::/64"],
  ["::ffff:198.51.100.7", "198.51.100.7"],
  ["::ffff:c633:6407", "198.51.100.7"],
  ["localhost", "localhost"],
];

for (const [address, network] of NETWORKS) {
  Deno.test(`networkOf() counts ${address} as ${network}`, () => {
    assert.equal(networkOf(address), network);
  });
}
