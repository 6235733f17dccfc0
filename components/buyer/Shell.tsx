import type { ComponentChildren, JSX } from "preact";
import { useContext } from "preact/hooks";
import { classNames } from "../ui/class_names.ts";
import { privacyHref } from "../hrefs/buyer.ts";
import { ADVISOR_PATH } from "./chat/view.ts";
import { UnitsSwitch } from "./UnitsSwitch.tsx";
import { UnitsContext } from "./units_context.ts";
import { Wordmark } from "./Wordmark.tsx";

/** The sections of the buyer site. A section is current on the paths in `within` and below them. */
const SECTIONS = [
  { label: "Find your system", href: "/select", within: ["/select", "/results"] },
  { label: "All systems", href: "/systems", within: ["/systems"] },
  { label: "Compare", href: "/compare", within: ["/compare"] },
  { label: "Projects", href: "/projects", within: ["/projects"] },
] as const;

/** The frame of every buyer page: header, `main` (the target of the skip link) and footer. */
export function Shell({ path, children }: {
  /** Path of the page inside, to mark its section as current. */
  path: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="flex min-h-dvh flex-col print:block print:min-h-0">
      <Header path={path} />
      <main id="main" tabIndex={-1} class="page-column flex-1 pb-16 sm:pb-24 print:pb-0">
        {children}
      </main>
      <Footer />
    </div>
  );
}

function Header({ path }: { path: string }): JSX.Element {
  return (
    <header class="border-b border-line print:border-0">
      <div class="page-column flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-4 sm:py-5">
        <a href="/" aria-current={path === "/" && "page"} class="-my-1 block py-1">
          <Wordmark />
        </a>
        <nav aria-label="Main" class="-mx-1.5 print:hidden sm:-mx-3.5">
          <ul class="flex flex-wrap text-xs sm:text-sm">
            {SECTIONS.map((section) => (
              <li key={section.href}>
                <SectionLink section={section} path={path} />
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}

function SectionLink({ section, path }: {
  section: typeof SECTIONS[number];
  path: string;
}): JSX.Element {
  const { label, href, within } = section;
  const isWithin = within.some((root) => path === root || path.startsWith(`${root}/`));
  const current = path === href ? "page" : isWithin ? "true" : undefined;
  return (
    <a
      href={href}
      aria-current={current}
      class={classNames(
        "inline-flex min-h-[44px] items-center px-1.5 underline-offset-[0.45em] hover:underline sm:px-3.5",
        current ? "underline decoration-accent decoration-2" : "decoration-line-strong",
      )}
    >
      {label}
    </a>
  );
}

function Footer(): JSX.Element {
  return (
    <footer class="border-t border-line text-sm text-muted print:hidden">
      <div class="page-column grid gap-8 py-10 sm:grid-cols-2 sm:py-12 lg:grid-cols-[5fr_5fr_2fr] lg:gap-16">
        <div class="max-w-md">
          <h2 class="font-medium text-ink">What this is</h2>
          <p class="mt-2">
            A guide to choosing a movable wall. It weighs your answers by rules that our engineers
            wrote, and shows you the rules. It recommends the system that is enough, even if a
            dearer one would also fit.
          </p>
          <p class="mt-2">
            <a href={ADVISOR_PATH} class="text-link tap inline-block py-0.5">
              Ask a question, or talk to a person
            </a>
          </p>
        </div>
        <div class="max-w-md">
          <h2 class="font-medium text-ink">Your privacy</h2>
          <p class="mt-2">
            You need no account, and we ask nothing about you unless you want us to write to you.
            Your answers are in the address of the page, so you can keep or share them as a link. We
            remember them for a day, so that you can go on where you left off. We remember them
            longer only if you agree.
          </p>
          <p class="mt-2">
            <a href={privacyHref()} class="text-link tap inline-block py-0.5">
              What we keep, and how to delete it
            </a>
          </p>
        </div>
        <div class="grid content-start gap-6">
          <FooterUnits />
          <div>
            <h2 class="font-medium text-ink">For developers</h2>
            <p class="mt-2">
              <a href="/api" class="text-link tap inline-block py-0.5">
                The same answers as an API
              </a>
            </p>
          </div>
        </div>
      </div>
    </footer>
  );
}

/** The choice of units under a heading of its own; nothing where the page has no units. */
function FooterUnits(): JSX.Element | null {
  const choice = useContext(UnitsContext);
  if (choice === null) return null;
  return (
    <div>
      <h2 class="font-medium text-ink">Units</h2>
      <UnitsSwitch class="mt-1" />
    </div>
  );
}
