/**
 * Ends the current turn of the event loop, so that requests that wait are served. Long loops call it now and then
 * (decision 29). It uses a timer, because Deno runs immediates without reading from any connection.
 */
export function endTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
