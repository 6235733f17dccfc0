import type { JSX } from "preact";
import type { Inspection, MediaItem } from "../../../../lib/media/mod.ts";
import { Button } from "../../../../components/ui/Button.tsx";
import { Icon } from "../../../../components/ui/Icon.tsx";
import { Picture } from "../../../../components/ui/Picture.tsx";
import { ConflictPanel, RecordMeta } from "../../../../components/admin/records.tsx";
import { PostForm } from "../../../../components/admin/RecordForm.tsx";
import { ImportFailure, PanelFacts } from "./PanelFacts.tsx";
import { type OwnerChoices, PanelUses, type ShownUse } from "./PanelUses.tsx";
import { type AssetForm, focalOf } from "./asset_form.ts";
import { PanelForm } from "./PanelForm.tsx";
import { type NamedTag, PanelTags } from "./PanelTags.tsx";
import { FocalPoint } from "./FocalPoint.tsx";
import { closed, opened, type Screen } from "./screen.ts";
import { nameOf } from "./Tile.tsx";
import type { TagChoices } from "./labels.ts";

/** The previous or next asset in the list, with the offset of its page. */
export interface Neighbour {
  readonly id: string;
  readonly offset: number;
}

/** Everything that the panel of the open asset shows. */
export interface PanelData {
  readonly asset: Inspection;
  readonly tags: readonly NamedTag[];
  readonly uses: readonly ShownUse[];
  readonly owners: readonly OwnerChoices[];
  readonly useError: string | undefined;
  readonly form: AssetForm;
  readonly version: string;
  readonly errors: Readonly<Record<string, string>>;
  /** Fields that differ from a version that somebody else saved meanwhile; null without a conflict. */
  readonly conflict: readonly { label: string; mine: string; theirs: string }[] | null;
  readonly tagError: string | undefined;
  /** The typed project name, and the suggestions for it. */
  readonly project: string;
  readonly projects: readonly string[];
  readonly previous: Neighbour | null;
  readonly next: Neighbour | null;
  readonly changed: { at: Date; by: string } | null;
  readonly auditHref: string | null;
}

interface PanelProps {
  screen: Screen;
  data: PanelData;
  choices: readonly TagChoices[];
  groups: readonly string[];
}

/** The panel of one asset beside the list: preview, form, tags, uses, file facts and deletion. */
export function Panel({ screen, data, choices, groups }: PanelProps): JSX.Element {
  const { asset, form, version, errors, conflict } = data;
  const { item } = asset;
  const action = opened(screen, item.id);
  return (
    <aside
      id="media-panel"
      class="media-panel"
      tabIndex={-1}
      aria-labelledby="panel-title"
      data-panel={item.id}
    >
      <PanelHead screen={screen} data={data} />
      {conflict !== null && <ConflictPanel rows={conflict} theirsHref={action} />}
      <FocalPoint item={item} focal={focalOf(form)} />
      {asset.importFailure && <ImportFailure failure={asset.importFailure} action={action} />}
      <PanelForm
        item={item}
        form={form}
        version={version}
        errors={errors}
        groups={groups}
        action={action}
        cancel={closed(screen)}
        conflict={conflict !== null}
      />
      {asset.group && <PanelGroup group={asset.group} screen={screen} />}
      <PanelTags
        tags={data.tags}
        choices={choices}
        action={action}
        error={data.tagError}
        project={data.project}
        projects={data.projects}
      />
      <PanelUses uses={data.uses} owners={data.owners} action={action} error={data.useError} />
      <PanelFacts asset={asset} />
      <section class="media-panel-part">
        <RecordMeta changed={data.changed} auditHref={data.auditHref} />
        <PostForm action={action} hidden={{ intent: "delete", id: item.id }}>
          <Button size="small" variant="secondary">
            Delete this {item.type === "video" ? "video" : "picture"}…
          </Button>
        </PostForm>
      </section>
    </aside>
  );
}

function PanelHead({ screen, data }: Pick<PanelProps, "screen" | "data">): JSX.Element {
  const { asset: { item, filename }, previous, next } = data;
  return (
    <div class="flex items-start justify-between gap-3">
      <h2 id="panel-title" class="min-w-0 font-medium wrap-anywhere">
        {nameOf({ title: item.title, filename })}
      </h2>
      <nav aria-label="Neighbours" class="flex flex-none">
        <Step screen={screen} to={previous} label="Previous picture" icon="arrow-left" rel="prev" />
        <Step screen={screen} to={next} label="Next picture" icon="arrow-right" rel="next" />
        <a href={closed(screen)} class="icon-button" aria-label="Close" data-close>
          <Icon name="cross" class="size-4" />
        </a>
      </nav>
    </div>
  );
}

interface StepProps {
  screen: Screen;
  to: Neighbour | null;
  label: string;
  icon: "arrow-left" | "arrow-right";
  rel: "prev" | "next";
}

function Step({ screen, to, label, icon, rel }: StepProps): JSX.Element {
  if (to === null) {
    return (
      <span class="icon-button opacity-30" aria-hidden="true">
        <Icon name={icon} class="size-4" />
      </span>
    );
  }
  const isHere = to.offset === screen.query.offset;
  return (
    <a
      href={opened(screen, to.id, to.offset)}
      class="icon-button"
      aria-label={label}
      rel={rel}
      data-open={isHere ? "" : undefined}
    >
      <Icon name={icon} class="size-4" />
    </a>
  );
}

interface PanelGroupProps {
  group: { name: string; size: number; others: readonly MediaItem[] };
  screen: Screen;
}

function PanelGroup({ group, screen }: PanelGroupProps): JSX.Element | null {
  const { name, size, others } = group;
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="panel-group" class="media-panel-part">
      <h3 id="panel-group" class="font-medium">
        Others in “{name}” <span class="font-normal text-muted">({size - 1})</span>
      </h3>
      <ul class="grid grid-cols-[repeat(auto-fill,minmax(4rem,1fr))] gap-2">
        {others.map((item) => (
          <li key={item.id}>
            <a
              href={opened(screen, item.id)}
              aria-label={item.title ?? item.id}
              class="media-thumb"
            >
              <Picture item={item} sizes="4rem" decorative />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
