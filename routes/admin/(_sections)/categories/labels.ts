/** Labels of the axes of categories. */
import type { CategoryAxis } from "@/lib/media/mod.ts";

/** The label of an axis, and what its categories describe. */
export const AXES: Readonly<
  Record<CategoryAxis, { readonly one: string; readonly says: string }>
> = {
  application: {
    one: "Application",
    says: "What the place is used for, such as a restaurant or a home.",
  },
  attribute: {
    one: "Attribute",
    says: "A visible feature of the construction, such as a corner without a post.",
  },
  geography: {
    one: "Geography",
    says: "Where it is: a region, a climate, a city.",
  },
};
