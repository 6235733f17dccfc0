import type { Context } from "fresh";
import { z } from "zod";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { TextField } from "@/components/admin/fields.tsx";
import { recordHref, sectionHref } from "@/components/hrefs/admin.ts";
import { RecordForm } from "@/components/admin/RecordForm.tsx";
import { ConflictPanel } from "@/components/admin/records.tsx";
import { RecordHistory } from "@/components/admin/RecordHistory.tsx";
import { listScreen } from "@/components/admin/list/screen.tsx";
import { settle, unknownIntent } from "@/components/admin/settle.ts";
import { userList } from "./list.tsx";
import { AccessBadge, RoleSelect, RolesInWords, UserAccess } from "./parts.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import { type ChangeOutcome, type FieldErrors, versionOf } from "@/lib/records/mod.ts";
import {
  type AdminUser,
  authorOf,
  changeUser,
  createUser,
  emailField,
  findUser,
  roleField,
  roleLabel,
} from "@/lib/staff/mod.ts";
import type { State } from "@/lib/define.ts";
import { AppError, checkForm, decodeParam, readForm } from "@/lib/http/mod.ts";
import type { Section } from "@/components/admin/section.ts";

const SLUG = "users";
const LABEL = "Users";

type Ctx = Context<State>;

const RoleForm = z.object({ role: roleField() });
const NewUserForm = RoleForm.extend({ email: emailField() });

/** The section of users: who has access, and with which role (design §7). */
export const users: Section = {
  slug: SLUG,
  label: LABEL,
  capability: "manage_users",
  list: listScreen(userList),
  create: {
    GET: (ctx) => showNew(ctx, new URLSearchParams({ role: "editor" })),
    async POST(ctx) {
      const by = authorOf(ctx.state, "manage_users");
      const form = await readForm(ctx.req);
      const checked = checkForm(form, NewUserForm);
      if (!checked.ok) return showNew(ctx, form, checked.fields);
      const { services } = ctx.state;
      const outcome = await createUser(services, by, checked.value);
      return await settle(outcome, {
        href: sectionHref(SLUG),
        changed: () => ({
          tone: "positive",
          text: `${checked.value.email} has access as ${roleLabel(checked.value.role)}.`,
        }),
        invalid: (fields) => showNew(ctx, form, fields),
        async taken() {
          const { email, role } = checked.value;
          const user = await findUser(services, email);
          if (user?.role === role && !user.retired) {
            return { tone: "info", text: `${email} already has access as ${roleLabel(role)}.` };
          }
          return await showNew(ctx, form, { email: "This address is listed already" });
        },
      });
    },
  },
  record: {
    async GET(ctx) {
      const user = await findUser(ctx.state.services, emailOf(ctx));
      if (!user) throw new AppError("not_found");
      return showUser(ctx, { user, role: user.role });
    },
    async POST(ctx) {
      const by = authorOf(ctx.state, "manage_users");
      const { services } = ctx.state;
      const email = emailOf(ctx);
      const form = await readForm(ctx.req);
      const intent = form.get("intent") ?? "save";
      if (intent === "retire" || intent === "restore") {
        const next = (user: AdminUser) => ({ ...user, retired: intent === "retire" });
        return answer(ctx, {
          intent,
          outcome: await changeUser(services, by, { email, action: intent, next }),
        });
      }
      if (intent !== "save") throw unknownIntent();
      const checked = checkForm(form, RoleForm);
      if (!checked.ok) throw new AppError("invalid", checked.fields.role);
      const { role } = checked.value;
      const outcome = await changeUser(services, by, {
        email,
        action: "update",
        version: form.get("version") ?? "",
        next: (user) => ({ ...user, role }),
      });
      return answer(ctx, { intent, outcome, role });
    },
  },
};

/**
 * Returns the e-mail address in the path, decoded because the router leaves some escapes in place.
 *
 * @throws {AppError} `not_found` for a text that cannot be an identity: anything but 1 to 254 visible ASCII characters.
 */
