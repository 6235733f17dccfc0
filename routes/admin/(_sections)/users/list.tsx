/** The list of users: everybody with a role, and where the role comes from (design §7). */
import type { RecordList } from "@/components/admin/record/save.ts";
import { Block } from "@/components/admin/Block.tsx";
import type { JSX } from "preact";
import { Muted, statusColumn } from "@/components/admin/list/parts.tsx";
import { statusOf } from "@/components/admin/records.tsx";
import { recordHref } from "@/components/hrefs/admin.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import type { Ctx } from "@/lib/define.ts";
import {
  CAPABILITIES,
  capabilitiesOf,
  capabilityLabel,
  type ListedUser,
  listUsers,
  type Role,
  roleLabel,
  ROLES,
} from "@/lib/staff/mod.ts";
import { RowsTable } from "@/components/ui/Table.tsx";
import { hasWords, searchWords } from "@/lib/text/mod.ts";

/** The roles as choices. */
export const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: roleLabel(role) }));

/** Returns the list of all users with a role, including those from `ADMIN_EMAILS`. */
export async function userList({ state }: Ctx): Promise<RecordList<ListedUser>> {
  const { services, staff } = state;
  const users = await listUsers(services);
  return {
    lead:
      "Who has access, and with which role. People sign in at the identity provider in front of this service.",
    caption: "Users and their roles",
    filters: [
      { name: "q", label: "Search" },
      { name: "role", label: "Role", empty: "Any", options: ROLE_OPTIONS },
    ],
    rows: ({ filter }) =>
      users.filter(({ email, role }) =>
        hasWords(email, searchWords(filter("q"))) && (filter("role") || role) === role
      ),
    idOf: ({ email }) => email,
    file: "users",
    columns: [
      {
        id: "email",
        label: "E-mail address",
        sortBy: ({ email }) => email,
        isHead: true,
        cellClass: "break-words",
        cell: ({ email, source }) => (
          <>
            {source === "record"
              ? <a href={recordHref("users", email)} class="text-link">{email}</a>
              : email}
            {email === staff?.email && " (you)"}
          </>
        ),
      },
      {
        id: "role",
        label: "Role",
        sortBy: ({ role }) => ROLES.indexOf(role),
        text: ({ role }) => roleLabel(role),
      },
      {
        id: "source",
        label: "Given by",
        isShown: (rows) => rows.some(({ source }) => source !== "record"),
        sortBy: ({ source }) => source,
        cell: ({ source }) =>
          source === "record" ? "An administrator" : <Badge>From configuration</Badge>,
      },
      {
        ...statusColumn((user) => user),
        label: "Access",
        sortBy: statusOf,
        text: ({ retired }) => retired ? "no" : "yes",
        cell: (user) => <AccessBadge retired={user.retired} />,
      },
    ],
    after: (
      <div class="mt-12">
        <RolesInWords />
      </div>
    ),
    empty: {
      title: "Nobody has a role yet",
      text: (
        <>
          The first administrators are named in the configuration, by{" "}
          <code class="font-mono text-xs">ADMIN_EMAILS</code>.
        </>
      ),
    },
  };
}

/** Whether somebody has access: people are not live or retired as records are. */
export function AccessBadge({ retired }: { retired: boolean }): JSX.Element {
  return retired ? <Badge>No access</Badge> : <Badge tone="positive">Has access</Badge>;
}

/** Table of the capabilities of each role. */
export function RolesInWords(): JSX.Element {
  return (
    <Block title="What each role may do" class="max-w-3xl">
      <RowsTable
        caption="What each role may do"
        rows={ROLES}
        columns={[
          { label: "Role", isHead: true, cell: (role) => roleLabel(role) },
          ...CAPABILITIES.map((capability) => ({
            label: capabilityLabel(capability),
            cell: (role: Role) => capabilitiesOf(role).has(capability) ? "Yes" : <Muted>No</Muted>,
          })),
        ]}
      />
    </Block>
  );
}
