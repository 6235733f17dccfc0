/** Whether a client takes events: it says nothing, or names their type or a range around it, and not with weight 0. */
export function acceptsEvents(accept: string | null): boolean {
  if (accept === null || accept.trim() === "") return true;
  const offers = accept.toLowerCase().split(",").map((offer) => {
    const [type = "", ...parameters] = offer.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    return {
      place: RANGES.indexOf(type),
      refused: weight !== undefined && Number(weight.slice(2)) === 0,
    };
  }).filter(({ place }) => place >= 0);
  const [closest] = offers.sort((a, b) => a.place - b.place);
  return closest !== undefined && !closest.refused;
}

/** The closest first. */
const RANGES = ["text/event-stream", "text/*", "*/*"];