function emailOf({ params: { id = "" } }: Ctx): string {
  const email = decodeParam(id).toLowerCase();
  if (!/^[!-~]{1,254}$/.test(email)) throw new AppError("not_found");
  return email;
}

interface Answering {
  intent: "save" | "retire" | "restore";
  outcome: ChangeOutcome<AdminUser>;
  /** The chosen role, to show it again. */
  role?: AdminUser["role"];
}

const DONE = {
  save: "now has another role",
  retire: "no longer has access",
  restore: "has access again",
} as const;

const UNDONE = { retire: "restore", restore: "retire" } as const;

function answer(ctx: Ctx, { intent, outcome, role }: Answering): Promise<Response> {
  const email = emailOf(ctx);
  const action = recordHref(SLUG, email);
  return settle(outcome, {
    href: action,
    changed({ before, record }) {
      const fields = intent !== "save"
        ? { intent: UNDONE[intent] }
        : before && record && { role: before.role, version: versionOf(record) };
      return {
        href: sectionHref(SLUG),
        tone: "positive",
        text: `${email} ${DONE[intent]}.`,
        ...(fields && { undo: { action, fields } }),
      };
    },
    async invalid(fields) {
      const user = await findUser(ctx.state.services, email);
      if (!user) throw new AppError("not_found");
      return await showUser(ctx, { user, role: role ?? user.role, fields });
    },
    conflict: (user) => showUser(ctx, { user, role: role ?? user.role, conflict: true }),
  });
}

function showNew(ctx: Ctx, form: URLSearchParams, fields: FieldErrors = {}): Promise<Response> {
  const failed = Object.keys(fields).length > 0;
  ctx.state.title = failed ? "Error: New user" : "New user";
  return ctx.render(
    <>
      <AdminHeader
        title="New user"
        lead="The person who signs in with this address gets the role. We send no message."
        trail={[{ label: LABEL, href: sectionHref(SLUG) }]}
      />
      <RecordForm errors={fields} cancel={sectionHref(SLUG)} save="Add user">
        <TextField
          name="email"
          type="email"
          label="E-mail address"
          value={form.get("email")}
          error={fields.email}
          maxLength={254}
        />
        <RoleSelect value={form.get("role")} error={fields.role} />
      </RecordForm>
      <RolesInWords />
    </>,
    { status: failed ? 400 : 200 },
  );
}

interface ShownUser {
  user: AdminUser;
  role: AdminUser["role"];
  fields?: FieldErrors;
  /** Whether somebody else has changed the user since the form was opened. */
  conflict?: boolean;
}

async function showUser(
  ctx: Ctx,
  { user, role, fields = {}, conflict = false }: ShownUser,
): Promise<Response> {
  const { config } = ctx.state.services;
  const { email, retired } = user;
  const action = recordHref(SLUG, email);
  const failed = Object.keys(fields).length > 0;
  const theirs = { label: "Role", mine: roleLabel(role), theirs: roleLabel(user.role) };
  ctx.state.title = failed || conflict ? `Error: ${email}` : email;
  return ctx.render(
    <>
      <AdminHeader
        title={<span class="break-words">{email}</span>}
        trail={[{ label: LABEL, href: sectionHref(SLUG) }]}
        badges={<AccessBadge retired={user.retired} />}
      />
      {config.admin.emails.includes(email) && (
        <Notice tone="info" class="mb-6">
          <p>The configuration makes this address an administrator, whatever is set here.</p>
        </Notice>
      )}
      {conflict && <ConflictPanel rows={[theirs]} theirsHref={action} />}
      <RecordForm
        action={action}
        version={versionOf(user)}
        errors={fields}
        cancel={sectionHref(SLUG)}
        conflict={conflict}
      >
        <RoleSelect value={role} error={fields.role} />
      </RecordForm>
      <div class="mt-10 grid gap-8">
        <UserAccess email={email} retired={retired} action={action} />
        {await RecordHistory(ctx, { type: "user", id: email })}
      </div>
      <RolesInWords />
    </>,
    { status: conflict ? 409 : failed ? 400 : 200 },
  );
}
