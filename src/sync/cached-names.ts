/**
 * Caches the names of the streams and people in drafts, unsent messages and the open place, so that a start without the
 * server can show them. The first register replaces them.
 */

import { get } from "#base/table.ts";
import type { CachedNames } from "#journal/cached-names.ts";
import type { Address } from "#journal/intent.ts";
import { follow, type Part, parts } from "#store/follow.ts";
import type { State } from "#store/state.ts";
import type { StoringContext } from "./disk-writes.ts";

export const namesRow = "names";
const pauseMs = 500;

export function startNameCache({ store, idle, storage, disk }: StoringContext): void {
  let written = "";
  let isPlanned = false;
  const write = () => {
    isPlanned = false;
    const names = namesIn(store.getState());
    const text = JSON.stringify(names);
    if (text === written) return;
    written = text;
    void disk.write(namesRow, () => storage.putPlace(namesRow, names));
  };
  const names: readonly Part[] = [
    ({ replica }) => replica.streams,
    ({ replica }) => replica.people,
  ];
  const users: readonly Part[] = [
    parts.drafts,
    parts.intents,
    parts.place,
    ({ screen }) => screen.composing,
  ];
  follow(store, [...names, ...users], ({ replica }) => {
    if (replica.epoch === 0 || isPlanned) return;
    isPlanned = true;
    idle.after(pauseMs, write);
  });
}

function namesIn(state: State): CachedNames {
  const { streams, people, ownId } = state.replica;
  const addresses = addressesIn(state);
  const streamIds = addresses.flatMap((to) => (to.kind === "topic" ? [to.streamId] : []));
  const userIds = addresses.flatMap((to) => (to.kind === "direct" ? to.userIds : []));
  return {
    ownId,
    streams: [...new Set(streamIds)].flatMap((id) => {
      const stream = get(streams, id);
      if (stream === undefined) return [];
      const { name, isPrivate, isWebPublic, subscription } = stream;
      return [{ id, name, isPrivate, isWebPublic, colour: subscription?.colour ?? null }];
    }),
    people: [...new Set(userIds)].flatMap((id) => {
      const person = get(people, id);
      return person === undefined ? [] : [{ id, name: person.name }];
    }),
  };
}

function addressesIn({ journal, screen }: State): readonly Address[] {
  const { place, composing } = screen;
  const open = place.kind === "narrow" ? place.narrow : undefined;
  return [
    ...[...journal.drafts.values()].map((draft) => draft.address),
    ...[...journal.intents.values()].map(({ action }) =>
      "address" in action ? action.address : undefined,
    ),
    composing.address,
    open?.kind === "topic" || open?.kind === "direct" ? open : undefined,
  ].filter((to) => to !== undefined);
}
