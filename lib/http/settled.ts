import { statusOf } from "./errors.ts";

/**
 * Returns the response of `next`, or rethrows its error, after calling `tell` with the status: that of the response, or
 * the one that the error will be answered with.
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
