import type { JSX } from "preact";
import type { Capability } from "@/lib/staff/mod.ts";
import { recordHref } from "../hrefs/admin.ts";

/** A link into the admin area, and the capability that it needs. */
interface EditLink {
  readonly capability: Capability;
  readonly label: string;
  readonly href: string;
}

/** Returns the link to the form of a record. */
export function editRecord(
  section: "systems" | "projects",
  { id, name }: { readonly id: string; readonly name: string },
): EditLink {
  return { capability: "edit_data", label: `Edit ${name}`, href: recordHref(section, id) };
}

/** Links for staff from a public page to the place where its content is edited (spec §5). Buyers see nothing. */
export function EditThis({ may, links }: {
  /** Capabilities of the reader. A buyer has none. */
  may: ReadonlySet<Capability>;
  links: readonly EditLink[];
}): JSX.Element | null {
  const open = links.filter(({ capability }) => may.has(capability));
  if (open.length === 0) return null;
  return (
    <aside
      aria-label="For staff"
      class="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-2 text-sm print:hidden"
    >
      <p class="text-muted">Only staff see this line</p>
      {open.map(({ label, href }) => (
        <a key={href} href={href} class="text-link inline-block py-1 wrap-anywhere">{label}</a>
      ))}
    </aside>
  );
}
