import fc from "fast-check";
import { expect, test } from "vitest";
import type { EndsRequest } from "#archive/archive.ts";
import { tableOf, values } from "#base/table.ts";
import { openEnds, withHeard } from "#model/open-ends/open-ends.ts";
import { membersByName, namesToIds } from "#model/open-ends/owed.ts";
import type { Replica } from "#model/replica.ts";
import { archiveIn } from "../support/archive-in.ts";
import { messages } from "../support/archived.ts";
import { happening, replicaAfter } from "../support/conversations.ts";
import * as make from "../support/make.ts";
import "../support/properties.ts";

function requestOf({ people, groups }: Replica): EndsRequest {
  const silent = [...values(people)]
    .filter(({ isBot, isActive }) => isBot || !isActive)
    .map(({ id }) => id);
  const names = { people: namesToIds(people), groups: membersByName(groups) };
  return { ownId: make.me, name: "Ana", silent, ...names };
}

/** By `kind number rule`, what the archive finds in what was written, in which Ana is the user. */
async function foundIn(lines: readonly string[]): Promise<string> {
  const { replica, ids } = replicaAfter(lines);
  const archive = archiveIn();
  await archive.write([messages(...values(replica.messages))], true);
  const found = await archive.openEnds(requestOf(replica));
  const there = tableOf(found.messages, ({ id }) => id);
  return openEnds({ ...replica, messages: there })
    .map(({ kind, message, rule }) => `${kind} ${ids.indexOf(message.id) + 1} ${rule}`)
    .join("; ");
}

test("what is asked on after a word of the user is found", async () => {
  const asked = ["Bo: @Ana where is the key?", "Ana: in the vault", "Bo: I am there"];
  expect(await foundIn([...asked, "Bo: which vault?"])).toBe("me 4 reply");
  expect(await foundIn(asked)).toBe("");
  expect(await foundIn(["Ana: who has the key?", "Bo: which one?"])).toBe("me 2 reply");
  expect(await foundIn(["Ana: who has the key?", "Bo: Cleo"])).toBe("");
});

test("the archive finds what is open among all that it has", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 40 }), async (lines) => {
      const { replica } = replicaAfter(lines);
      const all = [...values(replica.messages)];
      const archive = archiveIn();
      await archive.write([messages(...all)], true);
      const found = await archive.openEnds(requestOf(replica));
      const from = withHeard(replica, new Map(found.from)).openEnds.from;
      const there = tableOf(found.messages, ({ id }) => id);
      const open = (of: Replica) => openEnds(of).filter(({ rule }) => rule !== "reply");
      const words = (of: Replica) =>
        open({ ...of, realm: { ...of.realm } }).map(
          ({ kind, conversation, message, owing }) =>
            `${kind} ${conversation} ${message.senderId} ${kind === "them" ? owing.join() : ""}`,
        );
      expect(words({ ...replica, messages: there }).sort()).toEqual(words(replica).sort());
      for (const { message } of open(replica))
        expect(from.get(message.conversation)).toBeLessThanOrEqual(message.id);
    }),
  );
});
