/**
 * Returns whether an `Accept` header admits `text/event-stream` (spec §4.5). A missing or blank header does. Otherwise
 * the most specific matching range decides: it refuses with weight `q=0`.
 */
export function acceptsEvents(accept: string | null): boolean {
  if (accept === null || accept.trim() === "") return true;
  const offers = accept.toLowerCase().split(",").map((offer) => {
    const [type = "", ...parameters] = offer.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    return {
      rank: RANGES.indexOf(type),
      refused: weight !== undefined && Number(weight.slice(2)) === 0,
    };
  }).filter(({ rank }) => rank >= 0);
  const [mostSpecific] = offers.sort((a, b) => a.rank - b.rank);
  return mostSpecific !== undefined && !mostSpecific.refused;
}

/** Media ranges that match, most specific first. */
const RANGES = ["text/event-stream", "text/*", "*/*"];
