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
import { Badge } from "@/components/ui/Badge.tsx";
import { Button } from "@/components/ui/Button.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import { SelectField } from "@/components/admin/fields.tsx";
import { ConfirmDetails, PostForm } from "@/components/admin/RecordForm.tsx";

/** Whether somebody has access: people are not live or retired as records are. */
export function AccessBadge({ retired }: { retired: boolean }): JSX.Element {
  return retired ? <Badge>No access</Badge> : <Badge tone="positive">Has access</Badge>;
}

/** Takes a user’s access after a confirmation, or gives it again. */
export function UserAccess(
  { email, retired, action }: { email: string; retired: boolean; action: string },
): JSX.Element {
  if (retired) {
    return (
      <PostForm action={action} hidden={{ intent: "restore" }}>
        <Button size="small" variant="secondary">Give access again</Button>
      </PostForm>
    );
  }
  return (
    <ConfirmDetails
      label="Remove access"
      confirm={
        <PostForm action={action} hidden={{ intent: "retire" }}>
          <Button size="small" variant="danger">Remove access</Button>
        </PostForm>
      }
    >
      {email}{" "}
      loses access with the next request. The audit log keeps what they did, and you can give access
      again at any time.
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
