import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import type { Attribute } from "@/lib/catalog/mod.ts";
import { Button } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import { Switch } from "@/components/admin/controls.tsx";
import { sectionHref } from "@/components/hrefs/admin.ts";
import { ConfirmDetails, PostForm } from "@/components/admin/RecordForm.tsx";

interface AttributeSwitchProps {
  attribute: Attribute;
  /** Labels of the options that require something of it. */
  asking: readonly string[];
}

/** Switches an attribute on or off. It asks first when that changes what buyers are recommended (spec §4.1). */
export function AttributeSwitch({ attribute, asking }: AttributeSwitchProps): JSX.Element | null {
  const { id, name, enabled, retired } = attribute;
  if (retired) return null;
  const action = sectionHref("attributes");
  const hidden = { id, back: "record" };
  return (
    <Block title="Use" lead={formatUse(enabled, asking.length)} class="max-w-text text-sm">
      {enabled && asking.length > 0
        ? (
          <ConfirmDetails
            label="Switch off"
            confirm={
              <PostForm action={action} hidden={{ ...hidden, enabled: "off" }}>
                <Button variant="danger">Switch off</Button>
              </PostForm>
            }
          >
            <p>
              Buyers will no longer see it, and {counted(asking.length, "option")}{" "}
              will no longer ask for it, so more systems may be recommended:
            </p>
            <ul class="mt-2 list-disc ps-5">
              {asking.map((option) => <li key={option}>{option}</li>)}
            </ul>
          </ConfirmDetails>
        )
        : (
          <Switch
            on={enabled}
            label={`Attribute ${name}`}
            action={action}
            hidden={hidden}
          />
        )}
    </Block>
  );
}

function formatUse(enabled: boolean, asking: number): string {
  if (!enabled) {
    return "It is switched off: buyers do not see it, and answers are not matched against it.";
  }
  const who = asking === 0 ? "No option asks" : counted(asking, "option");
  const verb = asking === 0 ? "" : asking === 1 ? " asks" : " ask";
  return `Buyers see it on systems’ pages and in comparisons. ${who}${verb} for it.`;
}
