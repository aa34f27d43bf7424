/** A connected client of the small realm, and other users. */

import { sorted } from "#base/sorted.ts";
import type { Address } from "#journal/intent.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { type ClientOptions, startClient } from "./client.ts";
import { fakeClock } from "./clock.ts";
import { type StartOptions, startRealm } from "./realm.ts";
import { people, streams } from "./small-blueprint.ts";

/** Contains "rolling", and an unread mention of Ana. */
export const deploy: Address = {
  kind: "topic",
  streamId: streams.dev as StreamId,
  topic: "deploy",
};
export const hello: Address = {
  kind: "topic",
  streamId: streams.general as StreamId,
  topic: "hello",
};
/** In a stream where Ana may post without being subscribed, so that there are no events of her messages. */
export const elsewhere: Address = {
  kind: "topic",
  streamId: streams.other as StreamId,
  topic: "elsewhere",
};
export const withBo: Address = {
  kind: "direct",
  userIds: sorted([people.ana as UserId, people.bo as UserId]),
};

/** The initial messages of `deploy`. */
export const before = ["rolling", "@**Ana Ruiz** look"];
/** The same topic, as parameters of callers. */
export const inDeploy = { streamId: streams.dev, topic: "deploy" };

/** Ana's client with `deploy` open and loaded. */
export async function startSmall(
  realmOptions: Omit<StartOptions, "clock"> = {},
  clientOptions: Partial<Omit<ClientOptions, "clock" | "realm">> = {},
) {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock, ...realmOptions });
  const client = startClient({ clock, realm, ...clientOptions });
  await clock.pass("5 s");
  client.open(deploy);
  await clock.pass("5 s");
  const { store } = client;
  return {
    clock,
    realm,
    client,
    store,
    bo: as(people.bo),
    cleo: as(people.cleo),
    ana: as(people.ana),
    control: realm.control,
    connection: () => store.getState().session.connection,
    rows: () => client.rows(deploy),
  };
}
