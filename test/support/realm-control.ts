/** A realm served over HTTP: its accounts, and control over its faults. */
import type { Fault } from "#realm/control.ts";
import { type Account, type Correspondent, correspondents } from "./correspondent.ts";
import { ask } from "./request.ts";

export type ServedRealm = {
  readonly url: string;
  /** The account whose name begins with `name`. */
  readonly as: (name: string) => Correspondent;
  readonly fault: (fault: Fault) => Promise<void>;
  readonly expireQueues: () => Promise<void>;
};

/** The announcement of a realm when it starts to serve. */
export type Announced = {
  readonly url: string;
  readonly accounts: readonly Account[];
  readonly control: string;
};

export function servedRealm({ url, accounts, control }: Announced): ServedRealm {
  const command = async (name: string, action: unknown) => {
    const body = JSON.stringify(action);
    const { status, text } = await ask(`${control}/${name}`, { method: "POST", body });
    if (status !== 200) throw new Error(text);
  };
  return {
    url,
    as: correspondents(url, accounts),
    fault: (fault) => command("fault", fault),
    expireQueues: () => command("expire-queues", {}),
  };
}
