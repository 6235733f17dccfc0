import type { JSX } from "preact";
import type { ImportedItem, ImportReport } from "../../../../lib/corpus/mod.ts";
import { Badge } from "../../../../components/ui/Badge.tsx";
import { counted } from "../../../../components/ui/counted.ts";
import { Notice } from "../../../../components/ui/Notice.tsx";
import { Cell, ColumnHead, RowHead, Table } from "../../../../components/ui/Table.tsx";
import { RecordId } from "../../../../components/admin/AdminHeader.tsx";
import { ItemLink } from "./parts.tsx";

const VERDICTS: Readonly<
  Record<ImportedItem["verdict"], { readonly label: string; readonly tone: "positive" | "neutral" }>
> = {
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
  const isDoubtful = skipped.length + warnings.size > 0;
  const tone = isDoubtful ? "warning" : preview ? "info" : "positive";
  return (
    <section class="mb-8" aria-labelledby="report" id="report-section">
      <Notice tone={tone} role="status" class="mb-4">
        <h2 id="report" class="font-semibold">
          {preview ? "Nothing has been stored yet" : "Import finished"}
        </h2>
        <p class="mt-1">
          {sumOf(report)} {preview && "To import, choose the files again and press Import."}
        </p>
      </Notice>
      <Table caption="Result for each file" captionHidden>
        <thead>
          <tr>
            <ColumnHead>File</ColumnHead>
            <ColumnHead>{preview ? "Would be" : "Result"}</ColumnHead>
            <ColumnHead>Document</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {refused.map(({ path, reason }) => (
            <tr key={path}>
              <FileName path={path} />
              <Cell>
                <Badge tone="danger">{preview ? "Left out" : "Not imported"}</Badge>
              </Cell>
              <Cell class="wrap-anywhere">It {reason}.</Cell>
            </tr>
          ))}
          {listed.map((item) => (
            <tr key={item.path}>
              <FileName path={item.path} />
              <Cell>
                <Badge tone={VERDICTS[item.verdict].tone}>{VERDICTS[item.verdict].label}</Badge>
              </Cell>
              <Cell class="wrap-anywhere">
                {preview && item.verdict !== "unchanged"
                  ? <span dir="auto">{item.title}</span>
                  : <ItemLink item={item} />} <RecordId>{item.id}</RecordId>
                {warnings.get(item.path)?.map(({ warning }) => (
                  <span key={warning} class="block">It {warning}.</span>
                ))}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {left > 0 && <p class="pt-2 text-sm text-muted">and {left} more.</p>}
    </section>
  );
}

function FileName({ path }: { path: string }): JSX.Element {
  return (
    <RowHead class="wrap-anywhere">
      <bdi>{path}</bdi>
    </RowHead>
  );
}

function sumOf(report: ImportReport): string {
  const { created, superseded, older, unchanged, skipped, passages } = report;
  const parts = [
    `${counted(created, "new document")}`,
    `${counted(superseded, "new version")}`,
    ...(older > 0 ? [`${counted(older, "older version")}, which we do not quote`] : []),
    `${unchanged} unchanged`,
    `${skipped.length} left out`,
  ];
  return `${parts.join(", ")}; ${counted(passages, "passage")}.`;
}
