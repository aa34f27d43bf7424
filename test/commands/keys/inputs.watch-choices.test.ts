/** What is selected in a dialog or a completion stays selected while what happens sorts the others anew. */
import { expect, test } from "vitest";
import { completionOf } from "#commands/writing/completion.ts";
import { composerEditor } from "#store/composer.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { startSmall } from "../../support/small-client.ts";

const dev = streams.dev;

async function withTopics() {
  const world = await startSmall({
    first: async (as) => {
      for (const topic of ["depot", "depth", "depend"])
        await as(people.bo).say({ streamId: dev, topic }, "x");
    },
  });
  const { press, type, bo, cleo, settles, store } = world;
  return {
    ...world,
    composing: () => store.getState().screen.composing,
    /** Selects the topic “deploy” for a new message. */
    selects: () => {
      press("c", "^U");
      type("dev > dep");
      press("Down", "Down");
    },
    happens: async () => {
      await bo.say({ streamId: dev, topic: "depot" }, "new");
      await cleo.say({ streamId: dev, topic: "dep" }, "new");
      await settles();
    },
  };
}

test("Enter takes the recipient that was selected, wherever it is listed meanwhile", async () => {
  const { press, selects, happens, composing } = await withTopics();
  selects();
  await happens();
  press("Enter");
  expect(composing()).toEqual({
    kind: "new",
    address: { kind: "topic", streamId: dev, topic: "deploy" },
  });
});

test("Enter takes nothing instead of a topic that was renamed, and another one can be selected", async () => {
  const { press, selects, bo, settles, dialog, composing } = await withTopics();
  selects();
  await bo.patch("/messages/108", { topic: "rollout", propagate_mode: "change_all" });
  await settles();
  press("Enter");
  expect([dialog(), composing()]).toMatchObject([{ kind: "recipient" }, { kind: "new" }]);
  press("Down", "Enter");
  expect(dialog()).toBeUndefined();
});

test("Enter takes the mention that was selected, whoever is not listed any more", async () => {
  const { press, type, cleo, settles, store } = await startSmall();
  press("r");
  type("@");
  press("Down", "Down", "Down");
  const seen = () => {
    const { candidates, chosen = 0 } = completionOf(store.getState()) ?? {};
    return candidates?.[chosen]?.title;
  };
  expect(seen()).toBe("Don Marsh");
  await cleo.delete(`/users/${people.bo}`);
  await settles();
  expect(seen()).toBe("Don Marsh");
  press("Enter");
  expect(composerEditor(store.getState().screen).text).toBe("@**Don Marsh** ");
});

async function mentioning(typed: string) {
  const { press, type, store, settles, cleo, dialog } = await startSmall();
  press("r");
  type(typed);
  const offered = () => completionOf(store.getState())?.candidates.map(({ title }) => title);
  expect(offered()?.[0]).toBe("Don Marsh");
  return {
    press,
    offered,
    dialog,
    /** An administrator changes somebody, or deactivates Don. */
    patches: async (id: number, fullName: string) => {
      await cleo.patch(`/users/${id}`, { full_name: fullName });
      await settles();
    },
    deletes: async () => {
      await cleo.delete(`/users/${people.don}`);
      await settles();
    },
    text: () => composerEditor(store.getState().screen).text,
    intents: () => store.getState().journal.intents.size,
  };
}

test("Enter takes the first mention as it was seen, whoever is sorted before it meanwhile", async () => {
  const { press, offered, text, patches } = await mentioning("@d");
  await patches(people.bo, "Da");
  expect(offered()?.[0]).toBe("Da");
  press("Enter");
  expect(text()).toBe("@**Don Marsh** ");
});

test("Enter neither mentions somebody else nor sends when who was offered is gone", async () => {
  const { press, text, intents, patches, deletes } = await mentioning("@do");
  await patches(people.bo, "Do");
  await deletes();
  const before = intents();
  press("Enter");
  expect([text(), intents()]).toEqual(["@do", before]);
  press("Enter");
  expect(text()).toBe("@**Do** ");
});

test("Enter does not send when all that was offered is gone", async () => {
  const { press, text, intents, deletes, dialog } = await mentioning("@don");
  await deletes();
  const before = intents();
  press("Enter");
  expect([text(), dialog(), intents()]).toEqual(["@don", undefined, before]);
  press("Enter");
  // It is not addressed yet.
  expect(dialog()?.kind).toBe("recipient");
});
