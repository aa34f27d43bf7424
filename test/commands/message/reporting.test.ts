/** Reporting a message to the moderators, by keys. */
import { expect, test } from "vitest";
import { openAt, openNarrow } from "#commands/places/navigation.ts";
import type { MessageId } from "#wire/ids.ts";
import { altered } from "../../support/altered.ts";
import { streams } from "../../support/small-blueprint.ts";
import { deploy, formKeys, startSmall, withBo } from "../../support/small-client.ts";

const asListed = (types: readonly unknown[]) => types;

/** Ana's client at "rolling", which Bo wrote. Reports go to #general, if anywhere. */
async function start({ level = 500, streamId = streams.general as number, lists = asListed } = {}) {
  const over = altered(/\/register$/, ({ server_report_message_types: types, ...body }) =>
    Array.isArray(types) ? { ...body, server_report_message_types: lists(types) } : body,
  );
  const world = await startSmall({ level }, { over });
  const { control, store, settles, press } = world;
  control.setRealm("moderation_request_channel_id", streamId);
  openNarrow(store, withBo);
  openAt(store, deploy, 104 as MessageId);
  await settles();
  return {
    ...world,
    ...formKeys(world),
    opens: () => press("^K", ...">report the message", "Enter"),
    report: () => [...control.server.state.messages.byId.values()].at(-1)?.content,
  };
}

test("a message is reported for a reason, with what is wrong with it", async () => {
  const { opens, shown, chooses, fills, confirms, settles, report, toast } = await start();
  opens();
  const { title, explanation } = shown()?.now ?? {};
  expect([title, explanation?.[0]]).toEqual(["Report the message of Bo Lindt", "rolling"]);
  chooses("reason", "harassment");
  fills("text", "Not again.");
  confirms();
  await settles();
  expect(toast()).toBe("Reported the message to the moderators");
  expect(report()).toContain("reported message 104: Harassment. Not again.");
});

test("a report needs a reason, and one for another reason an explanation", async () => {
  const { opens, problems, chooses, fills, confirms, sent, dialog } = await start();
  opens();
  expect(problems()).toEqual(["Choose a reason: spam, harassment, inappropriate, norms, other."]);
  chooses("reason", "other");
  expect(problems()).toEqual(["Say what is wrong with it."]);
  confirms();
  expect([dialog()?.kind, sent(/report$/)]).toEqual(["form", 0]);
  fills("text", "It is a trap.");
  expect(problems()).toEqual([]);
});

test.each([
  ["those that the server lists", 500, ["spam", "Junk", "other"]],
  ["those of all servers before they were listed", 434, ["spam", "Spam", "other"]],
])("the reasons are %s", async (_, level, expected) => {
  const lists = () => [
    { key: "spam", name: "Junk" },
    { key: "odd" },
    { name: "none" },
    { key: "other", name: "Other" },
  ];
  const { opens, shown } = await start({ level, lists });
  opens();
  const [reason] = shown()?.now.fields ?? [];
  const options = reason?.kind.type === "choice" ? reason.kind.options : [];
  const [first, last] = [options[0], options.at(-1)];
  expect([first?.value, first?.title, last?.value]).toEqual(expected);
  if (level === 500) expect(options.map(({ title }) => title)).toEqual(["Junk", "odd", "Other"]);
});

test.each([
  [500, -1, "Your organization does not take reports of messages"],
  [381, streams.general, "This server is too old for it (from level 382 on)"],
])("at level %d with reports to %d, the command says why not", async (level, streamId, reason) => {
  const { opens, dialog, toast, sent } = await start({ level, streamId });
  opens();
  expect(dialog()?.kind).not.toBe("form");
  expect(toast()).toContain(reason);
  expect(sent(/report$/)).toBe(0);
});
