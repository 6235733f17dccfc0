/** Specifier of a package that is loaded at run time, so that only who measures downloads it. */
export function published(name: string, version: string): string {
  return `npm:${name}@${version}`;
}
