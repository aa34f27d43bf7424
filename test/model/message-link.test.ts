/** Links to places and messages of the realm. */
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { permalinkOf, placeOfTerms } from "#model/message-link.ts";
import { narrowLink } from "#wire/narrow-link.ts";
import { acme, ana, backend, bo, deployWindow, idsOf, withMessages, you } from "../support/acme.ts";
import * as make from "../support/make.ts";

const empty = { kind: "topic", streamId: backend, topic: "" };
const deploy = { kind: "topic", streamId: backend, topic: "deploy window" };

test.for([
  ["stream/11-backend/topic/deploy.20window", { narrow: deploy }],
  ["channel/11-backend/topic/deploy.20window/near/1003", { narrow: deploy, near: 1003 }],
  ["stream/11-backend/subject/deploy.20window/with/9003", { narrow: deploy, near: 9003 }],
  ["stream/11", { narrow: { kind: "stream", streamId: backend } }],
  ["dm/2-dm/near/7", { narrow: { kind: "direct", userIds: [you, ana] }, near: 7 }],
  ["pm-with/3,2-group", { narrow: { kind: "direct", userIds: [you, ana, bo] } }],
  ["is/starred", { narrow: { kind: "starred" } }],
  ["stream/99-nowhere", undefined],
  ["near/1003", { narrow: { kind: "all" }, near: 1003 }],
  ["sender/2-Ana-Ruiz", { narrow: { kind: "sender", userId: ana } }],
  ["stream/99-nowhere/search/words", undefined],
  ["frobnicate/words", undefined],
  ["channel/11-backend/topic/", { narrow: empty }],
  ["channel/11-backend/topic//near/9003", { narrow: empty, near: 9003 }],
  ["channel/11-backend/topic/with/9003", { narrow: empty, near: 9003 }],
  ["channel/11-backend/topic/with/near/9003", { narrow: { ...empty, topic: "with" }, near: 9003 }],
] as const)("%s links to its place", ([path, place]) => {
  const terms = narrowLink(`#narrow/${path}`)?.terms ?? [];
  const expected = place && { kind: "place", near: undefined, ...place };
  expect(placeOfTerms(acme(), terms)).toEqual(expected);
});

test.for([
  [
    "stream/11-backend/-topic/x",
    "stream:backend -topic:x",
    [
      { operator: "stream", operand: backend },
      { operator: "topic", operand: "x", negated: true },
    ],
  ],
  ["search/pool.20size", "pool size", [{ operator: "search", operand: "pool size" }]],
  [
    "sender/2-Ana-Ruiz/has/link/near/1003",
    'sender:"Ana Ruiz" has:link',
    [
      { operator: "sender", operand: ana },
      { operator: "has", operand: "link" },
    ],
  ],
  ["topic/lunch", "topic:lunch", [{ operator: "topic", operand: "lunch" }]],
  ["id/1003", "id:1003", [{ operator: "id", operand: 1003 }]],
  ["is/unread", "is:unread", [{ operator: "is", operand: "unread" }]],
] as const)("%s links to a search", ([path, text, terms]) => {
  const place = placeOfTerms(acme(), narrowLink(`#narrow/${path}`)?.terms ?? []);
  expect(place?.narrow).toEqual({ kind: "search", text, terms });
});

test("a link with a message links to the topic that the message was moved to", () => {
  const replica = acme();
  const [id] = idsOf(replica, deployWindow);
  const terms = narrowLink(`#narrow/channel/11-backend/topic/old.20name/with/${id}`)?.terms ?? [];
  expect(placeOfTerms(replica, terms)).toMatchObject({ narrow: deployWindow, near: id });
});

test("the permanent link of a message links back to it", () => {
  const topic = "50% off (a.b) / c's";
  const messages = [
    { by: ana, text: "one", to: { streamId: backend, topic }, at: "11:40" },
    { by: ana, text: "two", to: [ana], at: "11:41" },
  ];
  const replica = withMessages(acme(), messages, 3001);
  const linkOf = (id: number) => {
    const message = get(replica.messages, make.id(id));
    if (message === undefined) throw new RangeError("The message is not there.");
    return permalinkOf(replica, message);
  };
  expect(linkOf(3001)).toBe(
    "https://acme.example/#narrow/stream/11-backend/topic/50.25.20off.20.28a.2Eb.29.20.2F.20c.27s/near/3001",
  );
  expect(linkOf(3002)).toBe("https://acme.example/#narrow/dm/1,2-dm/near/3002");
  expect(placeOfTerms(replica, narrowLink(linkOf(3001))?.terms ?? [])).toMatchObject({
    narrow: { kind: "topic", streamId: backend, topic },
    near: 3001,
  });
});

test("the permanent link of a loaded message selects it in its topic", () => {
  const replica = acme();
  const [id] = idsOf(replica, deployWindow);
  const message = id && get(replica.messages, id);
  if (!message) throw new RangeError("The message is not there.");
  const terms = narrowLink(permalinkOf(replica, message))?.terms ?? [];
  expect(placeOfTerms(replica, terms)).toMatchObject({ narrow: deployWindow, near: id });
});
