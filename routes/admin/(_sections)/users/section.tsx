import { type RecordDefinition, retirable } from "@/components/admin/record/define.ts";
import { sectionWords } from "@/components/admin/sections.ts";
import { type Fields, recordForm, renderFields } from "@/components/admin/record/fields.tsx";
import { line, onlyNew, RETIRED, select } from "@/components/admin/record/inputs.tsx";
import { createScreen, recordScreen, sectionList } from "@/components/admin/record/save.ts";
import type { Section } from "@/components/admin/section.ts";
import { Notice } from "@/components/ui/Notice.tsx";
import type { Ctx } from "@/lib/define.ts";
import {
  type AdminUser,
  authorOf,
  emailField,
  roleField,
  roleLabel,
  userEntity,
} from "@/lib/staff/mod.ts";
import { AccessBadge, ROLE_OPTIONS, RolesInWords, userList } from "./list.tsx";

const FIELDS: Fields<AdminUser> = {
  email: onlyNew(line({
    label: "E-mail address",
    hint: "The person who signs in with this address gets the role. We send no message.",
    type: "email",
    maxLength: 254,
    schema: emailField(),
  })),
  role: select({
    label: "Role",
    class: "max-w-xs",
    schema: roleField(),
    initial: () => "editor" as const,
    options: () => ROLE_OPTIONS,
    describe: roleLabel,
  }),
  retired: RETIRED,
};

/** The section of users: who has access, and with which role (design §7). */
export const users: Section = {
  ...sectionWords("users"),
  list: sectionList(sectionWords("users"), userList),
  create: createScreen(definitionOf),
  record: recordScreen(definitionOf),
};

function definitionOf({ state }: Ctx): RecordDefinition<AdminUser> {
  const { config } = state.services;
  return {
    ...sectionWords("users"),
    entity: userEntity(state.services, authorOf(state, "manage_users").staff),
    nameOf: ({ email }) => email,
    form: {
      ...recordForm(FIELDS),
      identity: {
        field: "email",
        schema: emailField(),
        taken: () => "This address is listed already",
      },
      Editor: (props) => (
        <>
          {config.admin.emails.includes(props.id) && (
            <Notice tone="info">
              <p>The configuration makes this address an administrator, whatever is set here.</p>
            </Notice>
          )}
          {renderFields(FIELDS, props)}
          <RolesInWords />
        </>
      ),
    },
    retirement: retirable(
      "The person loses access with the next request. The audit log keeps what they did.",
      {
        retire: "Remove access",
        restore: "Give access again",
        retired: "no longer has access",
        restored: "has access again",
      },
    ),
    Badges: ({ record }) => <AccessBadge retired={record.retired} />,
  };
}
