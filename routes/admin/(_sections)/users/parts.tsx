/** Shows whether somebody has access, and takes or gives it. */
import type { JSX } from "preact";
import { ConfirmDetails, PostForm } from "@/components/admin/RecordForm.tsx";
import { Badge } from "@/components/ui/Badge.tsx";
import { Button } from "@/components/ui/Button.tsx";

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
