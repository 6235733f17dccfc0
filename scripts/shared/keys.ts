/** Classifies key presses and clicks. Pure. */

/** The properties of an element that decide whether it takes text input. */
interface Typable {
  readonly tagName: string;
  /** The type of an `<input>`. */
  readonly type?: string;
  readonly isContentEditable?: boolean;
}

const TICKED = /^(checkbox|radio)$/;

/** Whether the focused element takes text input, so that a letter is not a shortcut. */
export function isTyping({ tagName, type, isContentEditable }: Typable): boolean {
  if (isContentEditable || /^(SELECT|TEXTAREA)$/.test(tagName)) return true;
  return tagName === "INPUT" && !TICKED.test(type ?? "");
}

/** The modifier keys of an event. */
type Modifiers = Pick<MouseEvent, "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** Whether no modifier other than Shift is pressed. */
export function isPlain({ ctrlKey, metaKey, altKey }: Omit<Modifiers, "shiftKey">): boolean {
  return !ctrlKey && !metaKey && !altKey;
}

/** Whether a click follows a link in the same tab. */
export function isPlainClick(event: Modifiers & Pick<MouseEvent, "button">): boolean {
  return !event.button && isPlain(event) && !event.shiftKey;
}
