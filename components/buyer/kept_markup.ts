import { type ComponentType, h, type VNode } from "preact";
import { jsxTemplate } from "preact/jsx-runtime";
import { renderToString } from "preact-render-to-string";

/**
 * Gives a component that is rendered once for a record and what else it is shown with, and is the same markup from
 * then on: most of a result's page is what other results show as well, and rendering it is most of what the page costs.
 * For the server alone, and for components without hooks, context, islands or parts of the head.
 *
 * @param component all its props but the record are plain values, few different ones for a record; none is listed
 *   here, so that a prop that it gains later is not forgotten.
 * @param recordOf the record, which never changes; its markup is kept as long as it lives.
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
      // A comment stands for something of this one page.
      if (!markup.includes("<!--")) variants.set(rest, markup);
    }
    return jsxTemplate([markup]);
  };
}
