import type { JSX } from "preact";
import { z } from "zod";
import { FACTOR_LIMITS, type FactorRecord, type Snapshot } from "@/lib/catalog/mod.ts";
import { repeatable } from "@/lib/http/mod.ts";
import { FieldError } from "@/components/ui/FieldError.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import { CheckFields, FieldGroup } from "@/components/admin/fields.tsx";
import type { EditorProps } from "@/components/admin/record/define.ts";
import { recordForm } from "@/components/admin/record/fields.tsx";
import {
  checkbox,
  line,
  newId,
  optionalParagraph,
  placeInList,
  RETIRED,
} from "@/components/admin/record/inputs.tsx";
import { unaskedBecause } from "./asked.ts";

/** The form of a factor. */
export const factorForm = recordForm<FactorRecord>({
  name: line({
    label: "Name",
    hint: "A noun for summaries and rules, such as “Sound”.",
    maxLength: FACTOR_LIMITS.name,
    missing: "Enter a name",
  }),
  id: newId(),
  question: line({
    label: "Question",
    hint: "As buyers are asked it.",
    maxLength: FACTOR_LIMITS.question,
    missing: "Enter the question",
  }),
  help: optionalParagraph({
    label: "Help",
    hint: "A sentence under the question, for buyers who are not sure how it is meant.",
    rows: 2,
    maxLength: FACTOR_LIMITS.help,
  }),
  multiple: checkbox({
    label: "Answers",
    says: "Buyers may choose several answers",
    hint: "Otherwise they choose one.",
    describe: (several) => several ? "Several" : "One",
  }),
  trackIds: {
    label: "Asked on",
    schema: repeatable(
      z.array(z.string()).prefault([]).transform((ids) => [...new Set(ids)].sort()),
    ),
    initial: () => [],
    refuse: refuseTracks,
    describe: inWords,
    Input: ({ error }, { snapshot, form }) => (
      <TrackChoices snapshot={snapshot} chosen={form.getAll("trackIds")} error={error} />
    ),
  },
  position: placeInList(({ factors }) => factors),
  retired: RETIRED,
});

/** The editor of a factor: its fields, below a warning when no buyer is asked. */
export function FactorEditor(props: EditorProps<FactorRecord>): JSX.Element {
  const { snapshot, current } = props;
  const stored = snapshot.catalog.factors.find(({ id }) => id === current?.id);
  const unasked = stored && unaskedBecause(stored, snapshot);
  return (
    <>
      {unasked && (
        <Notice tone="warning" title="Nobody is asked this">
          <p>{unasked}</p>
        </Notice>
      )}
      <factorForm.Editor {...props} />
    </>
  );
}

/** Returns the error of the tracks, or null. A retired track can be kept but not added. */
function refuseTracks(
  ids: readonly string[],
  stored: readonly string[] | null,
  { catalog }: Snapshot,
): string | null {
  for (const id of ids) {
    const track = catalog.tracks.find((track) => track.id === id);
    if (!track) return "One of the tracks no longer exists. Choose again";
    if (track.retired && !stored?.includes(id)) return `${track.name} is retired. Choose again`;
  }
  return null;
}

function inWords(ids: readonly string[], { catalog }: Snapshot): string {
  const tracks = catalog.tracks.filter(({ id }) => ids.includes(id));
  return tracks.length === 0 ? "Every track" : tracks.map(({ name }) => name).join(", ");
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
