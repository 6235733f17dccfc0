import { Head } from "fresh/runtime";
import type { ComponentChildren, JSX } from "preact";

/** The content of an error page, with its title. */
export function ErrorMessage({ status, title, children, actions }: {
  status: number;
  title: string;
  /** Explains the error and the next step. */
  children: ComponentChildren;
  actions: ComponentChildren;
}): JSX.Element {
  return (
    <section class="grid gap-x-16 gap-y-10 pt-12 sm:pt-20 lg:grid-cols-[7fr_5fr] lg:items-end">
      <Head>
        <title>{`${title} · Movable Walls`}</title>
      </Head>
      <div>
        <p class="text-sm text-muted">Error {status}</p>
        <h1 class="mt-3 text-3xl">{title}</h1>
        <div class="mt-5 grid max-w-text gap-4 text-lg text-muted">{children}</div>
        <div class="mt-8 flex flex-wrap items-center gap-3">{actions}</div>
      </div>
      <DerailedWall />
    </section>
  );
}

/** A wall in elevation with one panel off its track. */
function DerailedWall(): JSX.Element {
  return (
    <svg
      class="w-full max-w-md justify-self-end stroke-drawing-line"
      viewBox="0 0 400 260"
      fill="none"
      stroke-width="1.5"
      aria-hidden="true"
    >
      <path d="M10 30h380M10 38h380M10 230h380" />
      <path d="M20 42h80v184H20zM26 48h68v172H26zM106 42h80v184h-80zM112 48h68v172h-68z" />
      <g class="stroke-drawing-move" transform="rotate(9 232 226)">
        <path d="M212 42h80v184h-80zM218 48h68v172h-68z" />
      </g>
      <path d="M236 34h0" stroke-linecap="round" stroke-width="4" />
    </svg>
  );
}
