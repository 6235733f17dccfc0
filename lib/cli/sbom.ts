/** `deno task sbom`: prints the packages of `deno.lock` as a CycloneDX 1.6 document. */
import { exitWith } from "./exit.ts";
import { type LockedPackage, readPackages } from "./packages.ts";
import { say } from "./say.ts";
import { refuseArguments } from "./usage.ts";

/** Returns the CycloneDX document. `at` is its timestamp and `serial` its UUID. */
export function toBom(
  packages: readonly LockedPackage[],
  { at, serial }: { readonly at: Date; readonly serial: string },
) {
  const ref = (key: string) => `pkg:npm/${key.replace(/^@/, "%40")}`;
  const service = "guided-selection-service";
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      component: { type: "application", name: service, "bom-ref": service },
    },
    components: packages.map(({ name, version, key, sha512, licence, family }) => ({
      type: "library",
      "bom-ref": ref(key),
      name,
      version,
      purl: ref(key),
      scope: family === null ? "required" : "optional",
      hashes: [{ alg: "SHA-512", content: sha512 }],
      ...(licence !== null && { licenses: [{ expression: licence }] }),
    })),
    dependencies: packages.map(({ key, needs }) => ({
      ref: ref(key),
      dependsOn: [...new Set(needs)].map(ref),
    })),
  };
}

if (import.meta.main) {
  await refuseArguments("deno task sbom");
  try {
    const named = { at: new Date(), serial: crypto.randomUUID() };
    await say(JSON.stringify(toBom(await readPackages(), named), null, 2));
  } catch (error) {
    await exitWith(error);
  }
}
