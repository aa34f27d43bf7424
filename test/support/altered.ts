/** A network whose answers are those of a server that a test invents: the realm's, with some of them changed. */
import type { Send } from "#api/transport.ts";

type Body = Record<string, unknown>;

/** `change` gets a copy of each successful answer to calls that match, and returns the answer in its place. */
export function altered(call: RegExp, change: (body: Body) => Body): (send: Send) => Send {
  return (send) => async (request, signal) => {
    const answer = await send(request, signal);
    const { pathname } = new URL(request.url);
    if (answer.status !== 200 || !call.test(`${request.method} ${pathname}`)) return answer;
    return { ...answer, text: JSON.stringify(change(JSON.parse(answer.text) as Body)) };
  };
}
