import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { refreshOpenList, watchLists } from "#commands/lists/lists.ts";
import { browseKey } from "#commands/lists/row.ts";
import { openList } from "#store/lists.ts";
import { changeReplica } from "#store/store.ts";
import type { StreamId } from "#wire/ids.ts";
import { acme, storeOf } from "../../support/acme.ts";
import { after, event, stream, subscription } from "../../support/make.ts";

test("a new stream appears in the open list with an unknown number of subscribers", () => {
  const store = storeOf(acme(), { place: { kind: "streams" } });
  watchLists(store);
  refreshOpenList(store);
  const garden = 99 as StreamId;
  const created = event("stream", { id: 9_001, op: "create", streams: [stream(garden)] });
  const joined = [subscription(garden)];
  const added = event("subscription", { id: 9_002, op: "add", subscriptions: joined });
  changeReplica(store, (replica) => after(replica, created, added));
  const keys = openList(store.getState().screen)?.rows.map(({ key }) => key);
  expect(keys).toContain(browseKey(garden));
  expect(get(store.getState().view.streams, garden)).toMatchObject({ subscribers: undefined });
});
