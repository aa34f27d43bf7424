/** Flags that weir does not know, such as `hide_link_previews` of level 510, are other clients' and stay as they are. */
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { conversationKey } from "#model/conversation.ts";
import { unreadIdsOf } from "#model/select/conversations.ts";
import { pushEvent } from "#realm/server.ts";
import type { MessageId } from "#wire/ids.ts";
import { newestLevel } from "#wire/levels.ts";
import { deploy } from "../support/small-client.ts";
import { startEveryday } from "./everyday.ts";

const id = 108 as MessageId;
const flag = "hide_link_previews";

test("a flag that weir does not know changes nothing else of a message, is no fault, and is never taken away", async () => {
  const { clock, client, control, requests, log, run, store, view, ana } =
    await startEveryday(newestLevel);
  await ana.post("/messages/flags", { messages: [id], op: "add", flag: "starred" });
  client.open(deploy);
  await clock.pass("2 s");
  const push = async (event: Readonly<Record<string, unknown>> & { readonly type: string }) => {
    for (const queue of control.server.queues.values()) pushEvent(control.server, queue, event);
    await clock.pass("1 s");
  };
  const known = () => [get(view().messages, id), unreadIdsOf(view(), conversationKey(deploy))];
  const before = known();
  const change = { type: "update_message_flags", flag, messages: [id], all: false };
  for (const op of ["add", "remove", "add"]) await push({ ...change, op, operation: op });
  expect(known()).toEqual(before);
  const flags = ["mentioned", "starred", flag];
  const edit = { edit_timestamp: 1_795_000_000, user_id: 13, rendering_only: false };
  await push({
    type: "update_message",
    message_id: id,
    message_ids: [id],
    content: "look at https://a.example",
    flags,
    ...edit,
  });
  expect(get(view().messages, id)).toMatchObject({
    content: "look at https://a.example",
    mentioned: true,
    starred: true,
  });
  run("triage.done");
  await clock.pass("2 s");
  run("triage.undo");
  await clock.pass("2 s");
  const changed = requests.filter(({ path }) => path.startsWith("/messages/flags"));
  expect(changed.map(({ parameters }) => `${parameters["op"]} ${parameters["flag"]}`)).toEqual([
    "add read",
    "remove read",
  ]);
  expect(store.getState().session).toMatchObject({
    connection: { kind: "live" },
    quarantined: [],
    skipped: [],
  });
  expect(log.map(({ sentence }) => sentence)).toEqual([]);
  expect(store.getState().replica.epoch).toBe(1);
});
