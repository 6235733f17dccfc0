/** The buyer pages whose texts and pictures staff can change, with their defaults (design §7). */

/** A text field of a page. */
export interface PageField {
  /** Label for staff. */
  readonly label: string;
  /** Where it appears and what it is for. */
  readonly purpose: string;
  /** Maximum length, in characters. */
  readonly maxLength: number;
  /** Default text. */
  readonly standard: string;
  /** Whether it is edited in a multi-line control. */
  readonly paragraph?: boolean;
}

/** A slot for one picture. */
interface PageSlot {
  readonly label: string;
  readonly purpose: string;
  readonly accepts: readonly ("image" | "video")[];
}

/** A page with its texts and slots. */
export interface PageDefinition {
  readonly name: string;
  /** Description for staff. */
  readonly about: string;
  /** Path of the page; null when it has no URL of its own. */
  readonly path: string | null;
  readonly fields: Readonly<Record<string, PageField>>;
  readonly slots: Readonly<Record<string, PageSlot>>;
}

/** Every page by id, in the order in which buyers meet them. */
export const PAGES = {
  home: {
    name: "Start page",
    about: "The first that buyers see: what this is, and the way in.",
    path: "/",
    fields: {
      headline: {
        label: "Headline",
        purpose: "The largest words of the page. Say what buyers get.",
        maxLength: 80,
        standard: "Find the movable wall that is enough.",
      },
      lead: {
        label: "Lead",
        purpose: "One or two sentences under the headline: what is asked, and what comes of it.",
        maxLength: 280,
        standard:
          "Answer a few questions about the opening. You get one system that is right for it, the cheaper ones that would also do, and the reason for each.",
        paragraph: true,
      },
    },
    slots: {
      hero: {
        label: "Hero picture",
        purpose:
          "Beside the headline, or above it on phones. Wide pictures of a finished room work best. Without a picture, we show a drawing.",
        accepts: ["image"],
      },
    },
  },
  systems: {
    name: "All systems",
    about: "The list of every system, with its filters.",
    path: "/systems",
    fields: {
      headline: {
        label: "Headline",
        purpose: "The title of the list.",
        maxLength: 60,
        standard: "All systems",
      },
      lead: {
        label: "Lead",
        purpose: "One sentence under the title: what can be done here.",
        maxLength: 200,
        standard:
          "Narrow the list by what you know, or pick two to four and see them side by side.",
        paragraph: true,
      },
    },
    slots: {},
  },
  compare: {
    name: "Compare",
    about: "Systems side by side. Buyers see these words until they have chosen two.",
    path: "/compare",
    fields: {
      headline: {
        label: "Headline",
        purpose: "The title before anything is compared.",
        maxLength: 60,
        standard: "Compare systems",
      },
      lead: {
        label: "Lead",
        purpose: "One sentence under the title.",
        maxLength: 200,
        standard: "Two to four systems, figure by figure, with the differences marked.",
        paragraph: true,
      },
    },
    slots: {},
  },
  results: {
    name: "Results",
    about: "What buyers are recommended. The reasons come from the rules, not from here.",
    path: "/results",
    fields: {
      contact: {
        label: "Link to an advisor",
        purpose: "The button for people who would rather ask, where no system does all they need.",
        maxLength: 40,
        standard: "Ask an advisor",
      },
    },
    slots: {},
  },
  "not-found": {
    name: "Page not found",
    about: "What an address without a page says.",
    path: "/no-such-page",
    fields: {
      headline: {
        label: "Headline",
        purpose: "The title.",
        maxLength: 60,
        standard: "There is no page here",
      },
      text: {
        label: "Text",
        purpose: "What may have happened, and what helps.",
        maxLength: 280,
        standard:
          "The address may be mistyped, or what it led to is gone. Everything we make today is in the list of systems.",
        paragraph: true,
      },
    },
    slots: {},
  },
} as const satisfies Readonly<Record<string, PageDefinition>>;

/** Id of a page. */
export type PageId = keyof typeof PAGES;
/** Id of a text field of a page. */
export type FieldOf<P extends PageId> = Extract<keyof (typeof PAGES)[P]["fields"], string>;
/** Id of a slot of a page. */
export type SlotOf<P extends PageId> = Extract<keyof (typeof PAGES)[P]["slots"], string>;

/** Every page as `[id, definition]`, in order. */
export const PAGE_LIST: readonly (readonly [id: PageId, page: PageDefinition])[] = [
  ["home", PAGES.home],
  ["systems", PAGES.systems],
  ["compare", PAGES.compare],
  ["results", PAGES.results],
  ["not-found", PAGES["not-found"]],
];

/** Finds a page by id; undefined when there is none. */
export function findPage(id: string): PageDefinition | undefined {
  return PAGE_LIST.find(([known]) => known === id)?.[1];
}
