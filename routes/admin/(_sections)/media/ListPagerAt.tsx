import type { JSX } from "preact";
import { Pager } from "../../../../components/admin/DataTable.tsx";
import { atOffset, type Screen } from "./screen.ts";
import { count } from "./labels.ts";

/** The pager of the library. It accepts any offset, also one that is no multiple of the page size. */
export function ListPagerAt(
  { screen, total }: { screen: Screen; total: number },
): JSX.Element | null {
  const { offset, limit } = screen.query;
  if (total === 0) return null;
  const last = Math.max(0, Math.floor((total - 1) / limit) * limit);
  const first = Math.min(offset + 1, total);
  return (
    <Pager
      previous={offset > 0 ? atOffset(screen, Math.min(Math.max(0, offset - limit), last)) : null}
      next={offset + limit < total ? atOffset(screen, offset + limit) : null}
      here={`${count(first)} to ${count(Math.min(offset + limit, total))} of ${count(total)}`}
    />
  );
}
