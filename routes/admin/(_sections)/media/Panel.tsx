import type { JSX } from "preact";
import { Button } from "@/components/ui/Button.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { Picture } from "@/components/ui/Picture.tsx";
import { ConflictPanel } from "@/components/admin/records.tsx";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { ImportFailure, PanelFacts } from "./PanelFacts.tsx";
import { PanelUses } from "./PanelUses.tsx";
import { focalOf } from "./asset_form.ts";
import type { PanelData } from "./panel.ts";
import { PanelForm } from "./PanelForm.tsx";
import { PanelTags } from "./PanelTags.tsx";
import { FocalPoint } from "./FocalPoint.tsx";
import { closed, opened, type Screen } from "./screen.ts";
import { nameOf } from "@/components/admin/media_picker/picked.ts";

interface PanelProps {
  screen: Screen;
  data: PanelData;
  /** Names of shot groups, as suggestions. */
  groups: readonly string[];
}

/** The panel of one asset beside the list: preview, form, tags, uses, file facts and deletion. */
export function Panel({ screen, data, groups }: PanelProps): JSX.Element {
  const { asset, form, action, conflict } = data;
  const { item } = asset;
  return (
    <aside
      id="media-panel"
      class="media-panel"
      tabIndex={-1}
      aria-labelledby="panel-title"
      data-panel={item.id}
    >
      <PanelHead screen={screen} data={data} />
      {conflict && <ConflictPanel rows={conflict} theirsHref={action} />}
      <FocalPoint item={item} focal={focalOf(form)} />
      <ImportFailure data={data} />
      <PanelForm data={data} groups={groups} cancel={closed(screen)} />
      <PanelGroup screen={screen} data={data} />
      <PanelTags data={data} />
      <PanelUses data={data} />
      <PanelFacts data={data} />
      <div class="media-panel-part">
        {data.history}
        <PostForm action={action} hidden={{ intent: "delete", id: item.id }}>
          <Button variant="secondary">
            Delete this {item.type === "video" ? "video" : "picture"}…
          </Button>
        </PostForm>
      </div>
    </aside>
  );
}

function PanelHead({ screen, data }: Omit<PanelProps, "groups">): JSX.Element {
  const { record, previous, next } = data;
  return (
    <div class="flex flex-wrap items-start justify-end gap-x-3">
      <h2 id="panel-title" class="min-w-0 flex-1 basis-32 font-medium wrap-anywhere">
        {nameOf(record)}
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
  to: PanelData["next"];
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

function PanelGroup({ screen, data }: Omit<PanelProps, "groups">): JSX.Element | null {
  const { name = "", size = 0, others = [] } = data.asset.group ?? {};
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
