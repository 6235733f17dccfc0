import type { ComponentChildren, InputHTMLAttributes, JSX, SelectHTMLAttributes } from "preact";
import { classNames } from "./class_names.ts";
import { FieldError } from "./FieldError.tsx";

/** The label, hint and error of one control. Spread {@linkcode fieldAria} into the control. */
export function Field(props: {
  /** Id of the control inside. The ids of the hint and the error are derived from it. */
  id: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  /** Explains the error and how to correct it. */
  error?: string | undefined;
  /** Adds "optional" to the label. */
  optional?: boolean;
  class?: string | undefined;
  children: ComponentChildren;
}): JSX.Element {
  const { id, label, hint, error, optional, children } = props;
  return (
    <div class={classNames("grid gap-1.5", props.class)}>
      <label for={id} class="text-sm font-medium">
        {label} {optional && <span class="font-normal text-muted">(optional)</span>}
      </label>
      {hint && <p id={`${id}-hint`} class="text-sm text-muted">{hint}</p>}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {children}
    </div>
  );
}

/** Returns the attributes that link a control to the hint and error of its {@linkcode Field}. */
export function fieldAria(
  id: string,
  { hint, error }: { hint?: unknown; error?: unknown },
): { id: string; "aria-describedby"?: string; "aria-invalid"?: "true" } {
  const described = classNames(hint ? `${id}-hint` : null, error ? `${id}-error` : null);
  return {
    id,
    ...(described && { "aria-describedby": described }),
    ...(error ? { "aria-invalid": "true" as const } : {}),
  };
}

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, "class"> & { class?: string };

/** A single-line text input. */
export function TextInput({ class: className, type, ...rest }: InputProps): JSX.Element {
  return <input {...rest} type={type ?? "text"} class={classNames("control", className)} />;
}

/** A native select, so that every device shows its own list. */
export function Select(
  { class: className, ...rest }:
    & Omit<SelectHTMLAttributes<HTMLSelectElement>, "class">
    & { class?: string },
): JSX.Element {
  return <select {...rest} class={classNames("control", className)} />;
}

type ChoiceProps = Omit<InputProps, "type" | "label"> & {
  type: "checkbox" | "radio";
  label: ComponentChildren;
  /** A second line under the label. */
  description?: ComponentChildren;
};

/** A checkbox or radio with its label. The whole row is the click target. */
export function Choice(
  { type, label, description, class: className, ...rest }: ChoiceProps,
): JSX.Element {
  return (
    <label class={classNames("flex min-h-8 cursor-pointer gap-3 py-1 text-sm", className)}>
      <input {...rest} type={type} class="choice mt-0.5" />
      <span class="min-w-0 wrap-anywhere">
        {label}
        {description && <span class="block text-muted">{description}</span>}
      </span>
    </label>
  );
}
