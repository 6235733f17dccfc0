import type { AnchorHTMLAttributes, ButtonHTMLAttributes, JSX } from "preact";
import { classNames } from "./class_names.ts";

interface Look {
  /** Use one `primary` action per page. `quiet` looks like a link. */
  variant?: "primary" | "secondary" | "quiet" | "danger";
  size?: "regular" | "small";
  class?: string | undefined;
}

type ButtonProps = Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "class" | "size">;
type ButtonLinkProps =
  & Look
  & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "class" | "size">
  & { href: string };

/** A button that submits its form, or with `type="button"` acts on the page. */
export function Button(
  { variant, size, class: className, type, ...rest }: ButtonProps,
): JSX.Element {
  return (
    <button {...rest} type={type ?? "submit"} class={buttonClass({ variant, size, className })} />
  );
}

/** A link that looks like a button, for navigation. */
export function ButtonLink(
  { variant, size, class: className, ...rest }: ButtonLinkProps,
): JSX.Element {
  return <a {...rest} class={buttonClass({ variant, size, className })} />;
}

function buttonClass({ variant = "primary", size = "regular", className }: {
  variant: Look["variant"];
  size: Look["size"];
  className: string | undefined;
}): string {
  return classNames("button", `button-${variant}`, size === "small" && "button-small", className);
}
