import { asset } from "fresh/runtime";
import type { JSX } from "preact";
import { advisorHref, compareHref, selectHref } from "../hrefs/buyer.ts";
import { ButtonLink } from "../ui/Button.tsx";
import { PrintButton } from "./PrintButton.tsx";

/** The actions on a system: find out whether it fits, compare it, talk to a person about it, and print its data sheet. */
export function SystemActions(
  { system: { id, name } }: { system: { readonly id: string; readonly name: string } },
): JSX.Element {
  return (
    <div class="mt-8 grid gap-y-3 print:hidden">
      <div class="flex flex-wrap gap-3">
        <ButtonLink href={selectHref()}>See whether it is right for you</ButtonLink>
        <ButtonLink href={compareHref([id])} variant="secondary">
          Compare<span class="sr-only">{` ${name} with others`}</span>
        </ButtonLink>
      </div>
      <div class="flex flex-wrap items-center gap-x-5 text-sm">
        <a href={advisorHref(id)} class="text-link inline-flex min-h-11 items-center">
          Talk to a person<span class="sr-only">{` about ${name}`}</span>
        </a>
        <PrintButton hidden />
      </div>
      <script src={asset("/result.js")} defer />
    </div>
  );
}
