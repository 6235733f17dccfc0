import type { JSX } from "preact";
import type { SystemSummary } from "@/lib/catalog/mod.ts";
import type { ShownProject } from "@/lib/projects/mod.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { Card, CardLink } from "@/components/ui/Card.tsx";
import { classNames } from "@/components/ui/class_names.ts";
import { SystemDrawing } from "../drawings/SystemDrawing.tsx";
import { projectHref } from "@/components/hrefs/buyer.ts";
import { KeptPicture } from "../KeptPicture.ts";
import { PICTURE_SHAPE, ROW_SIZES } from "../SystemPicture.tsx";

/** A project with what its card says of it. */
export interface ProjectCardView {
  readonly project: ShownProject;
  /** A system that it used, to draw where there is no picture; null otherwise. */
  readonly drawn: SystemSummary | null;
  /** The systems that it used, or its relation to the page. */
  readonly note: string | null;
  readonly isNear: boolean;
}

/** One project in a list: picture, name, location and note. On phones the picture is beside the text. */
function ProjectCard({ card, level, priority }: {
  card: ProjectCardView;
  /** For a picture on the first screen: loads it first. */
  priority: boolean;
  /** Heading level that fits the page outline. */
  level: 2 | 3 | 4;
}): JSX.Element {
  const Heading = `h${level}` as const;
  const { project: { name, location, address, canonicalUrl, image }, drawn, note, isNear } = card;
  return (
    <Card class="card-row group relative break-inside-avoid transition-colors focus-within:border-ink hover:border-ink">
      {image !== null
        ? <KeptPicture item={image} sizes={ROW_SIZES} shape={PICTURE_SHAPE} priority={priority} />
        : (
          <div class="drawing-frame">
            {drawn && <SystemDrawing system={drawn} class="h-auto max-h-full w-[86%]" />}
          </div>
        )}
      <div class="flex min-w-0 flex-1 flex-col gap-1 p-4 sm:p-5">
        <Heading class="text-lg font-medium">
          <CardLink href={projectHref(address)}>{name}</CardLink>
        </Heading>
        {location && <p class="text-sm text-muted">{location}</p>}
        {note && <p class="text-sm">{note}</p>}
        {isNear && (
          <p class="mt-1.5">
            <Badge tone="accent">Near you</Badge>
          </p>
        )}
        <p class="hidden text-xs wrap-anywhere text-muted print:block">{canonicalUrl}</p>
      </div>
    </Card>
  );
}

/** Projects in a row of the widest grid. */
const ROW = 3;

/** A grid of projects. It prints their pictures only where it is what the page is about. */
export function ProjectCards({ projects, level, isFirst = false, class: className = "mt-8" }: {
  projects: readonly ProjectCardView[];
  /** Whether the page begins with it: the pictures of the first row load at once. */
  isFirst?: boolean;
  level: 2 | 3 | 4;
  class?: string;
}): JSX.Element {
  return (
    <ul
      class={classNames(
        className,
        "grid grid-cols-1 gap-5 sm:grid-cols-2 xl:grid-cols-3 print:grid-cols-3",
        !isFirst && "printed-brief",
      )}
    >
      {projects.map((card, index) => (
        <ProjectCard
          key={card.project.uuid}
          card={card}
          level={level}
          priority={isFirst && index < ROW}
        />
      ))}
    </ul>
  );
}
