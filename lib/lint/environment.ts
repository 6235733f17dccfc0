/** Keeps access to environment variables in one file. */
import { type Context, isTest, nameOf, type Node, pathOf, type Visitor } from "./source.ts";

/** Rule: only `lib/config/config.ts` reads the environment (design §3). */
export function envInConfig(context: Context): Visitor {
  const path = pathOf(context);
  if (path === "lib/config/config.ts" || isTest(path)) return {};
  function report(node: Node): void {
    context.report({
      node,
      message: 'Cannot read the environment here: only "lib/config/config.ts" may',
      hint: "Declare the variable in lib/config and take it from the configuration",
    });
  }
  return {
    MemberExpression(node) {
      if (nameOf(node.property) !== "env") return;
      const owner = node.object.type === "MemberExpression" ? node.object.property : node.object;
      if (["Deno", "process"].includes(nameOf(owner) ?? "")) report(node);
      if (node.object.type === "MetaProperty") report(node);
    },
    VariableDeclarator(node) {
      if (node.id.type !== "ObjectPattern" || nameOf(node.init) !== "Deno") return;
      const taken = node.id.properties.some((part) =>
        part.type === "Property" && nameOf(part.key) === "env"
      );
      if (taken) report(node);
    },
    ImportDeclaration(node) {
      if (node.source.value !== "node:process") return;
      if (node.specifiers.some(({ local }) => local.name === "env")) report(node);
    },
  };
}
