/** What is on the screens of users beside their forms (design §7). */
import type { JSX } from "preact";
import {
  CAPABILITIES,
  capabilitiesOf,
  capabilityLabel,
  roleLabel,
  ROLES,
} from "../../../../lib/staff/mod.ts";
import { Button } from "../../../../components/ui/Button.tsx";
import { Cell, ColumnHead, RowHead, Table } from "../../../../components/ui/Table.tsx";
import { SelectField } from "../../../../components/admin/fields.tsx";
import { ConfirmDetails, PostForm } from "../../../../components/admin/RecordForm.tsx";

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
