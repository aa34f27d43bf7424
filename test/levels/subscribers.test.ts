/** Who is in a stream, and which streams are listed: what is asked for at a level, and what is shown of the answer. */
import { expect, test } from "vitest";
import { encode } from "#api/connection.ts";
import type { Send } from "#api/transport.ts";
import { get } from "#base/table.ts";
import { valuesFor } from "#cli/api-fields.ts";
import { subscriberCountOf } from "#model/select/streams.ts";
import { getSubscriptions } from "#wire/endpoints/account.ts";
import type { StreamId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { altered } from "../support/altered.ts";
import { after, event, replica, subscription } from "../support/make.ts";
import { showScreen } from "../support/screen.tsx";
import { people, streams } from "../support/small-blueprint.ts";
import { deploy, startSmall } from "../support/small-client.ts";

const dev = streams.dev as StreamId;

test.each([
  since.subscriberIds - 1,
  since.subscriberCounts - 1,
  since.subscriberCounts,
  since.partialSubscribers,
  500,
])(
  "at level %d, a start asks for nobody's subscriptions: the number is the server's, and a card lists the people",
  async (level) => {
    const isCounted = level >= since.subscriberCounts;
    const { store, control, press, goes, settles, bo, sent } = await startSmall({ level });
    const number = () => {
      const { view } = store.getState();
      return subscriberCountOf(view, get(view.streams, dev)!);
    };
    expect(number()).toBe(isCounted ? 3 : undefined);
    expect(sent(/members|subscriptions$/)).toBe(0);
    const screen = await showScreen(store, { columns: 80, rows: 24 });
    control.fault({ kind: "delay", delayMs: 4_000, path: `/streams/${dev}/members` });
    press("g", "b");
    goes(`browse:${dev}`);
    press("i");
    await screen.settles();
    expect(screen.whole.shows(`people  ${isCounted ? "3" : "loading"} `)).toBe(true);
    await settles();
    await screen.settles();
    expect(screen.whole.shows("people  3: Ana Ruiz, Bo Lindt, Cleo Vane")).toBe(true);
    screen.ends();
    await bo.delete("/users/me/subscriptions", { subscriptions: ["dev"] });
    await settles();
    expect(number()).toBe(2);
  },
);

test.each([
  ["@**all** lunch", since.subscriberCounts - 1, 1, "crowd"],
  ["@**all** lunch", since.subscriberCounts, 0, undefined],
  ["`@**all**` lunch", since.subscriberCounts - 1, 0, undefined],
])("%s asks at level %d how many people it notifies", async (text, level, asked, about) => {
  const over = altered(/GET .*\/members$/, (body) => ({
    ...body,
    subscribers: Array.from({ length: 40 }, (_, at) => people.ana + at),
  }));
  const { client, press, settles, sent, dialog } = await startSmall(
    { who: "cleo", level },
    { over },
  );
  client.types(deploy, text);
  await settles();
  expect(sent(/members$/)).toBe(asked);
  press("^S");
  const now = dialog();
  expect(now?.kind === "menu" ? now.about.kind : undefined).toBe(about);
  await settles();
});

test("where some subscribers alone are listed, nobody takes them for all, and the number stays right", () => {
  const { cleo } = people;
  const listed = replica({
    subscriptions: [subscription(dev, { partial_subscribers: [cleo], subscriber_count: 20_000 })],
  });
  const stream = (from = listed) => get(from.streams, dev)!;
  expect(stream()).toMatchObject({ subscribers: undefined, subscriberCount: 20_000 });
  const peers = { op: "peer_add", stream_ids: [dev], user_ids: [people.bo, people.gus] };
  const grown = after(listed, event("subscription", peers));
  expect(stream(grown)).toMatchObject({ subscribers: undefined, subscriberCount: 20_002 });
  expect(subscriberCountOf(grown, stream(grown))).toBe(20_002);
});

/** All that somebody may know of; before `include_all`, only administrators may ask for that. */
test.each([
  ["cleo", 355, ["include_all_active"]],
  ["ana", 355, []],
  ["cleo", 356, ["include_all"]],
  ["ana", 356, ["include_all"]],
] as const)("%s lists streams at level %d with %j", async (who, level, expected) => {
  const asked: (readonly string[])[] = [];
  const over =
    (send: Send): Send =>
    (request, signal) => {
      const { pathname, searchParams } = new URL(request.url);
      const names = [...searchParams.keys()].filter((name) => name.startsWith("include_all"));
      if (pathname.endsWith("/streams")) asked.push(names);
      return send(request, signal);
    };
  const { settles, press } = await startSmall({ who, level }, { over });
  press("g", "b", "^L");
  await settles();
  expect(asked).toEqual([expected]);
});

test("weir api asks for some of many subscribers, which servers expect as JSON", () => {
  const fields = new Map([["include_subscribers", ["partial"]]]);
  const level = since.partialSubscribers;
  const { form } = encode(getSubscriptions, valuesFor(getSubscriptions, fields, level), level);
  expect(form.toString()).toBe("include_subscribers=%22partial%22");
});
