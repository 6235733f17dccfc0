import { asset } from "fresh/runtime";
import type { JSX } from "preact";
import { LEAD_FORM_ID } from "@/components/hrefs/buyer.ts";
import { Button } from "@/components/ui/Button.tsx";
import { Field, fieldAria, TextInput } from "@/components/ui/Field.tsx";
import { Notice } from "@/components/ui/Notice.tsx";

/** The values of the form and their errors. */
export interface LeadDraft {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Messages by field name. */
  readonly errors: Readonly<Record<string, string>>;
  /** Why valid values were not accepted. Sending them again later may succeed. */
  readonly failure?: "unavailable" | "too many";
}

/** The empty form. */
export const NO_DRAFT: LeadDraft = { email: "", firstName: "", lastName: "", errors: {} };

/** The contact form. It follows the result and never hides it, and it works without a script (spec §4.4). */
export function LeadForm({ action, systemName, draft }: {
  /** Address to post to: the page of the same result. */
  action: string;
  /** Name of the recommended system; null without a recommendation. */
  systemName: string | null;
  draft: LeadDraft;
}): JSX.Element {
  return (
    <section
      id={LEAD_FORM_ID}
      aria-labelledby="ask-title"
      class="mt-16 border-t border-ink pt-6 sm:mt-20 print:hidden"
    >
      <div class="grid grid-cols-1 gap-x-20 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div class="content-start">
          <h2 id="ask-title" class="text-2xl">
            {systemName ? `Ask us about ${systemName}` : "Ask us what would work"}
          </h2>
          <p class="mt-4 max-w-text text-muted">
            Leave an address, and someone who builds these walls writes to you
            {systemName ? " about this one" : " about your opening"}: what it takes, and what it
            costs. We send your answers along, so you need not repeat them.
          </p>
          <p class="mt-3 max-w-text text-muted">
            We ask for the address in order to answer you. You keep your result whether you leave an
            address or not.
          </p>
        </div>
        <form
          method="post"
          action={action}
          novalidate
          data-send-once
          class="grid content-start gap-5"
        >
          <LeadErrors draft={draft} />
          <LeadField draft={draft} name="email" type="email" autoComplete="email" required />
          {draft.errors.email && <input type="hidden" name="asked" value={draft.email} />}
          <div class="grid gap-5 sm:grid-cols-2">
            <LeadField draft={draft} name="firstName" autoComplete="given-name" />
            <LeadField draft={draft} name="lastName" autoComplete="family-name" />
          </div>
          <div class="grid gap-3">
            <p id="ask-consent" class="max-w-text text-sm text-muted">
              By sending this you agree that we keep your address and name with this result among
              our customers’ contacts, and write to you about it.
            </p>
            <div>
              <Button aria-describedby="ask-consent">Send to an advisor</Button>
            </div>
            <div data-offline hidden>
              <Notice tone="danger" role="alert" title="You are offline">
                <p>
                  Nothing was sent. What you typed is still here: please send it again when you are
                  connected.
                </p>
              </Notice>
            </div>
          </div>
        </form>
      </div>
      <script src={asset("/send_once.js")} defer />
    </section>
  );
}

const FIELDS = {
  email: { label: "E-mail address", maxLength: 254 },
  firstName: { label: "First name", maxLength: 100 },
  lastName: { label: "Last name", maxLength: 100 },
} as const;

/** A field of the form. The first wrong one takes the focus. */
function LeadField({ draft: { errors, ...values }, name, required = false, ...rest }: {
  draft: LeadDraft;
  name: keyof typeof FIELDS;
  type?: "email";
  autoComplete: "email" | "given-name" | "family-name";
  required?: boolean;
}): JSX.Element {
  const { label, maxLength } = FIELDS[name];
  const error = errors[name];
  return (
    <Field id={name} label={label} optional={!required} error={error}>
      <TextInput
        {...fieldAria(name, { error })}
        autofocus={Object.keys(errors)[0] === name}
        name={name}
        dir={name === "email" ? undefined : "auto"}
        value={values[name]}
        {...rest}
        required={required}
        maxLength={maxLength}
      />
    </Field>
  );
}

/** The summary of failures and field errors. A failure takes the focus, because the form is far down its page. */
function LeadErrors({ draft: { errors, failure } }: { draft: LeadDraft }): JSX.Element | null {
  const problems = Object.entries(errors);
  if (failure) {
    return (
      <div data-refusal tabIndex={-1} autofocus>
        <Notice tone="danger" role="alert" title="That did not work">
          <p>
            {failure === "too many"
              ? "We have had many requests from your network, so we did not take this one."
              : "We could not take your request just now, and nothing was stored."}{" "}
            What you typed is still here: please try again in a minute.
          </p>
        </Notice>
      </div>
    );
  }
  if (problems.length === 0) return null;
  return (
    <div data-refusal>
      <Notice tone="danger" role="alert" title="Nothing was sent yet">
        <ul class="grid gap-1">
          {problems.map(([name, message]) => (
            <li key={name}>
              <a href={`#${name}`} class="text-link">
                {isField(name) && <span class="sr-only">{FIELDS[name].label}:</span>}
                {message}
              </a>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function isField(name: string): name is keyof typeof FIELDS {
  return Object.hasOwn(FIELDS, name);
}
