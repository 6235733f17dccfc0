/** The tags of a picture by kind: the live ones, and the proposed ones. */
import type { JSX } from "preact";
import { Button } from "@/components/ui/Button.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { FieldError } from "@/components/ui/FieldError.tsx";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import type { NamedTag, PanelData } from "./panel.ts";
import { narrowed } from "./screen.ts";
import { TAG_TYPE_LABELS, tagValue } from "./labels.ts";
import { TagField } from "./TagField.tsx";
import { TAG_TYPES } from "@/lib/media/mod.ts";

/** The tags of a picture, with the forms that add, remove, accept and reject them. */
export function PanelTags({ data }: { data: PanelData }): JSX.Element {
  const { tags, action } = data;
  const live = tags.filter(({ state }) => state === "live");
  const proposed = tags.filter(({ state }) => state === "proposed");
  const kinds = TAG_TYPES.filter((type) => live.some((tag) => tag.type === type));
  return (
    <section aria-labelledby="panel-tags" class="media-panel-part">
      <h3 id="panel-tags" tabIndex={-1} class="font-medium">Tags</h3>
      {live.length === 0 && (
        <p class="text-muted">No tags yet. Without tags, you find it only by its texts.</p>
      )}
      <dl class="media-facts">
        {kinds.map((type) => (
          <div key={type}>
            <dt>{TAG_TYPE_LABELS[type]}</dt>
            <dd class="flex flex-wrap gap-1">
              {live.filter((tag) => tag.type === type).map((tag) => (
                <LiveTag key={tag.ref} tag={tag} action={action} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {proposed.length > 0 && <Proposed tags={proposed} action={action} />}
      <AddTag data={data} />
    </section>
  );
}

function LiveTag({ tag, action }: { tag: NamedTag; action: string }): JSX.Element {
  const href = narrowed({ params: new URLSearchParams() }, { tagType: tag.type, tagRef: tag.ref });
  return (
    <PostForm
      action={action}
      hidden={{ intent: "untag", tag: tagValue(tag) }}
      class="inline-flex max-w-full items-center rounded-sm border border-line bg-surface ps-2 text-xs leading-normal"
    >
      <a
        href={href}
        class="plain-link min-w-6 py-0.75 wrap-anywhere"
        title="All pictures with this tag"
      >
        {tag.label}
      </a>
      <button
        type="submit"
        class="inline-flex size-6 flex-none cursor-pointer items-center justify-center text-muted hover:text-danger"
        aria-label={`Remove ${tag.label}`}
      >
        <Icon name="cross" class="size-3" />
      </button>
    </PostForm>
  );
}

function Proposed({ tags, action }: { tags: readonly NamedTag[]; action: string }): JSX.Element {
  return (
    <div class="media-proposed">
      <div class="flex items-center justify-between gap-4">
        <h4 class="text-xs text-muted">Proposed</h4>
        {tags.length > 1 && (
          <PostForm action={action}>
            {tags.map((tag) => (
              <input key={tagValue(tag)} type="hidden" name="tag" value={tagValue(tag)} />
            ))}
            <Button variant="quiet" name="intent" value="accept">Accept all {tags.length}</Button>
          </PostForm>
        )}
      </div>
      <ul>
        {tags.map((tag) => (
          <li key={tagValue(tag)}>
            <span class="min-w-0">
              {tag.label}{" "}
              <span class="text-xs text-muted">
                {TAG_TYPE_LABELS[tag.type]}
                {tag.confidence !== null && `, ${Math.round(tag.confidence * 100)}% sure`}
              </span>
            </span>
            <PostForm action={action} hidden={{ tag: tagValue(tag) }} class="flex gap-1">
              <Decision value="accept" icon="check" label={`Accept ${tag.label}`} />
              <Decision value="reject" icon="cross" label={`Reject ${tag.label}`} />
            </PostForm>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Decision(
  { value, icon, label }: { value: string; icon: "check" | "cross"; label: string },
): JSX.Element {
  return (
    <button type="submit" name="intent" value={value} class="icon-button" aria-label={label}>
      <Icon name={icon} class="size-4" />
    </button>
  );
}

function AddTag({ data: { action, tag } }: { data: PanelData }): JSX.Element {
  return (
    <div class="grid gap-2">
      {tag && <FieldError id="tag-error">{tag.error}</FieldError>}
      <PostForm action={action} hidden={{ intent: "tag" }} class="flex gap-2">
        <TagField
          id="tag"
          name="tag"
          label="Tag to add"
          placeholder="System, answer, project …"
          value={tag?.text}
          list="tag-names"
          error={tag?.error}
        />
        <Button variant="secondary">Add</Button>
      </PostForm>
    </div>
  );
}
