/** The filters and orders of the media library, as its list and the picker offer them. */

/** The filters with a fixed list of options. */
export const FILTER_CHOICES = [
  {
    name: "source",
    label: "Source",
    empty: "Any source",
    options: [
      { value: "manual", label: "Uploaded" },
      { value: "cms", label: "From the CMS" },
    ],
  },
  {
    name: "type",
    label: "Type",
    empty: "Any type",
    options: [
      { value: "image", label: "Pictures" },
      { value: "video", label: "Videos" },
    ],
  },
  {
    name: "usage",
    label: "Usage",
    empty: "Any usage",
    options: [
      { value: "used", label: "Used" },
      { value: "unused", label: "Unused" },
    ],
  },
] as const;

/** The label of each work queue, by its `coverage` parameter. */
export const COVERAGE_LABELS = {
  untagged: "Untagged",
  "ai-unreviewed": "Tags to review",
  "no-alt": "No alt text",
  ungrouped: "Ungrouped",
  grouped: "Grouped",
} as const;

/** The orders of the library, by its `sort` parameter. */
export const ORDERS = [
  { value: "gallery", label: "Gallery order" },
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "name-asc", label: "Name, A to Z" },
  { value: "name-desc", label: "Name, Z to A" },
] as const;
