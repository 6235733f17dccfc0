/** Parts of the screens of users (design §7). */
import { Muted } from "@/components/admin/list/parts.tsx";
import type { JSX } from "preact";
import {
  CAPABILITIES,
  capabilitiesOf,
  capabilityLabel,
  type Role,
  roleLabel,
  ROLES,
} from "@/lib/staff/mod.ts";
import { Button } from "@/components/ui/Button.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import { SelectField } from "@/components/admin/fields.tsx";
import { ConfirmDetails, PostForm } from "@/components/admin/RecordForm.tsx";

/** Retires a user after a confirmation, or restores a retired one. */
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

/** The select of roles. */
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

/** Table of the capabilities of each role. */
export function RolesInWords(): JSX.Element {
  return (
    <section class="mt-12 max-w-3xl">
      <h2 class="mb-2 font-medium">What each role may do</h2>
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
    </section>
  );
}
