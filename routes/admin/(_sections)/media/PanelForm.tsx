import type { JSX } from "preact";
import { ASSET_LIMITS, GROUP_NAME_LENGTH, type MediaItem } from "../../../../lib/media/mod.ts";
import { NumberField, TextArea, TextField } from "../../../../components/admin/fields.tsx";
import { RecordForm } from "../../../../components/admin/RecordForm.tsx";
import type { AssetForm } from "./asset_form.ts";

/** Recommended maximum length of an alt text, in characters: longer texts tire listeners. */
export const GOOD_ALT = 150;

interface PanelFormProps {
  item: MediaItem;
  form: AssetForm;
  version: string;
  errors: Readonly<Record<string, string>>;
  /** Names of known groups. */
  groups: readonly string[];
  action: string;
  cancel: string;
  /** Whether somebody else saved meanwhile. */
  conflict: boolean;
}

/** The form of an asset: title, alt text, focal point and shot group. */
export function PanelForm(props: PanelFormProps): JSX.Element {
  const { item, form, version, errors, groups, action, cancel, conflict } = props;
  const isVideo = item.type === "video";
  return (
    <RecordForm
      action={action}
      version={version}
      errors={errors}
      cancel={cancel}
      conflict={conflict}
    >
      <input type="hidden" name="intent" value="save" />
      <TextField
        name="title"
        label="Title"
        value={form.title}
        error={errors.title}
        maxLength={ASSET_LIMITS.title}
        optional
      />
      <TextArea
        name="alt"
        label="Alt text"
        value={form.alt}
        error={errors.alt}
        maxLength={ASSET_LIMITS.altText}
        rows={3}
        optional
        hint={
          <>
            What the {isVideo ? "video’s still" : "picture"}{" "}
            shows, for people who cannot see it. Name the wall, the room and what matters in it;
            leave out “picture of”. <AltCount length={form.alt.length} />
          </>
        }
      />
      <fieldset class="grid gap-2">
        <legend class="mb-1.5 font-medium">Focal point</legend>
        <p class="text-muted">
          Every crop of the picture keeps this point in view.{" "}
          <span data-focal-hint hidden>Click the picture to move it.</span>
        </p>
        <div class="grid grid-cols-2 gap-x-4 gap-y-2">
          <Percent name="focalX" label="From the left" value={form.focalX} error={errors.focalX} />
          <Percent name="focalY" label="From the top" value={form.focalY} error={errors.focalY} />
        </div>
      </fieldset>
      <TextField
        name="group"
        label="Shot group"
        value={form.group}
        error={errors.group}
        hint="Shots of one scene: a page shows one of them. A new name makes a new group."
        maxLength={GROUP_NAME_LENGTH}
        suggestions={groups}
        optional
      />
    </RecordForm>
  );
}

function AltCount({ length }: { length: number }): JSX.Element {
  return (
    <span class="whitespace-nowrap" data-alt-count data-good={GOOD_ALT}>
      {altCount(length)}
    </span>
  );
}

/** Says how long an alt text is, and whether that is too long. */
function altCount(length: number): string {
  if (length === 0) return `None yet; aim for up to ${GOOD_ALT} characters.`;
  return `${length} of ${GOOD_ALT} characters${length > GOOD_ALT ? ": long to listen to." : "."}`;
}

interface PercentProps {
  name: string;
  label: string;
  value: string;
  error: string | undefined;
}

function Percent(props: PercentProps): JSX.Element {
  return <NumberField {...props} min={0} max={100} step="any" unit="%" />;
}
