/** The packages that the lock file pins, with what their own files say of them. */
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
  /** SHA-512 of the archive, in hexadecimal digits. */
  readonly sha512: string;
  /** SPDX expression; null where the package says none. */
  readonly licence: string | null;
  /** Name of the family whose build for one platform this is, such as `@esbuild/*`; null for all others. */
  readonly family: string | null;
  /** Keys of the packages that it needs. */
  readonly needs: readonly string[];
  /** Name and version. */
  readonly key: string;
}

/** Licences of packages that are installed where there is no native build, as the registry names them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "@emnapi/runtime": "MIT",
  "@img/sharp-wasm32": "Apache-2.0 AND LGPL-3.0-or-later AND MIT",
  "tslib": "0BSD",
};

/**
 * Reads every package of `deno.lock`, sorted by name. A build for another platform is not installed here, and has the
 * licence of its family.
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

/** `@scope/name@1.2.3_peer@4.5.6` without what stands for its peers. */
function splitKey(key: string): { name: string; version: string } {
  const at = key.indexOf("@", 1);
  const [version = ""] = key.slice(at + 1).split("_");
  return { name: key.slice(0, at), version };
}

/** A need is a name where there is one version of it, and a name with a version where there are more. */
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

/** `@esbuild/linux-x64` is of `@esbuild/*`. */
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

/** The manifest of an installed package; packages with peers have a folder of a longer name. */
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
