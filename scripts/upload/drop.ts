/** Accepts files dropped anywhere on the page. The browser would otherwise open a file that misses the field. */

/** A file or folder that was dropped. */
export interface Dropped {
  readonly file: File;
  readonly isFolder: boolean;
}

/** Passes dropped files and folders to `add`. Other file fields still receive files dropped on them. */
export function takeDrops(
  { input, zone }: { readonly input: HTMLInputElement; readonly zone: HTMLElement },
  add: (dropped: readonly Dropped[]) => void,
): void {
  const isOurs = ({ dataTransfer, target }: DragEvent) => {
    const field = target instanceof Element ? target.closest("input[type=file]") : null;
    return (dataTransfer?.types.includes("Files") ?? false) && (field === null || field === input);
  };
  addEventListener("dragover", (event) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
    zone.dataset.over = "";
  });
  addEventListener("dragleave", ({ relatedTarget }) => {
    if (relatedTarget === null) delete zone.dataset.over;
  });
  addEventListener("drop", (event) => {
    delete zone.dataset.over;
    if (!isOurs(event)) return;
    event.preventDefault();
    const { files = [], items = [] } = event.dataTransfer ?? {};
    const folders = [...items].filter(({ kind }) => kind === "file")
      .map((item) => item.webkitGetAsEntry()?.isDirectory ?? false);
    add([...files].map((file, index) => ({ file, isFolder: folders[index] ?? false })));
  });
}
