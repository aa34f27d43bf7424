/** POST and PATCH of drafts, held to the document. */
import { expect } from "vitest";
import type { Body } from "../../support/realm.ts";
import type { Case } from "../case.ts";
import type { Asker } from "../scene.ts";

const create = "POST /drafts";
const edit = "PATCH /drafts/{draft_id}";
const refused = { code: "BAD_REQUEST" };

async function kept(asker: Asker, ids: readonly number[]): Promise<readonly Body[]> {
  const { drafts } = await asker.does("GET /drafts");
  return ids.map((id) => drafts.find((draft: Body) => draft["id"] === id));
}

const unaddressed = { type: "", to: [], topic: "", content: "to whom?" };

export const draftCases: readonly Case[] = [
  {
    says: "drafts to a stream, to people and to nobody are kept, with IDs and times of the server's",
    play: async ({ member, other, moderator, stream }) => {
      const { id } = await stream([member]);
      const drafts = [
        { type: "stream", to: [id], topic: "perhaps", content: "to a stream" },
        { type: "private", to: [other.id], topic: "", content: "to one" },
        { type: "private", to: [other.id, moderator.id], topic: "", content: "to two" },
        unaddressed,
      ];
      const { ids } = await member.does(create, { drafts });
      expect(ids).toHaveLength(4);
      const found = await kept(member, ids);
      expect(found).toMatchObject(drafts.map(({ to, ...rest }) => rest));
      expect(found.map(({ to }) => to.toSorted())).toEqual(drafts.map(({ to }) => to.toSorted()));
      for (const { timestamp } of found) expect(timestamp).toBeGreaterThan(1_500_000_000);
    },
  },
  {
    says: "a draft keeps the time that its client gave it",
    play: async ({ member }) => {
      const drafts = [{ ...unaddressed, timestamp: 1_595_479_019 }];
      const { ids } = await member.does(create, { drafts });
      expect(await kept(member, ids)).toMatchObject([{ timestamp: 1_595_479_019 }]);
    },
  },
  {
    says: "drafts may be left out: then none is kept",
    until: 184,
    play: async ({ member }) => {
      expect(await member.does(create)).toMatchObject({ ids: [] });
    },
  },
  {
    says: "a person who does not exist has no drafts to them",
    play: async ({ member }) => {
      const drafts = [{ type: "private", to: [999_999], topic: "", content: "c" }];
      await member.isRefused(create, { drafts }, { ...refused, msg: "Invalid user ID 999999" });
    },
  },
  {
    says: "the address of a draft to nobody is ignored",
    play: async ({ member, other }) => {
      const drafts = [{ ...unaddressed, to: [other.id], topic: "ignored" }];
      const { ids } = await member.does(create, { drafts });
      expect(await kept(member, ids)).toMatchObject([unaddressed]);
    },
  },
  {
    says: "a draft is replaced by what is sent for it",
    play: async ({ member, other }) => {
      const { ids } = await member.does(create, { drafts: [unaddressed] });
      const draft = { type: "private", to: [other.id], topic: "", content: "to you" };
      const answer = await member.does(edit, { draft_id: ids[0], draft });
      expect(Object.keys(answer).sort()).toEqual(["msg", "result"]);
      expect(await kept(member, ids)).toMatchObject([draft]);
    },
  },
  {
    says: "a draft that does not exist cannot be edited, and the error has no code",
    play: async ({ member }) => {
      const msg = "Draft does not exist";
      await member.isRefused(
        edit,
        { draft_id: 999_999, draft: unaddressed },
        { msg, later: { msg, code: "BAD_REQUEST" } },
      );
    },
  },
  {
    says: "somebody else's draft does not exist",
    play: async ({ member, other }) => {
      const { ids } = await member.does(create, { drafts: [unaddressed] });
      const { body } = await other.asks(edit, { draft_id: ids[0], draft: unaddressed });
      expect(body).toMatchObject({ result: "error", msg: "Draft does not exist" });
    },
  },
  {
    says: "a draft to a stream names exactly one",
    play: async ({ member, stream }) => {
      const [one, two] = [await stream([member]), await stream([member])];
      for (const to of [[], [one.id, two.id]]) {
        const drafts = [{ type: "stream", to, topic: "t", content: "c" }];
        const msg = "Must specify exactly 1 stream ID for stream messages";
        const later = { ...refused, msg: /^Must specify exactly 1 \w+ ID for \w+ messages$/ };
        await member.isRefused(create, { drafts }, { ...refused, msg, later });
      }
    },
  },
  {
    says: "an ID is never sent with a draft",
    play: async ({ member }) => {
      const draft = { ...unaddressed, id: 5 };
      const sent = await member.asks(create, { drafts: [draft] });
      expect(sent.body).toMatchObject({ result: "error" });
      const { ids } = await member.does(create, { drafts: [unaddressed] });
      const changed = await member.asks(edit, { draft_id: ids[0], draft });
      expect(changed.body).toMatchObject({ result: "error" });
    },
  },
  {
    says: "topics and texts of drafts contain no null bytes",
    play: async ({ member, stream }) => {
      const { id } = await stream([member]);
      const draft = { type: "stream", to: [id], topic: "t", content: "c" };
      for (const wrong of [{ topic: "a\0b" }, { content: "a\0b" }]) {
        const { body } = await member.asks(create, { drafts: [{ ...draft, ...wrong }] });
        expect(body).toMatchObject({ result: "error", code: "BAD_REQUEST" });
      }
    },
  },
  {
    says: "whoever does not have drafts kept keeps none",
    play: async ({ other }) => {
      await other.does("PATCH /settings", { enable_drafts_synchronization: false });
      const { body } = await other.asks(create, { drafts: [unaddressed] });
      await other.does("PATCH /settings", { enable_drafts_synchronization: true });
      expect(body).toMatchObject({ result: "error", code: "BAD_REQUEST" });
    },
  },
];
