/** Buyers and staff who write without a pause, and remember what was acknowledged. */

/** A load under way. */
export interface Load {
  /** Addresses of leads and users whose writes were acknowledged. */
  readonly acknowledged: Set<string>;
  /** Settles when so many were acknowledged. */
  reached(count: number): Promise<void>;
  /** Ends the load; what is under way may still be acknowledged. */
  end(): Promise<void>;
}

const WRITERS = 4;

/** Begins to write to a service whose admin area is open (`ADMIN_DEV_BYPASS`). */
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
        // The service is being stopped; nothing was acknowledged.
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
