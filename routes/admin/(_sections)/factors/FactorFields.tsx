import type { JSX } from "preact";
import { FACTOR_LIMITS, type FactorRecord, type Snapshot } from "../../../../lib/catalog/mod.ts";
import { FieldError } from "../../../../components/ui/Field.tsx";
import { Notice } from "../../../../components/ui/Notice.tsx";
import {
  CheckField,
  CheckFields,
  FieldGroup,
  TextArea,
  TextField,
} from "../../../../components/admin/fields.tsx";
import type { EditorProps } from "../../../../components/admin/record/define.ts";
import { IdField } from "../../../../components/admin/record/IdField.tsx";
import { unaskedBecause } from "./asked.ts";

/** The fields of a factor. */
export function FactorFields(
  { snapshot, current, form, field }: EditorProps<FactorRecord>,
): JSX.Element {
  const stored = snapshot.catalog.factors.find(({ id }) => id === current?.id);
  const unasked = stored && unaskedBecause(stored, snapshot);
  return (
    <>
      {unasked && (
        <Notice tone="warning" title="Nobody is asked this">
          <p>{unasked}</p>
        </Notice>
      )}
      <TextField
        {...field("name")}
        label="Name"
        hint="A noun for summaries and rules, such as “Sound”."
        maxLength={FACTOR_LIMITS.name}
      />
      <IdField current={current} field={field} />
      <TextField
        {...field("question")}
        label="Question"
        hint="As buyers are asked it."
        maxLength={FACTOR_LIMITS.question}
      />
      <TextArea
        {...field("help")}
        label="Help"
        hint="A sentence under the question, for buyers who are not sure how it is meant."
        rows={2}
        maxLength={FACTOR_LIMITS.help}
        optional
      />
      <CheckField
        name="multiple"
        label="Buyers may choose several answers"
        hint="Otherwise they choose one."
        checked={form.has("multiple")}
        error={field("multiple").error}
      />
      <TrackChoices
        snapshot={snapshot}
        chosen={form.getAll("trackIds")}
        error={field("trackIds").error}
      />
    </>
  );
}

interface TrackChoicesProps {
  snapshot: Snapshot;
  chosen: readonly string[];
  error: string | undefined;
}

/** A checkbox for each live track, and for retired ones that are ticked. */
function TrackChoices({ snapshot: { catalog }, chosen, error }: TrackChoicesProps): JSX.Element {
  const tracks = catalog.tracks.filter(({ id, retired }) => !retired || chosen.includes(id));
  return (
    <FieldGroup legend="Asked on" hint="Tick none to ask on every track.">
      <div id="trackIds" tabIndex={-1} class="flex flex-wrap gap-x-8">
        {error && (
          <div class="w-full">
            <FieldError id="trackIds-error">{error}</FieldError>
          </div>
        )}
        <CheckFields
          name="trackIds"
          options={tracks.map(({ id, name, retired }) => ({ value: id, label: name, retired }))}
          chosen={chosen}
        />
        {tracks.length === 0 && <p class="text-sm text-muted">There is no track yet.</p>}
      </div>
    </FieldGroup>
  );
}
