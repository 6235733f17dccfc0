import type { JSX } from "preact";
import { counted } from "@/components/ui/counted.ts";

/** The data that the service stores about visitors, why, and for how long. */
export function KeptList({ ttlDays, queueDays }: {
  /** Days until a session with consent to measurement expires (`SESSION_TTL_DAYS`). */
  ttlDays: number;
  /** Days that a finished row of the retry queue is kept (`SYNC_QUEUE_RETENTION_DAYS`). */
  queueDays: number;
}): JSX.Element {
  const rows = [
    {
      what: "Your answers, your result and the systems you looked at",
      why: "So that you can go on where you left off",
      long: `A day; ${counted(ttlDays, "day")} if you agree to measurement`,
    },
    {
      what: "Questions to our assistant, and its answers",
      why: "So that we learn what is missing from our documents",
      long: "Only if you agree to measurement, and no longer than your answers",
    },
    {
      what: "Whether an answer of the assistant helped you",
      why: "So that we can improve the answers that did not help",
      long: "As long as your answers",
    },
    {
      what: "Your e-mail address and your name",
      why: "Only if you send them to us, so that a person can write to you",
      long: `Here until our customer records have them, or ${
        counted(queueDays, "day")
      } after we gave up sending them there. In our customer records until you ask us to erase them`,
    },
    {
      what: "The number that our customer records know you by",
      why: "So that what you choose reaches the person who advises you",
      long:
        `As long as your answers, or until you withdraw your consent to marketing if you sent no request. With a request for contact, also for ${
          counted(queueDays, "day")
        } after our customer records have it`,
    },
    {
      what: "Which pages and questions were seen",
      why: "So that we learn where people give up",
      long:
        "Only if you agree to measurement. When your visit ends we remove the link to it, and keep a count that names nobody",
    },
  ];
  return (
    <ul class="border-t border-ink">
      {rows.map(({ what, why, long }) => (
        <li
          key={what}
          class="grid gap-x-6 gap-y-1 border-b border-line py-3.5 md:grid-cols-[13rem_minmax(0,1fr)_minmax(0,1.3fr)]"
        >
          <h3 class="font-medium">{what}</h3>
          <p>{why}.</p>
          <p class="text-muted">
            <span class="text-ink">How long:</span> {long}.
          </p>
        </li>
      ))}
    </ul>
  );
}
