import type { JSX } from "preact";
import type { ImportedItem, ImportReport } from "@/lib/corpus/mod.ts";
import { Badge, type Tone } from "@/components/ui/Badge.tsx";
import { counted } from "@/components/ui/counted.ts";
import { Notice } from "@/components/ui/Notice.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import { RecordId } from "@/components/admin/AdminHeader.tsx";
import { formatCount } from "@/lib/text/mod.ts";
import { ItemLink } from "./parts.tsx";

const VERDICTS: Readonly<Record<ImportedItem["verdict"], { label: string; tone: Tone }>> = {
  created: { label: "New", tone: "positive" },
  superseded: { label: "New version", tone: "positive" },
  older: { label: "Older version, not quoted", tone: "neutral" },
  unchanged: { label: "Unchanged", tone: "neutral" },
};

/** Most documents listed, imported and refused each. */
const MOST_LISTED = 200;

interface UploadReportProps {
  report: ImportReport;
  /** Whether nothing was stored. */
  preview: boolean;
}

/** The result for each file, or for each line of a dump. */
export function UploadReport({ report, preview }: UploadReportProps): JSX.Element {
  const { items, skipped } = report;
  const warnings = Map.groupBy(report.warnings, ({ path }) => path);
  const listed = items.slice(0, MOST_LISTED);
  const refused = skipped.slice(0, MOST_LISTED);
  const left = items.length + skipped.length - listed.length - refused.length;
  const hasNews = report.created + report.superseded + report.older > 0;
  const isDoubtful = skipped.length + warnings.size > 0;
  const tone = isDoubtful ? "warning" : preview ? "info" : "positive";
  return (
    <section class="mb-8" aria-labelledby="report" id="report-section">
      <Notice tone={tone} role="status" class="mb-4">
        <h2 id="report" class="font-semibold">
          {preview
            ? "Nothing has been stored yet"
            : hasNews
            ? "Import finished"
            : "Nothing new was imported"}
        </h2>
        <p class="mt-1">
          {sumOf(report)} {preview && "To import, choose the files again and press Import."}
        </p>
      </Notice>
      <RowsTable
        caption="Result for each file"
        stacks
        rows={[...refused, ...listed]}
        columns={[
          {
            label: "File",
            isHead: true,
            cellClass: "wrap-anywhere",
            cell: ({ path }) => <bdi>{path}</bdi>,
          },
          {
            label: preview ? "Would be" : "Result",
            cell: (row) =>
              "reason" in row
                ? <Badge tone="danger">{preview ? "Left out" : "Not imported"}</Badge>
                : <Badge tone={VERDICTS[row.verdict].tone}>{VERDICTS[row.verdict].label}</Badge>,
          },
          {
            label: "Document",
            cellClass: "wrap-anywhere",
            cell: (row) =>
              "reason" in row ? `It ${row.reason}.` : (
                <>
                  {preview && row.verdict !== "unchanged"
                    ? <span dir="auto">{row.title}</span>
                    : <ItemLink item={row} />} <RecordId>{row.id}</RecordId>
                  {warnings.get(row.path)?.map(({ warning }) => (
                    <span key={warning} class="block">It {warning}.</span>
                  ))}
                </>
              ),
          },
        ]}
      />
      {left > 0 && <p class="pt-2 text-sm text-muted">and {formatCount(left)} more.</p>}
    </section>
  );
}

function sumOf(report: ImportReport): string {
  const { created, superseded, older, unchanged, skipped, passages } = report;
  const parts = [
    counted(created, "new document"),
    counted(superseded, "new version"),
    ...(older > 0 ? [`${counted(older, "older version")}, which we do not quote`] : []),
    `${formatCount(unchanged)} unchanged`,
    `${formatCount(skipped.length)} left out`,
  ];
  return `${parts.join(", ")}; ${counted(passages, "passage")}.`;
}
