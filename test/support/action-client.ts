/** A member of the small realm with a client that creates actions directly, without keys. */
import { get } from "#base/table.ts";
import type { Action } from "#journal/intent.ts";
import { act } from "#store/act.ts";
import { addIntents, undoStep } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { deploy, startSmall } from "./small-client.ts";

type Options = Parameters<typeof startSmall>;

/** Its terminal is unfocused, so that visible messages are not marked as read. */
export async function startActionClient(realm: Options[0] = {}, client: Options[1] = {}) {
  const attention = { lastKeyAt: () => 0, reportsFocus: () => false };
  const world = await startSmall(realm, { attention, ...client });
  const { store, clock } = world;
  const origin = { clock, newId: world.client.newId };
  return {
    ...world,
    /** The description of the step; undefined if it has no inverse. */
    act: (action: Action) => act(store, origin, [action]),
    addIntent: (action: Action) => addIntents(store, origin, [action]),
    undo: () => undoStep(store, origin),
    intents: () => [...store.getState().journal.intents.values()],
    open: () => store.getState().journal.intents.size,
    toast: () => store.getState().screen.toast?.text,
    /** The number of requests whose method and path match. */
    sent: (request: RegExp) =>
      world.client.network.sent.filter((line) => request.test(line)).length,
  };
}

/** The same, with a message of the user at the end of `deploy`. */
export async function startWithOwnMessage(level?: number) {
  const world = await startActionClient(level === undefined ? {} : { level });
  world.client.send(deploy, "first words");
  await world.clock.pass("2 s");
  const { byId } = world.realm.control.server.state.messages;
  const own = Math.max(...byId.keys()) as MessageId;
  return {
    ...world,
    own,
    stored: () => byId.get(own)?.content,
    shown: (which: "view" | "replica" = "view") =>
      get(world.store.getState()[which].messages, own)?.content,
    placeOf: (id: number) => [byId.get(id)?.streamId, byId.get(id)?.topic],
  };
}
