/** Returns the npm specifier of a package that is imported at run time, so that only benchmarks download it. */
export function published(name: string, version: string): string {
  return `npm:${name}@${version}`;
}
