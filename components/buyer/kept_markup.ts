import { type ComponentType, h, type VNode } from "preact";
import { jsxTemplate } from "preact/jsx-runtime";
import { renderToString } from "preact-render-to-string";

/**
 * Returns a component that caches its markup by record and other props. Results share most of their content, and
 * rendering that content is most of the cost of a page. Only for the server, and only for components without hooks,
 * context, islands or `Head`.
 *
 * @param component The component. Its props other than the record must be JSON values with few variants per record.
 *   All of them are part of the cache key, so a prop that is added later is included.
 * @param recordOf Returns the record, which must be immutable. Its markup is cached until it is garbage-collected.
 */
export function keepMarkup<P extends object>(
  component: ComponentType<P>,
  recordOf: (props: P) => object,
): (props: P) => VNode {
  const kept = new WeakMap<object, Map<string, string>>();
  return (props) => {
    const record = recordOf(props);
    let variants = kept.get(record);
    if (variants === undefined) kept.set(record, variants = new Map());
    const rest = JSON.stringify(props, (_, value) => value === record ? undefined : value);
    let markup = variants.get(rest);
    if (markup === undefined) {
      markup = renderToString(h(component, props));
      // A comment is a placeholder for content of this page only, such as an island.
      if (!markup.includes("<!--")) variants.set(rest, markup);
    }
    return jsxTemplate([markup]);
  };
}
