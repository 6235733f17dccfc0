/** What keys and clicks mean to a page. Pure. */

/** The part of an element that says whether text goes into it. */
export interface Typable {
  readonly tagName: string;
  /** The type of an `<input>`. */
  readonly type?: string;
  readonly isContentEditable?: boolean;
}

const TICKED = /^(checkbox|radio)$/;

/** Whether a letter belongs to the element that has the focus, so that it is no shortcut. */
export function isTyping({ tagName, type, isContentEditable }: Typable): boolean {
  if (isContentEditable || /^(SELECT|TEXTAREA)$/.test(tagName)) return true;
  return tagName === "INPUT" && !TICKED.test(type ?? "");
}

/** The keys that were held down. */
export type Modifiers = Pick<MouseEvent, "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** Whether a key or a button was pressed by itself; shift counts for clicks and not for characters. */
export function isPlain({ ctrlKey, metaKey, altKey }: Omit<Modifiers, "shiftKey">): boolean {
  return !ctrlKey && !metaKey && !altKey;
}

/** Whether a click follows a link here, and not in another tab or window. */
export function isPlainClick(event: Modifiers & Pick<MouseEvent, "button">): boolean {
  return event.button === 0 && isPlain(event) && !event.shiftKey;
}
