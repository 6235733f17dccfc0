/** Copies text to the clipboard. Runs in browsers. */

/**
 * Copies a text, and returns whether the browser did so. Browsers have no clipboard on plain http, where the older
 * command still copies. Call it from the handler of a click, because both need one.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

function copyByCommand(text: string): boolean {
  let isCopied = false;
  const onCopy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData("text/plain", text);
    isCopied = event.clipboardData !== null;
  };
  document.addEventListener("copy", onCopy);
  try {
    return document.execCommand("copy") && isCopied;
  } catch {
    return false;
  } finally {
    document.removeEventListener("copy", onCopy);
  }
}
