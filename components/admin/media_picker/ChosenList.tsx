import type { JSX } from "preact";
import { Badge } from "@/components/ui/Badge.tsx";
import { classNames } from "@/components/ui/class_names.ts";
import { Icon } from "@/components/ui/Icon.tsx";
import { Picture } from "@/components/ui/Picture.tsx";
import { assetHref } from "@/components/hrefs/admin.ts";
import type { NamedAsset } from "@/lib/media/mod.ts";
import { nameOf, pickerFields } from "./picked.ts";
import type { PickerPlace } from "./view.ts";

/** The actions of the list, when scripts run. */
interface ChosenActions {
  move(from: number, to: number): void;
  remove(index: number): void;
  mark(id: string): void;
  grab(index: number, event: PointerEvent): void;
}

interface ChosenListProps {
  place: PickerPlace;
  chosen: readonly NamedAsset[];
  primary: string | null;
  notes: Readonly<Record<string, string>>;
  /** Null without scripts: the form has fields for the same actions. */
  actions: ChosenActions | null;
}

/** The picked assets, in order. */
export function ChosenList(props: ChosenListProps): JSX.Element {
  const { place, chosen } = props;
  return (
    <ol class="picker-list" aria-label={place.label}>
      {chosen.map((asset, index) => (
        <ChosenRow key={asset.id} {...props} asset={asset} index={index} />
      ))}
    </ol>
  );
}

interface ChosenRowProps extends ChosenListProps {
  asset: NamedAsset;
  index: number;
}

function ChosenRow(props: ChosenRowProps): JSX.Element {
  const { place, asset, index, actions, notes } = props;
  const fields = pickerFields(place.name);
  return (
    <li class={classNames("picker-row", place.single && "picker-row-single")} data-row={asset.id}>
      <input type="hidden" name={fields.ids} value={asset.id} />
      {!place.single && <Place {...props} />}
      <PickerThumb asset={asset} />
      <div class="min-w-0 text-sm">
        <p class="font-medium wrap-anywhere">
          {nameOf(asset)}
          {asset.type === "video" && <Badge class="ms-2">Video</Badge>}
        </p>
        <AltText asset={asset} />
        {notes[asset.id] && <p class="text-xs text-muted">{notes[asset.id]}</p>}
      </div>
      <div class="picker-actions">
        {place.marksPrimary && <PrimaryMark {...props} />}
        {actions && !place.single && <MoveActions {...props} actions={actions} />}
        <Removal asset={asset} actions={actions} index={index} place={place} />
      </div>
    </li>
  );
}

/** A thumbnail; all have the same shape, so that rows align. */
export function PickerThumb({ asset }: { asset: NamedAsset }): JSX.Element {
  return (
    <span class="picker-thumb">
      <Picture item={asset} sizes="7rem" shape="4:3" decorative />
      {asset.type === "video" && <PlayMark />}
    </span>
  );
}

/** The play mark on the still of a video. */
export function PlayMark(): JSX.Element {
  return (
    <span class="absolute inset-0 m-auto grid size-8 place-content-center rounded-full bg-[rgb(0_0_0/0.6)] text-[#fff]">
      <Icon name="play" class="size-4" />
    </span>
  );
}

function AltText({ asset: { id, alt } }: { asset: NamedAsset }): JSX.Element {
  if (alt !== "") return <p class="line-clamp-2 text-muted">{alt}</p>;
  return (
    <p>
      <span class="text-warning">No alt text.</span>{" "}
      <a href={assetHref(id)} class="text-link">Write one</a>
    </p>
  );
}

/** The position in the order: a handle to drag or move with the arrow keys, or a number field without scripts. */
function Place({ place, chosen, asset, index, actions }: ChosenRowProps): JSX.Element {
  const name = pickerFields(place.name).place(asset.id);
  if (actions === null) {
    return (
      <label class="picker-place">
        <span class="sr-only">Place of {nameOf(asset)}</span>
        <input type="number" name={name} value={index + 1} min={1} class="control" />
      </label>
    );
  }
  const targets: Readonly<Record<string, number>> = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    Home: 0,
    End: chosen.length - 1,
  };
  return (
    <span class="picker-place">
      <input type="hidden" name={name} value={index + 1} />
      <button
        type="button"
        class="picker-grip"
        aria-label={`Place of ${nameOf(asset)}: ${index + 1} of ${chosen.length}`}
        aria-describedby={`${place.name}-keys`}
        data-act="grip"
        onPointerDown={(event) => {
          if (event.button === 0) actions.grab(index, event);
        }}
        onKeyDown={(event) => {
          const to = targets[event.key];
          if (to === undefined) return;
          event.preventDefault();
          actions.move(index, to);
        }}
      >
        <Icon name="grip" class="size-5" />
        <span aria-hidden="true" class="text-xs tabular-nums">{index + 1}</span>
      </button>
    </span>
  );
}

function PrimaryMark({ place, asset, primary, actions }: ChosenRowProps): JSX.Element {
  return (
    <label class="picker-primary">
      <input
        type="radio"
        name={pickerFields(place.name).primary}
        value={asset.id}
        checked={primary === asset.id}
        class="choice"
        {...(actions && { onChange: () => actions.mark(asset.id) })}
      />
      Primary <span class="sr-only">is {nameOf(asset)}</span>
    </label>
  );
}

function MoveActions(
  { chosen, asset, index, actions }: ChosenRowProps & { actions: ChosenActions },
): JSX.Element {
  const to = (step: -1 | 1) => () => actions.move(index, index + step);
  return (
    <>
      <button
        type="button"
        class="icon-button"
        aria-label={`Move ${nameOf(asset)} up`}
        aria-disabled={index === 0}
        onClick={to(-1)}
        data-act="up"
      >
        <Icon name="chevron" class="size-4 -rotate-90" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={`Move ${nameOf(asset)} down`}
        aria-disabled={index === chosen.length - 1}
        onClick={to(1)}
        data-act="down"
      >
        <Icon name="chevron" class="size-4 rotate-90" />
      </button>
    </>
  );
}

function Removal(
  { asset, actions, index, place }: Pick<ChosenRowProps, "asset" | "actions" | "index" | "place">,
): JSX.Element {
  if (actions) {
    return (
      <button
        type="button"
        class="icon-button"
        aria-label={`Take ${nameOf(asset)} out`}
        onClick={() => actions.remove(index)}
        data-act="remove"
      >
        <Icon name="cross" class="size-4" />
      </button>
    );
  }
  return (
    <label class="picker-primary">
      <input
        type="checkbox"
        name={pickerFields(place.name).remove}
        value={asset.id}
        class="choice"
      />
      Take out <span class="sr-only">{nameOf(asset)}</span>
    </label>
  );
}
