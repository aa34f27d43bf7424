/** Long-polls a queue: one poll at a time, kept alive by heartbeats. */
import { type Event, pending, type Queue } from "#realm/state/queues.ts";
import { pushEvent, type Server } from "./server.ts";

export type Polled = {
  readonly found: readonly Event[];
  /** Whether the poll had to wait. */
  readonly woken: boolean;
};

/**
 * The pending events: immediately if there are any or `atOnce` is set; else when an event arrives, when another poll
 * replaces this one, when the queue is closed, or when the client disconnects (`gone`).
 */
export async function poll(
  server: Server,
  queue: Queue,
  atOnce: boolean,
  gone: AbortSignal,
): Promise<Polled> {
  queue.wake?.();
  if (atOnce || queue.events.length > 0) {
    queue.idleSince = server.clock.elapsed();
    return { found: pending(queue), woken: false };
  }
  await waitFor(server, queue, gone);
  return { found: pending(queue), woken: true };
}

function waitFor(server: Server, queue: Queue, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const spread = 1 + server.random() * 0.2;
    const stopHeart = server.clock.after(server.heartbeatMs * spread, () =>
      pushEvent(server, queue, { type: "heartbeat" }),
    );
    const end = () => {
      stopHeart();
      gone.removeEventListener("abort", end);
      server.stopped.removeEventListener("abort", end);
      if (queue.wake === end) queue.wake = undefined;
      queue.idleSince = server.clock.elapsed();
      resolve();
    };
    queue.wake = end;
    gone.addEventListener("abort", end, { once: true });
    server.stopped.addEventListener("abort", end, { once: true });
    if (gone.aborted || server.stopped.aborted) end();
  });
}
