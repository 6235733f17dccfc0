/** `deno task licences`: writes `docs/licences.md` with the licence of every package in `deno.lock`. */
import { exitWith } from "./exit.ts";
import { type LockedPackage, readPackages } from "./packages.ts";
import { say } from "./say.ts";
import { refuseArguments } from "./usage.ts";

const FILE = new URL("../../docs/licences.md", import.meta.url);

/** Returns the Markdown page. Platform-specific builds of one package share a line. */
export function licencesPage(packages: readonly LockedPackage[]): string {
  const lines = new Map<string, string>();
  for (const { name, version, licence, family } of packages) {
    const shown = family ?? name;
    lines.set(`${shown} ${version}`, `- ${shown} ${version}: ${licence ?? "none named"}`);
  }
  return `# Licences

Every package that \`deno.lock\` pins: those that the service runs with, and those that build and test it. The builds of a
package for several platforms are one line. \`deno task licences\` writes this page, and a test fails when it is out of
date; \`deno task sbom\` prints the same packages with their hashes as a CycloneDX document.

${[...lines.values()].join("\n")}
`;
}

if (import.meta.main) {
  await refuseArguments("deno task licences");
  try {
    await Deno.writeTextFile(FILE, licencesPage(await readPackages()));
    await say("wrote docs/licences.md");
  } catch (error) {
    await exitWith(error);
  }
}
