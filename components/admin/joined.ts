import type { ComponentChildren } from "preact";

/** Returns the parts of a sentence with commas between them, or with `last` before the last one. */
export function joined(parts: readonly ComponentChildren[], last = ", "): ComponentChildren[] {
  return parts.flatMap((part, index) =>
    index === 0 ? [part] : [index === parts.length - 1 ? last : ", ", part]
  );
}
