import type { JSX } from "preact";
import { FACTOR_LIMITS, type FactorRecord, type Snapshot } from "../../../../lib/catalog/mod.ts";
import { Badge } from "../../../../components/ui/Badge.tsx";
import { FieldError } from "../../../../components/ui/Field.tsx";
import { Notice } from "../../../../components/ui/Notice.tsx";
import {
  CheckField,
  FieldGroup,
  fieldsOf,
  TextArea,
  TextField,
} from "../../../../components/admin/fields.tsx";
import { unaskedBecause } from "./asked.ts";

interface FactorFieldsProps {
  snapshot: Snapshot;
  /** The factor as stored; null while it is new. */
  current: FactorRecord | null;
  form: URLSearchParams;
  fields: Readonly<Record<string, string>>;
}

/** The fields of a factor. */
export function FactorFields({ snapshot, current, form, fields }: FactorFieldsProps): JSX.Element {
  const text = fieldsOf(form, fields);
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
        {...text("name")}
        label="Name"
        hint="A noun for summaries and rules, such as “Sound”."
        maxLength={FACTOR_LIMITS.name}
      />
      {current === null && (
        <TextField
          {...text("id")}
          label="Id"
          hint="It cannot be changed later. Leave it empty to make it from the name."
          mono
          optional
        />
      )}
      <TextField
        {...text("question")}
        label="Question"
        hint="As buyers are asked it."
        maxLength={FACTOR_LIMITS.question}
      />
      <TextArea
        {...text("help")}
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
        error={fields.multiple}
      />
      <TrackChoices
        snapshot={snapshot}
        chosen={form.getAll("trackIds")}
        error={fields.trackIds}
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
        {tracks.map(({ id, name, retired }) => (
          <CheckField
            key={id}
            id={`trackIds-${id}`}
            name="trackIds"
            value={id}
            checked={chosen.includes(id)}
            label={retired
              ? (
                <>
                  {name} <Badge tone="warning">Retired</Badge>
                </>
              )
              : name}
          />
        ))}
        {tracks.length === 0 && <p class="text-sm text-muted">There is no track yet.</p>}
      </div>
    </FieldGroup>
  );
}
