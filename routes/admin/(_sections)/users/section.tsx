import type { Context } from "fresh";
import { AdminHeader } from "@/components/admin/AdminHeader.tsx";
import { fieldsOf } from "@/components/admin/fields.tsx";
import { type EditedRecord, formScreen, showForm } from "@/components/admin/form_screen.tsx";
import { differences } from "@/components/admin/record/conflict.ts";
import { type Fields, recordForm } from "@/components/admin/record/fields.tsx";
import { line, RETIRED, select } from "@/components/admin/record/inputs.tsx";
import { recordHref, sectionHref } from "@/components/hrefs/admin.ts";
import { RecordForm } from "@/components/admin/RecordForm.tsx";
import { RecordHistory } from "@/components/admin/RecordHistory.tsx";
import { listScreen } from "@/components/admin/list/screen.tsx";
import { settle } from "@/components/admin/settle.ts";
import { RolesInWords, userList } from "./list.tsx";
import { AccessBadge, UserAccess } from "./parts.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import type { FieldErrors } from "@/lib/records/mod.ts";
import {
  type AdminUser,
  authorOf,
  changeUser,
  createUser,
  emailField,
  findUser,
  roleField,
  roleLabel,
  ROLES,
} from "@/lib/staff/mod.ts";
import type { State } from "@/lib/define.ts";
import { AppError, decodeParam, readForm } from "@/lib/http/mod.ts";
import type { Section } from "@/components/admin/section.ts";

const SLUG = "users";
const LABEL = "Users";
const TRAIL = [{ label: LABEL, href: sectionHref(SLUG) }];

type Ctx = Context<State>;

const ADDRESS = line({
  label: "E-mail address",
  type: "email",
  maxLength: 254,
  schema: emailField(),
});

const FIELDS: Fields<AdminUser> = {
  email: {
    ...ADDRESS,
    fixed: true,
    Input: (field, props) => props.current === null ? ADDRESS.Input?.(field, props) ?? null : null,
  },
  role: select({
    label: "Role",
    class: "max-w-xs",
    schema: roleField(),
    initial: () => "editor" as const,
    options: () => ROLES.map((role) => ({ value: role, label: roleLabel(role) })),
    describe: roleLabel,
  }),
  retired: RETIRED,
};
const FORM = recordForm(FIELDS);

/** The section of users: who has access, and with which role (design §7). */
export const users: Section = {
  slug: SLUG,
  label: LABEL,
  capability: "manage_users",
  list: listScreen(userList),
  create: {
    GET: (ctx) => showNew(ctx, FORM.toForm(null, ctx.state.services.catalog.current())),
    async POST(ctx) {
      const by = authorOf(ctx.state, "manage_users");
      const { services } = ctx.state;
      const form = await readForm(ctx.req);
      const context = { snapshot: services.catalog.current(), current: null, id: "" };
      const checked = FORM.parse(form, context);
      if (!checked.ok) return showNew(ctx, form, checked.fields);
      const { email, role } = checked.value;
      return await settle(await createUser(services, by, { email, role }), {
        href: sectionHref(SLUG),
        changed: () => ({
          tone: "positive",
          text: `${email} has access as ${roleLabel(role)}.`,
        }),
        invalid: (fields) => showNew(ctx, form, fields),
        async taken() {
          const user = await findUser(services, email);
          if (user?.role === role && !user.retired) {
            return { tone: "info", text: `${email} already has access as ${roleLabel(role)}.` };
          }
          return await showNew(ctx, form, { email: "This address is listed already" });
        },
      });
    },
  },
  record: formScreen("manage_users", userOf),
};

/** @throws {AppError} `not_found` when the address names no stored user. */
async function userOf(ctx: Ctx): Promise<EditedRecord<AdminUser>> {
  const { services } = ctx.state;
  const email = emailOf(ctx);
  const stored = await findUser(services, email);
  if (!stored) throw new AppError("not_found");
  const snapshot = services.catalog.current();
  const href = recordHref(SLUG, email);
  const edited: EditedRecord<AdminUser> = {
    title: email,
    header: (
      <AdminHeader
        title={<span class="break-words">{email}</span>}
        trail={TRAIL}
        badges={<AccessBadge retired={stored.retired} />}
      />
    ),
    href,
    cancel: sectionHref(SLUG),
    stored,
    toForm: (user) => FORM.toForm(user, snapshot),
    parse: (form) => FORM.parse(form, { snapshot, current: stored, id: email }),
    save: ({ version, record: { role } }) =>
      changeUser(services, authorOf(ctx.state, "manage_users"), {
        email,
        action: "update",
        version,
        next: (user) => ({ ...user, role }),
      }),
    saved: `${email} now has another role.`,
    async handle({ intent }) {
      if (intent !== "retire" && intent !== "restore") return null;
      const by = authorOf(ctx.state, "manage_users");
      const isRetired = intent === "retire";
      const next = (user: AdminUser) => ({ ...user, retired: isRetired });
      return await settle(await changeUser(services, by, { email, action: intent, next }), {
        href,
        changed: () => ({
          tone: "positive",
          text: `${email} ${isRetired ? "no longer has access" : "has access again"}.`,
          undo: { action: href, fields: { intent: isRetired ? "restore" : "retire" } },
        }),
        invalid: (fields) => showForm(ctx, edited, { fields, status: 400 }),
      });
    },
    differences: (mine, theirs) =>
      differences({ describe: (user) => FORM.describe(user, snapshot), mine, theirs }),
    Above: () =>
      services.config.admin.emails.includes(email)
        ? (
          <Notice tone="info" class="mb-6">
            <p>The configuration makes this address an administrator, whatever is set here.</p>
          </Notice>
        )
        : null,
    Fields: ({ form, fields, record }) => editor(ctx, { form, fields, current: record }),
    Below: async (user) => (
      <>
        <div class="mt-10 grid gap-8">
          <UserAccess email={email} retired={user.retired} action={href} />
          {await RecordHistory(ctx, { type: "user", id: email })}
        </div>
        <RolesInWords />
      </>
    ),
  };
  return edited;
}

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

interface Shown {
  readonly form: URLSearchParams;
  readonly fields: FieldErrors;
  /** Null for a new user. */
  readonly current: AdminUser | null;
}

function editor({ state }: Ctx, shown: Shown) {
  const snapshot = state.services.catalog.current();
  return FORM.Editor({ ...shown, snapshot, id: "", field: fieldsOf(shown.form, shown.fields) });
}

function showNew(ctx: Ctx, form: URLSearchParams, fields: FieldErrors = {}): Promise<Response> {
  const failed = Object.keys(fields).length > 0;
  ctx.state.title = failed ? "Error: New user" : "New user";
  return ctx.render(
    <>
      <AdminHeader
        title="New user"
        lead="The person who signs in with this address gets the role. We send no message."
        trail={TRAIL}
      />
      <RecordForm errors={fields} cancel={sectionHref(SLUG)} save="Add user">
        {editor(ctx, { form, fields, current: null })}
      </RecordForm>
      <RolesInWords />
    </>,
    { status: failed ? 400 : 200 },
  );
}
