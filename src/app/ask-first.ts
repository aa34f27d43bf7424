/**
 * Opens the connection to an account's server and asks for its state at once, while the screen is still being loaded. So
 * nothing may be imported here that this does not need.
 */
import type { Connection } from "#api/connection.ts";
import type { Log } from "#base/log.ts";
import type { ChosenAccount } from "#cli/accounts.ts";
import type { Options } from "#config/options.ts";
import { type FirstRequest, type RegisterAnswer, requestQueue } from "#sync/queue/request.ts";
import { type Connector, connector } from "./connect.ts";
import type { Runtime } from "./runtime.ts";

/** Where to ask, and with what. */
export type Login = Pick<ChosenAccount, "account" | "place">;

export type Asked = Connector &
  Login & {
    readonly connection: Connection;
    readonly firstRequest: FirstRequest;
  };

/**
 * Throws an Exit when the account's certificates or proxy cannot be used. The answer is decoded when it is taken: if the
 * archive has something to show until then, that comes first. `nothingToShow` resolves if it has nothing.
 */
export async function askFirst(
  login: Login,
  runtime: Runtime,
  log: Log,
  { lean }: Pick<Options, "lean">,
  nothingToShow: Promise<unknown>,
): Promise<Asked> {
  const opened = await connector(login.account, runtime, log);
  const connection = opened.connect(login.account.key);
  const stopping = new AbortController();
  const taken = Promise.withResolvers<unknown>();
  const decodeAfter = Promise.race([taken.promise, nothingToShow]);
  const first = requestQueue(connection, stopping.signal, lean === "true", decodeAfter);
  let answer: Promise<RegisterAnswer> | undefined = first;
  first.catch(() => undefined);
  const take = () => {
    const handed = answer;
    answer = undefined;
    taken.resolve(undefined);
    return handed;
  };
  const cancel = () => {
    stopping.abort();
    taken.resolve(undefined);
  };
  const close = async () => {
    cancel();
    await opened.close();
  };
  return { ...login, ...opened, connection, firstRequest: { take, cancel }, close };
}
