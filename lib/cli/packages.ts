/** Reads the packages pinned by `deno.lock`, with the licences from their manifests. */
import { z } from "zod";

const ROOT = new URL("../../", import.meta.url);

const Lock = z.object({
  npm: z.record(
    z.string(),
    z.object({
      integrity: z.string(),
      dependencies: z.array(z.string()).default([]),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
    }),
  ),
});

const Manifest = z.object({
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
});

/** A package of the lock file. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** SHA-512 of the archive in hex. */
  readonly sha512: string;
  /** SPDX expression; null when the package declares none. */
  readonly licence: string | null;
  /** For a platform-specific build, the name of its family, such as `@esbuild/*`; null for all other packages. */
  readonly family: string | null;
  /** Keys of its dependencies. */
  readonly needs: readonly string[];
  /** `name@version`. */
  readonly key: string;
}

/** Licences (from the registry) of packages that are installed only on platforms without a native build. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "@emnapi/runtime": "MIT",
  "@img/sharp-wasm32": "Apache-2.0 AND LGPL-3.0-or-later AND MIT",
  "tslib": "0BSD",
};

/**
 * Reads every package of `deno.lock`, sorted by name. A build for another platform is not installed here, so it gets
 * the licence of its family.
 */
export async function readPackages(): Promise<LockedPackage[]> {
  const lock = Lock.parse(JSON.parse(await Deno.readTextFile(new URL("deno.lock", ROOT))));
  const entries = new Map(
    await Promise.all(
      Object.entries(lock.npm).map(async ([locked, entry]) => {
        const { name, version } = splitKey(locked);
        const isOfPlatform = entry.os !== undefined || entry.cpu !== undefined;
        const one = {
          name,
          version,
          key: `${name}@${version}`,
          sha512: toHex(entry.integrity),
          licence: await licenceOf(name, version) ?? ELSEWHERE[name] ?? null,
          family: isOfPlatform ? familyOf(name) : null,
          needs: entry.dependencies,
        };
        return [one.key, one] as const;
      }),
    ),
  );
  const all = [...entries.values()].sort((a, b) => a.key < b.key ? -1 : 1);
  return all.map((one) => ({
    ...one,
    licence: one.licence ??
      all.find(({ family, licence }) =>
        one.family !== null && family === one.family && licence !== null
      )?.licence ?? null,
    needs: one.needs.map((need) => resolveNeed(need, all)).filter((key) => key !== null),
  }));
}

/** Splits a key such as `@scope/name@1.2.3_peer@4.5.6` into name and version, without the peers. */
function splitKey(key: string): { name: string; version: string } {
  const at = key.indexOf("@", 1);
  const [version = ""] = key.slice(at + 1).split("_");
  return { name: key.slice(0, at), version };
}

/** Resolves a dependency to a package key: the lock file names its version only when several versions are locked. */
function resolveNeed(need: string, all: readonly { name: string; key: string }[]): string | null {
  const at = need.indexOf("@", 1);
  const key = at === -1
    ? all.find(({ name }) => name === need)?.key
    : all.find(({ key }) => key === need.split("_")[0])?.key;
  return key ?? null;
}

const PLATFORMS: ReadonlySet<string> = new Set([
  ...["aix", "android", "darwin", "freebsd", "linux", "linuxmusl", "netbsd", "openbsd"],
  ...["openharmony", "sunos", "wasm32", "webcontainers", "win32"],
]);

/** Returns the family of a platform-specific package: `@esbuild/*` for `@esbuild/linux-x64`. */
function familyOf(name: string): string {
  const start = name.lastIndexOf("/") + 1;
  const parts = name.slice(start).split("-");
  const at = parts.findIndex((part) => PLATFORMS.has(part));
  if (at === -1) return name;
  return `${name.slice(0, start)}${[...parts.slice(0, at), "*"].join("-")}`;
}

function toHex(integrity: string): string {
  return Uint8Array.fromBase64(integrity.replace(/^sha512-/, "")).toHex();
}

async function licenceOf(name: string, version: string): Promise<string | null> {
  const folder = `node_modules/.deno/${name.replace("/", "+")}@${version}`;
  const path = await installedAt(folder, name);
  if (path === null) return null;
  const { license } = Manifest.parse(JSON.parse(await Deno.readTextFile(path)));
  return typeof license === "object" ? license.type : license ?? null;
}

/** Returns the manifest of an installed package, or null. The folder of a package with peers has a numbered suffix. */
async function installedAt(folder: string, name: string): Promise<URL | null> {
  for (const suffix of ["", "_1", "_2"]) {
    const path = new URL(`${folder}${suffix}/node_modules/${name}/package.json`, ROOT);
    try {
      if ((await Deno.stat(path)).isFile) return path;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return null;
}
