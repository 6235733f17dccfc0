/** The parts of the value page around its form. */
import type { ComponentChildren, JSX } from "preact";
import { formatValue, type ValueRecord } from "@/lib/catalog/mod.ts";
import { Button, ButtonLink } from "@/components/ui/Button.tsx";
import { valueHref } from "@/components/hrefs/admin.ts";
import { ConfirmDetails, PostForm } from "@/components/admin/RecordForm.tsx";
import { Moment } from "@/components/admin/records.tsx";
import type { ValuePlace } from "./value_place.ts";
import { rawText } from "./labels.ts";

/** Links to the previous and next attribute, with the position among all. */
export function Neighbours(
  { place: { key, previous, next, number, count } }: { place: ValuePlace },
): JSX.Element {
  return (
    <nav aria-label="Attributes of the system" class="flex flex-wrap items-center gap-2 text-sm">
      <span class="me-2 text-muted">{number} of {count}</span>
      {previous && (
        <ButtonLink
          variant="secondary"
          rel="prev"
          href={valueHref({ ...key, attributeId: previous.id })}
        >
          Previous<span class="sr-only">: {previous.name}</span>
        </ButtonLink>
      )}
      {next && (
        <ButtonLink
          variant="secondary"
          rel="next"
          href={valueHref({ ...key, attributeId: next.id })}
        >
          Next<span class="sr-only">: {next.name}</span>
        </ButtonLink>
      )}
    </nav>
  );
}

/** The stored value and its provenance (spec §2.3). */
export function PresentValue(
  { place, record }: { place: ValuePlace; record: ValueRecord | null },
): JSX.Element {
  const { system, attribute } = place;
  const { unit } = attribute;
  return (
    <>
      <dl class="mb-5 flex flex-wrap gap-x-10 gap-y-2 border-t border-line pt-2.5 text-sm">
        <Fact term={`${system.name} now`}>
          {record ? formatValue(record.value, unit) : "No value"}
        </Fact>
        {record && record.cmsRaw !== null && (
          <Fact term="The CMS says">{rawText(record.cmsRaw)}</Fact>
        )}
        {record?.cmsSyncedAt && (
          <Fact term="Last sync">
            <Moment at={new Date(record.cmsSyncedAt)} />
          </Fact>
        )}
      </dl>
      {record?.source === "manual" && record.cmsRaw !== null && (
        <p class="mb-5 max-w-text text-sm text-muted">
          Staff entered this value, so the sync does not change it.
        </p>
      )}
      {record?.source === "cms" && (
        <p class="mb-5 max-w-text text-sm text-muted">
          This value comes from the CMS. A value that you enter here overrides it, and the sync no
          longer changes it.
        </p>
      )}
    </>
  );
}

/** Clears a value after a confirmation; renders nothing for a synced value that is already empty. */
export function TakeBack(
  { record, action, version }: { record: ValueRecord; action: string; version: string },
): JSX.Element | null {
  const synced = record.cmsRaw !== null || record.cmsSyncedAt !== null;
  if (synced && record.value.type === "empty") return null;
  return (
    <ConfirmDetails
      label="Take this value back"
      confirm={
        <PostForm action={action} hidden={{ intent: "clear", version }}>
          <Button variant="danger">Take it back</Button>
        </PostForm>
      }
    >
      {synced
        ? "The system then shows “Not stated”. We keep the CMS’s value, and the sync does not change this one."
        : "The system then has no value for this attribute, as if nobody had entered one."}
    </ConfirmDetails>
  );
}

function Fact({ term, children }: { term: string; children: ComponentChildren }): JSX.Element {
  return (
    <div class="min-w-0">
      <dt class="text-xs text-muted">{term}</dt>
      <dd class="wrap-anywhere">{children}</dd>
    </div>
  );
}
