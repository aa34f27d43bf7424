/** What a realm knows: built from its blueprint, and brought back to what was kept of it. */
import { emojiByName } from "#emoji/catalogue.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import { apply } from "#realm/state/apply.ts";
import { type State, stateOf } from "#realm/state/state.ts";
import { initialChanges } from "./initial-changes.ts";
import { type RenderOptions, rendererOf, topicReaderOf } from "./rendering.ts";
import { restoreQueue, type Server } from "./server.ts";
import { isQueueChange } from "./state-lines.ts";
import type { Restoring } from "./storage.ts";

export type World = Pick<Server, "state" | "render" | "topicLinks">;

/** The state and the renderer need each other: a text addresses people by the names of the state. */
export function worldOf(blueprint: Blueprint, renderOptions: RenderOptions): World {
  const own = new Map(blueprint.emoji?.map(({ name }, at) => [name, String(at + 1)]));
  let render: Server["render"] | undefined;
  const state = stateOf(
    blueprint,
    (early: State, content) => {
      render ??= rendererOf(early, renderOptions);
      return { ...render(content).mentions, participants: [] };
    },
    (name) => {
      const code = own.get(name);
      return code === undefined ? unicodeEmoji(name) : { code, type: "realm_emoji" };
    },
  );
  for (const change of initialChanges(blueprint, state.streams.byId)) apply(state, change);
  return {
    state,
    render: render ?? rendererOf(state, renderOptions),
    topicLinks: topicReaderOf(state),
  };
}

export function unicodeEmoji(name: string) {
  const known = emojiByName(name);
  return known === undefined ? undefined : { code: known.code, type: "unicode_emoji" };
}

/** `build` gives the world as it was created. Polls that wait go on: a queue stays the same object. */
export function restoringOf(server: Server, build: () => World): Restoring {
  const before = new Map(server.queues);
  return {
    reset: () => {
      Object.assign(server, build());
      server.queues.clear();
    },
    apply: (change) => {
      if (isQueueChange(change)) restoreQueue(server, change, before);
      else apply(server.state, change);
    },
  };
}
