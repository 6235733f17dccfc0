import type { ComponentChildren, JSX } from "preact";
import { Wordmark } from "../buyer/Wordmark.tsx";

interface AdminErrorProps {
  status: number;
  title: string;
  /** Explains the error and the next step. */
  children: ComponentChildren;
  actions?: ComponentChildren;
}

/** The body of an error page in the admin area. */
export function AdminError({ status, title, children, actions }: AdminErrorProps): JSX.Element {
  return (
    <section class="max-w-text py-2">
      <p class="text-sm text-muted">Error {status}</p>
      <h1 class="mt-1 text-xl font-medium">{title}</h1>
      <div class="mt-3 grid gap-3 text-muted">{children}</div>
      {actions && <div class="mt-6 flex flex-wrap items-center gap-2">{actions}</div>}
    </section>
  );
}

/** The frame of an error page for visitors who are not signed in as staff. It has no navigation. */
export function OutsideAdmin({ children }: { children: ComponentChildren }): JSX.Element {
  return (
    <div class="admin">
      <main id="main" tabIndex={-1} class="mx-auto grid max-w-text gap-10 px-5 py-10 sm:py-20">
        <div>
          <Wordmark caption="Administration" />
        </div>
        {children}
      </main>
    </div>
  );
}
