import { asset } from "fresh/runtime";
import type { ComponentChildren, JSX } from "preact";
import type { Flash, Staff } from "@/lib/staff/mod.ts";
import type { Config } from "@/lib/config/mod.ts";
import { Wordmark } from "../buyer/Wordmark.tsx";
import { Badge } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { classNames } from "../ui/class_names.ts";
import { Icon } from "../ui/Icon.tsx";
import { Notice } from "../ui/Notice.tsx";
import { ADMIN_ROOT, searchHref } from "../hrefs/admin.ts";
import { isCurrent, navigationFor, type NavigationGroup } from "./navigation.ts";
import { PostForm } from "./RecordForm.tsx";
import { Shortcuts, SHORTCUTS_ID } from "./Shortcuts.tsx";

/** The part of the configuration that the shell shows. */
type ShellConfig = Pick<Config, "environment" | "databaseUrl" | "admin">;

interface AdminShellProps {
  staff: Staff;
  config: ShellConfig;
  url: URL;
  flash?: Flash | undefined;
  /** Whether the page itself answers a form. One with a flash does so too. */
  isAnswer: boolean;
  children: ComponentChildren;
}

/** The frame of every admin page: environment, search, navigation, the signed-in person and the flash. */
export function AdminShell(props: AdminShellProps): JSX.Element {
  const { staff, config, url, flash, isAnswer, children } = props;
  return (
    <div class="admin">
      <div class="admin-frame">
        <header class="admin-side print:hidden">
          <div class="flex flex-wrap items-center gap-x-4 gap-y-1 lg:ps-2.5">
            <a
              href={ADMIN_ROOT}
              aria-current={url.pathname === ADMIN_ROOT && "page"}
              class="block py-1"
            >
              <Wordmark caption="Administration" />
            </a>
            <Environment config={config} />
          </div>
          <SearchBox text={url.pathname === searchHref() ? url.searchParams.get("q") ?? "" : ""} />
          <details class="admin-menu facets">
            <summary class="button button-secondary">Menu</summary>
            <div class="admin-menu-panel">
              <nav aria-label="Administration">
                {navigationFor(staff.capabilities).map((group) => (
                  <Group key={group.label} group={group} path={url.pathname} />
                ))}
              </nav>
              <WhoAmI staff={staff} />
            </div>
          </details>
        </header>
        <div class="min-w-0">
          {config.admin.devBypass && <BypassWarning />}
          <main
            id="main"
            tabIndex={-1}
            class="admin-main"
            data-answer={isAnswer || flash !== undefined ? "" : undefined}
          >
            {flash && <FlashNotice flash={flash} />}
            <Unanswered />
            {children}
          </main>
        </div>
      </div>
      <Shortcuts path={url.pathname} />
      <script src={asset("/admin.js")} defer />
    </div>
  );
}

/** The flash of the last action, with an undo button when the action can be undone. */
function FlashNotice({ flash: { tone, text, undo } }: { flash: Flash }): JSX.Element {
  return (
    <div class="flash" data-flash>
      <Notice tone={tone} role="status">
        <div class="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p class="min-w-0 break-words">{text}</p>
          {undo && (
            <PostForm action={undo.action} hidden={undo.fields}>
              <Button variant="quiet">Undo</Button>
            </PostForm>
          )}
        </div>
      </Notice>
    </div>
  );
}

/**
 * Offers to send a record's form again that got no answer. The script shows it: a sign-in or an outage in between takes
 * the place of the answer, and the browser does not restore what was typed.
 */
function Unanswered(): JSX.Element {
  return (
    <form method="post" data-unanswered hidden class="mb-6">
      <Notice tone="warning" title="Your last save got no answer" role="status">
        <p>
          You may have been signed out or offline. This tab still has what you filled in.
        </p>
        <p class="mt-3 flex flex-wrap gap-3">
          <Button>Send it again</Button>
          <Button type="button" variant="secondary" data-drop>Drop it</Button>
        </p>
      </Notice>
    </form>
  );
}

function BypassWarning(): JSX.Element {
  return (
    <aside
      aria-label="Sign-in"
      class="flex items-baseline gap-2 bg-warning-soft px-[clamp(1rem,4vw,2.5rem)] py-1.5 text-[length:var(--text-xs)] text-warning"
    >
      <Icon name="warning" class="size-4 flex-none self-center" />
      <p>
        <span class="font-bold">Nobody signs in here.</span>{" "}
        Everybody who uses this machine is an administrator, because{" "}
        <code class="font-mono text-xs">ADMIN_DEV_BYPASS</code> is on.
      </p>
    </aside>
  );
}

const ENVIRONMENTS = {
  production: { label: "Production", tone: "danger" },
  development: { label: "Development", tone: "neutral" },
  test: { label: "Test", tone: "neutral" },
} as const;

function Environment({ config }: { config: ShellConfig }): JSX.Element {
  const { label, tone } = ENVIRONMENTS[config.environment];
  return (
    <p class="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-xs text-muted">
      <Badge tone={tone}>{label}</Badge>
      {config.databaseUrl === null && "embedded database"}
    </p>
  );
}

function SearchBox({ text }: { text: string }): JSX.Element {
  return (
    <form action={searchHref()} role="search" aria-label="Everything" class="admin-search">
      <label for="admin-search" class="sr-only">Search everything</label>
      <input
        id="admin-search"
        type="search"
        name="q"
        value={text}
        placeholder="Search"
        autocomplete="off"
        aria-keyshortcuts="/"
        class="control"
      />
      <kbd aria-hidden="true">/</kbd>
      <Button variant="secondary" aria-label="Go">
        <Icon name="search" class="size-4" />
      </Button>
    </form>
  );
}

function Group({ group, path }: { group: NavigationGroup; path: string }): JSX.Element {
  const { label, items } = group;
  return (
    <div class="break-inside-avoid pb-2.5">
      {label && <h2 class="px-2.5 py-0.5 text-xs leading-normal font-normal text-muted">{label}
      </h2>}
      <ul>
        {items.map(({ label, href }) => {
          const current = isCurrent(href, path);
          return (
            <li key={href}>
              <a
                href={href}
                aria-current={current && (path === href ? "page" : "true")}
                class={classNames("admin-link", current && "admin-link-current")}
              >
                {label}
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function WhoAmI({ staff }: { staff: Staff }): JSX.Element {
  return (
    <div class="border-t border-line px-2.5 pt-3 text-xs leading-normal">
      <p class="break-words">
        <span class="sr-only">You are</span> {staff.email}
        <span class="block text-muted">{staff.role}</span>
      </p>
      <p class="mt-2 flex flex-wrap gap-x-4">
        <a
          href="/"
          aria-current={false}
          class="text-link inline-flex min-h-6 items-center gap-1"
        >
          Buyer site
          <Icon name="external" class="size-3.5" />
        </a>
        <button type="button" class="text-link min-h-6 cursor-pointer" popovertarget={SHORTCUTS_ID}>
          Keyboard shortcuts
        </button>
      </p>
    </div>
  );
}
