/** The page of the panel. */
import type { ComponentChildren, VNode } from "preact";
import type { Doubles } from "./doubles.ts";
import type { FaultBoard } from "./fault_board.ts";
import { DEPENDENCIES, type Dependency } from "./fault.ts";
import { faultsOf, isDependency, WORLD_FAULTS, type WorldFaultId } from "./faults.ts";

/** The world that the page shows. */
interface PanelView {
  readonly origin: string;
  readonly doubles: Doubles;
  readonly faults: FaultBoard;
}

/** Renders the page. */
export function panelPage({ origin, doubles, faults }: PanelView): VNode {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>World of the Guided Selection Service</title>
        <link rel="stylesheet" href="/styles.css" />
      </head>
      <body>
        <main>
          <h1>World</h1>
          <p>
            The service at <a href={origin}>{origin}</a>{" "}
            speaks to the systems below, which all run on this machine. Inject a fault, use the
            service, and see what still works.
          </p>
          <Places origin={origin} doubles={doubles} />
          <h2>Who you are</h2>
          <Row>
            <Act to="/sign-in" name="role" value="admin">Sign in as an administrator</Act>
            <Act to="/sign-in" name="role" value="editor">as an editor</Act>
            <Act to="/sign-in" name="role" value="auditor">as an auditor</Act>
            <Act to="/sign-out">Sign out</Act>
          </Row>
          <Row>
            <Act to="/visitor" name="visitor" value="pat">Be a buyer whom the CRM knows (Pat)</Act>
            <Act to="/visitor" name="visitor" value="stranger">Be a visitor without a contact</Act>
            <Act to="/visitor" name="visitor" value="nobody">Be nobody</Act>
          </Row>
          <p class="note">
            Recognition needs consent to marketing:{" "}
            <a href={doubles.consent.origin}>choose it at the consent platform</a>.
          </p>
          <h2>Faults</h2>
          {faults.on.size > 0 && (
            <Row>
              <Act to="/mend" name="dependency" value="all">Take every fault away</Act>
            </Row>
          )}
          {Object.entries(DEPENDENCIES).map(([name, label]) =>
            isDependency(name) && (name !== "database" || doubles.database !== null) && (
              <System
                key={name}
                name={name}
                label={label}
                asked={askedOf(name, doubles)}
                faults={faultsOf(doubles).filter((id) => WORLD_FAULTS[id].dependency === name)}
                on={faults.on.get(name)}
              />
            )
          )}
        </main>
      </body>
    </html>
  );
}

const TRY: readonly (readonly [path: string, what: string])[] = [
  ["/select", "Answer the questions"],
  ["/results", "A result, with its advisor form and chat"],
  ["/projects", "Installed projects"],
  ["/admin/crm", "The CRM and its queue"],
  ["/admin/cms", "The sync with the CMS"],
  ["/admin/status", "What the service says of its dependencies"],
  ["/ready", "Readiness"],
];

function Places({ origin, doubles }: Pick<PanelView, "origin" | "doubles">) {
  return (
    <ul class="places">
      {TRY.map(([path, what]) => (
        <li key={path}>
          <a href={`${origin}${path}`}>{what}</a>
        </li>
      ))}
      <li>
        <a href={doubles.consent.origin}>The consent platform</a>
      </li>
    </ul>
  );
}

interface SystemProps {
  name: Dependency;
  label: string;
  /** Number of requests so far; null when they are not counted. */
  asked: number | null;
  faults: readonly WorldFaultId[];
  on: WorldFaultId | undefined;
}

function System({ name, label, asked, faults, on }: SystemProps) {
  return (
    <section aria-labelledby={`system-${name}`}>
      <h3 id={`system-${name}`}>
        {label} <span class={on ? "state bad" : "state"}>{on ? "has a fault" : "is well"}</span>
        {asked !== null && <span class="state">{`was asked ${asked} times`}</span>}
      </h3>
      <ul class="faults">
        {faults.map((id) => (
          <li key={id} id={id} class={id === on ? "on" : undefined}>
            <div>
              <strong>{WORLD_FAULTS[id].title}</strong>
              <p>{WORLD_FAULTS[id].works}</p>
            </div>
            {id === on
              ? <Act to="/mend" name="dependency" value={name} what={id}>Take away</Act>
              : <Act to="/inject" name="fault" value={id} what={id}>Inject</Act>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function askedOf(name: Dependency, { crm, cms, model, perimeter }: Doubles): number | null {
  if (name === "consent" || name === "database" || name === "store") return null;
  const counts = {
    crm: crm.journal.length,
    cms: cms.journal.length,
    model: model.calls.length,
    perimeter: perimeter.fetches,
  };
  return counts[name];
}

function Row({ children }: { children: ComponentChildren }) {
  return <div class="row">{children}</div>;
}

interface ActProps {
  to: string;
  name?: string;
  value?: string;
  /** The fault of the button, for an accessible name that distinguishes equal buttons. */
  what?: WorldFaultId;
  children: string;
}

function Act({ to, name, value, what, children }: ActProps) {
  const label = what === undefined ? undefined : `${children}: ${WORLD_FAULTS[what].title}`;
  return (
    <form method="post" action={to}>
      <button type="submit" name={name} value={value} aria-label={label}>{children}</button>
    </form>
  );
}
