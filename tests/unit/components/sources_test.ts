/** The sources of the stylesheets: each area has its own, with the utilities of what its pages show. */
import assert from "node:assert/strict";

const ROOT = new URL("../../../", import.meta.url);
const read = (path: string) => Deno.readTextFileSync(new URL(path, ROOT));

function listComponents(folder: string): string[] {
  return [...Deno.readDirSync(new URL(folder, ROOT))].flatMap(({ name, isDirectory }) =>
    isDirectory ? listComponents(`${folder}${name}/`) : name.endsWith(".tsx") ? [folder + name] : []
  );
}

/** Paths of the components that `file` imports. */
function importsOf(file: string): string[] {
  return [...read(file).matchAll(/from "([@.][^"]+\.tsx)"/g)].map(([, path = ""]) =>
    path.startsWith("@/")
      ? path.slice(2)
      : new URL(path, new URL(file, "file:///")).pathname.slice(1)
  );
}

Deno.test("admin.css has the utilities of all components that staff pages show (design §10)", () => {
  const sources = [...read("static/admin.css").matchAll(/^@source "\.\.\/(.+)";$/gm)]
    .map(([, path = ""]) => path);
  const shown = new Set(["routes/_app.tsx", "islands/MediaPicker.tsx"]);
  for (const file of [...listComponents("routes/admin/"), ...listComponents("components/admin/")]) {
    shown.add(file);
  }
  for (const file of shown) importsOf(file).forEach((path) => shown.add(path));
  const styled = [...shown].filter((file) => read(file).includes("class="));
  const missing = styled.filter((file) =>
    !sources.some((source) => file === source || file.startsWith(`${source}/`))
  );
  assert.deepEqual(missing, []);
});
