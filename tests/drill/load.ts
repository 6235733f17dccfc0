/** The load of a drill: buyers and staff who write without a pause, and record the acknowledged writes. */

/** A running load. */
export interface Load {
  /** E-mail addresses of acknowledged leads and users. */
  readonly acknowledged: Set<string>;
  /** Resolves when `count` writes are acknowledged. */
  reached(count: number): Promise<void>;
  /** Stops the load and waits for the requests in flight, which may still be acknowledged. */
  end(): Promise<void>;
}

const WRITERS = 4;

/** Starts to write to a service with `ADMIN_DEV_BYPASS`. */
export function startLoad(origin: string): Load {
  const acknowledged = new Set<string>();
  let isOver = false;

  async function write(writer: number): Promise<void> {
    for (let count = 0; !isOver; count++) {
      const email = `drill-${writer}-${count}@walls.test`;
      const isLead = count % 2 === 0;
      try {
        const response = await fetch(`${origin}${isLead ? "/api/lead" : "/admin/users/new"}`, {
          method: "POST",
          redirect: "manual",
          ...(isLead
            ? { headers: { "content-type": "application/json" }, body: JSON.stringify({ email }) }
            : { body: new URLSearchParams({ email, role: "auditor" }) }),
        });
        await response.body?.cancel();
        if (response.status === (isLead ? 200 : 303)) acknowledged.add(email);
      } catch {
        // The service is stopping; this write was not acknowledged.
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
  return {
    acknowledged,
    async reached(count) {
      while (acknowledged.size < count) await new Promise((resolve) => setTimeout(resolve, 50));
    },
    async end() {
      isOver = true;
      await Promise.all(writers);
    },
  };
}
