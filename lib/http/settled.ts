import { statusOf } from "./errors.ts";

/**
 * Gives the answer of `next`, or throws its error on. Before that `tell` hears the status: the answer's, or the one that the error
 * is answered with.
 */
export async function settled(
  next: () => Promise<Response>,
  tell: (status: number) => void | Promise<void>,
): Promise<Response> {
  let status = 500;
  try {
    const response = await next();
    status = response.status;
    return response;
  } catch (error) {
    status = statusOf(error);
    throw error;
  } finally {
    await tell(status);
  }
}
