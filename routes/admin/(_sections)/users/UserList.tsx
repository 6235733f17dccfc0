/** What stands on the screens of users beside their forms (design §7). */
import type { JSX } from "preact";
import {
  CAPABILITIES,
  capabilitiesOf,
  capabilityLabel,
  type ListedUser,
  roleLabel,
  ROLES,
} from "../../../../lib/staff/mod.ts";
import { Badge } from "../../../../components/ui/Badge.tsx";
import { Button, ButtonLink } from "../../../../components/ui/Button.tsx";
import { Cell, ColumnHead, RowHead, Table } from "../../../../components/ui/Table.tsx";
import { AdminHeader } from "../../../../components/admin/AdminHeader.tsx";
import { type Column, DataTable } from "../../../../components/admin/DataTable.tsx";
import { SelectField } from "../../../../components/admin/fields.tsx";
import { newRecordHref, recordHref } from "../../../../components/hrefs/admin.ts";
import { parseSort, sortRecords } from "../../../../components/admin/list_query.ts";
import { ConfirmDetails, PostForm } from "../../../../components/admin/RecordForm.tsx";
import { StatusBadge, statusOf } from "../../../../components/admin/records.tsx";

/** The end of somebody's access, asked for once more; or its way back. */
export function UserAccess(
  { email, retired, action }: { email: string; retired: boolean; action: string },
): JSX.Element {
  if (retired) {
    return (
      <PostForm action={action} hidden={{ intent: "restore" }}>
        <Button size="small" variant="secondary">Restore this user</Button>
      </PostForm>
    );
  }
  return (
    <ConfirmDetails
      label="Retire this user"
      confirm={
        <PostForm action={action} hidden={{ intent: "retire" }}>
          <Button size="small" variant="danger">Retire this user</Button>
        </PostForm>
      }
    >
      {email}{" "}
      loses access with the next request. The audit log keeps what they did, and you can restore
      them at any time.
    </ConfirmDetails>
  );
}

/** The role to give. */
export function RoleSelect(
  { value, error }: { value: string | null; error: string | undefined },
): JSX.Element {
  return (
    <SelectField
      name="role"
      label="Role"
      class="max-w-xs"
      value={value}
      error={error}
      options={ROLES.map((role) => ({ value: role, label: roleLabel(role) }))}
    />
  );
}

const COLUMNS: readonly Column[] = [
  { id: "email", label: "E-mail address", sortable: true },
  { id: "role", label: "Role", sortable: true },
  { id: "source", label: "Given by", sortable: true },
  { id: "status", label: "Status", sortable: true },
];

const SORT_KEYS = {
  email: ({ email }: ListedUser) => email,
  role: ({ role }: ListedUser) => ROLES.indexOf(role),
  source: ({ source }: ListedUser) => source,
  status: (user: ListedUser) => statusOf(user),
};

interface UserListProps {
  users: readonly ListedUser[];
  /** Whose page it is. */
  self: string | undefined;
  query: URLSearchParams;
}

/** Everybody with a role, and who gave it. */
export function UserList({ users, self, query }: UserListProps): JSX.Element {
  const sort = parseSort(query, COLUMNS.map(({ id }) => id), { by: "email", descending: false });
  return (
    <>
      <AdminHeader
        title="Users"
        lead="Who has access, and with which role. People sign in at the identity provider in front of this service."
        actions={<ButtonLink href={newRecordHref("users")} size="small">New user</ButtonLink>}
      />
      <DataTable
        caption="Users and their roles"
        columns={COLUMNS}
        query={query}
        sort={sort}
        total={users.length}
        noun="user"
        empty={{
          title: "Nobody has a role yet",
          text: "The first administrators are named in the configuration, by ADMIN_EMAILS.",
        }}
      >
        {sortRecords(users, sort, SORT_KEYS).map((user) => (
          <tr key={user.email}>
            <RowHead class="break-words">
              {user.source === "record"
                ? <a href={recordHref("users", user.email)} class="text-link">{user.email}</a>
                : user.email}
              {user.email === self && " (you)"}
            </RowHead>
            <Cell>{roleLabel(user.role)}</Cell>
            <Cell>
              {user.source === "record" ? "An administrator" : <Badge>From configuration</Badge>}
            </Cell>
            <Cell>
              <StatusBadge status={statusOf(user)} />
            </Cell>
          </tr>
        ))}
      </DataTable>
      <RolesInWords />
    </>
  );
}

/** The capabilities of each role, for who has to choose one. */
export function RolesInWords(): JSX.Element {
  return (
    <section class="mt-12 max-w-3xl">
      <h2 class="mb-2 font-medium">What each role may do</h2>
      <Table caption="What each role may do" captionHidden>
        <thead>
          <tr>
            <ColumnHead>Role</ColumnHead>
            {CAPABILITIES.map((capability) => (
              <ColumnHead key={capability}>{capabilityLabel(capability)}</ColumnHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROLES.map((role) => (
            <tr key={role}>
              <RowHead>{roleLabel(role)}</RowHead>
              {CAPABILITIES.map((capability) => (
                <Cell key={capability}>
                  {capabilitiesOf(role).has(capability)
                    ? "Yes"
                    : <span class="text-muted">No</span>}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
