/** Injects faults between client and server into the next matching requests. */
import type { Fault } from "#wire/control.ts";
import { badGateway, failure, tooManyRequests, unavailable } from "./answers.ts";
import { ConnectionCut } from "./failures.ts";
import type { Server } from "./server.ts";

/** Pending faults, each with the number of requests it still affects. */
export type Faults = { readonly fault: Fault; left: number }[];

/** The fault for this request, whose count is decremented. */
export function faultsOf(faults: Faults, method: string, url: string): Fault | undefined {
  const path = new URL(url).pathname.replace("/api/v1", "");
  const found = faults.find(
    ({ fault, left }) =>
      left > 0 &&
      (fault.method === undefined || fault.method === method) &&
      (fault.path === undefined || path.startsWith(fault.path)),
  );
  if (found === undefined) return undefined;
  found.left -= 1;
  if (found.left === 0) faults.splice(faults.indexOf(found), 1);
  return found.fault;
}

/** The response to a request with that fault, or its replacement. */
export async function faultyAnswer(
  server: Server,
  fault: Fault | undefined,
  answer: () => Promise<Response>,
): Promise<Response> {
  switch (fault?.kind) {
    case undefined:
      return answer();
    case "drop before":
      throw new ConnectionCut();
    case "drop after":
      await answer();
      throw new ConnectionCut();
    case "bad gateway":
      return badGateway();
    case "unavailable":
      return unavailable(fault.retryAfter);
    case "rate limit":
      return failure(tooManyRequests(fault.retryAfter ?? 1), server.level, server.brand);
    case "hang":
      await server.clock.sleep(fault.delayMs ?? 1_000);
      return answer();
    case "delay": {
      const response = await answer();
      await server.clock.sleep(fault.delayMs ?? 1_000);
      return response;
    }
    case "truncate":
      return halved(await answer());
  }
}

async function halved(response: Response): Promise<Response> {
  const body = await response.text();
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return new Response(body.slice(0, Math.floor(body.length / 2)), {
    status: response.status,
    headers,
  });
}
