/** Tells the user that a command waits because the server limits the rate of requests. */
import type { Connection } from "#api/connection.ts";
import type { Clock } from "#base/clock.ts";

/** Shorter waits are not worth a line. */
const patienceMs = 2_000;

/** The connection; `remark` receives a sentence whenever its calls have been waiting for a while. */
export function tellingWaits(
  connection: Connection,
  clock: Clock,
  remark: (sentence: string) => void,
): Connection {
  /** When each waiting call goes out, by an object for each call. */
  const waiting = new Map<object, number>();
  let cancel: (() => void) | undefined;
  const tell = () => {
    const seconds = Math.ceil((Math.max(...waiting.values()) - clock.elapsed()) / 1000);
    if (seconds < 1) return;
    const rest = seconds === 1 ? "1 second" : `${seconds} seconds`;
    remark(`The server asks weir to wait; continuing in ${rest}.`);
  };
  const end = (call: object) => {
    waiting.delete(call);
    if (waiting.size > 0) return;
    cancel?.();
    cancel = undefined;
  };
  const call: Connection["call"] = async (endpoint, values, options = {}) => {
    const self = {};
    try {
      return await connection.call(endpoint, values, {
        ...options,
        beforeSending: async () => {
          end(self);
          await options.beforeSending?.();
        },
        onWait: (ms) => {
          options.onWait?.(ms);
          if (options.signal?.aborted === true) return;
          waiting.set(self, clock.elapsed() + ms);
          cancel ??= clock.after(patienceMs, tell);
        },
      });
    } finally {
      end(self);
    }
  };
  return { ...connection, call };
}
