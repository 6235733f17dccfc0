import type { JSX } from "preact";
import { Badge } from "@/components/ui/Badge.tsx";
import { Button } from "@/components/ui/Button.tsx";
import { TAG_TYPE_LABELS, tagValue } from "../media/labels.ts";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import type { TagView } from "./view.ts";

interface ProposalsProps {
  /** The picture's id. */
  id: string;
  proposed: readonly TagView[];
}

/** The proposed tags of a picture, each with Accept and Reject. The keys A and R act on the first one. */
export function Proposals({ id, proposed }: ProposalsProps): JSX.Element {
  return (
    <>
      <ol class="border-t border-line">
        {proposed.map((tag, index) => (
          <ProposalRow key={tagValue(tag)} id={id} tag={tag} current={index === 0} />
        ))}
      </ol>
      {proposed.length > 1 && (
        <PostForm
          hidden={{ id, tag: proposed.map(tagValue) }}
          class="mt-4 flex flex-wrap items-center gap-2"
        >
          <Button
            variant="secondary"
            name="intent"
            value="accept"
            disabled={proposed.some(({ isKnown }) => !isKnown)}
          >
            Accept all {proposed.length}
          </Button>
          <Button variant="secondary" name="intent" value="reject">
            Reject all {proposed.length}
          </Button>
        </PostForm>
      )}
    </>
  );
}

function ProposalRow(
  { id, tag, current }: { id: string; tag: TagView; current: boolean },
): JSX.Element {
  return (
    <li class="proposal" aria-current={current ? "step" : undefined}>
      <div class="min-w-0">
        <p class="flex flex-wrap items-baseline gap-x-2">
          <span class="font-medium wrap-anywhere">{tag.name}</span>
          <span class="text-xs text-muted">{TAG_TYPE_LABELS[tag.type]}</span>
          {!tag.isKnown && <Badge tone="warning">No longer in the vocabulary</Badge>}
        </p>
        <p class="mt-0.5 text-xs wrap-anywhere text-muted">{tag.reason}</p>
        <p class="mt-1.5 flex items-center gap-2 text-xs text-muted">
          <meter
            class="confidence"
            min={0}
            max={1}
            value={tag.confidence ?? 0}
            aria-hidden="true"
          />
          <span>{Math.round((tag.confidence ?? 0) * 100)}% sure</span>
        </p>
      </div>
      <PostForm hidden={{ id, tag: tagValue(tag) }} class="flex flex-wrap items-center gap-2">
        <Button
          variant={current ? "primary" : "secondary"}
          name="intent"
          value="accept"
          disabled={!tag.isKnown}
          aria-label={`Accept ${tag.name}`}
          {...(current && { "data-key": "a", "aria-keyshortcuts": "A" })}
        >
          Accept
        </Button>
        <Button
          variant="secondary"
          name="intent"
          value="reject"
          aria-label={`Reject ${tag.name}`}
          {...(current && { "data-key": "r", "aria-keyshortcuts": "R" })}
        >
          Reject
        </Button>
      </PostForm>
    </li>
  );
}
