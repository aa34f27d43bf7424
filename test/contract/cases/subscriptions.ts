/** DELETE /users/me/subscriptions, held to the document. */
import { expect } from "vitest";
import type { Body } from "../../support/realm.ts";
import { bothSides, type Case } from "../case.ts";
import type { Asker, Stream } from "../scene.ts";

const call = "DELETE /users/me/subscriptions";

async function isIn(asker: Asker, { id }: Stream, userId: number): Promise<boolean> {
  const { subscribers } = await asker.does("GET /streams/{stream_id}/members", { stream_id: id });
  return subscribers.includes(userId);
}

const subscribed = "state Stream subscription: DELETE /users/me/subscriptions";

async function moderators(asker: Asker): Promise<number> {
  const { state } = await asker.listens(["realm_user_groups", "user_group"]);
  const found = state["realm_user_groups"].find((group: Body) =>
    /^@?role:moderators$/.test(group["name"]),
  );
  return found.id;
}

export const subscriptionCases: readonly Case[] = [
  {
    says: "whoever leaves is told which streams they left and which they were not in",
    proves: [subscribed],
    play: async ({ member, stream }) => {
      const [inside, outside] = [await stream([member]), await stream([])];
      const ear = await member.listens(["subscription"]);
      const wish = { subscriptions: [inside.name, outside.name] };
      const { removed, not_removed: notRemoved } = await member.does(call, wish);
      expect([removed, notRemoved]).toEqual([[inside.name], [outside.name]]);
      expect(await isIn(member, inside, member.id)).toBe(false);
      const removal = (await ear.hears()).find(({ op }) => op === "remove");
      expect(removal?.["subscriptions"]).toMatchObject([
        { stream_id: inside.id, name: inside.name },
      ]);
      const again = await member.does(call, { subscriptions: [inside.name] });
      expect(again).toMatchObject({ removed: [], not_removed: [inside.name] });
    },
  },
  {
    says: "an administrator takes anybody out of any stream, named by ID or by address",
    proves: [subscribed],
    play: async ({ administrator, member, other, guest, stream }) => {
      const place = await stream([member, other, guest], { invite_only: true });
      const subscriptions = [place.name];
      await administrator.does(call, { subscriptions, principals: [member.id, other.id] });
      await administrator.does(call, { subscriptions, principals: [guest.email] });
      for (const gone of [member, other, guest])
        expect(await isIn(administrator, place, gone.id)).toBe(false);
    },
  },
  {
    says: "nobody else takes others out of a stream",
    play: async ({ administrator, member, other, stream }) => {
      const place = await stream([member, other]);
      const wish = { subscriptions: [place.name], principals: [other.id] };
      const { body } = await member.asks(call, wish);
      expect(body).toMatchObject({ result: "error" });
      expect(await isIn(administrator, place, other.id)).toBe(true);
    },
  },
  {
    says: "those in the group that a stream names take others out of it",
    from: 161,
    until: 196,
    play: async ({ administrator, moderator, other, stream }) => {
      const place = await stream([moderator, other]);
      const wish = { subscriptions: [place.name], principals: [other.id] };
      const { body } = await moderator.asks(call, wish);
      expect(body).toMatchObject({ result: "error" });
      const group = await moderators(administrator);
      await administrator.does("PATCH /streams/{stream_id}", {
        stream_id: place.id,
        can_remove_subscribers_group_id: group,
      });
      await moderator.does(call, wish);
      expect(await isIn(moderator, place, other.id)).toBe(false);
    },
  },
  {
    says: "a stream that does not exist is refused by its name",
    play: async ({ member, guest, fresh }) => {
      const name = fresh("nowhere");
      await guest.isRefused(
        call,
        { subscriptions: [name] },
        {
          code: "STREAM_DOES_NOT_EXIST",
          msg: `Stream '${name}' does not exist`,
          with: { stream: name },
          later: { code: "BAD_REQUEST", msg: "Insufficient permission" },
        },
      );
      await member.isRefused(
        call,
        { subscriptions: [name] },
        {
          code: "STREAM_DOES_NOT_EXIST",
          msg: `Stream '${name}' does not exist`,
          with: { stream: name },
          later: { code: "BAD_REQUEST", msg: `Channel(s) (${name}) do not exist` },
        },
      );
    },
  },
  ...bothSides({
    says: "people are named by their IDs, no longer by their addresses alone",
    level: 9,
    before: async ({ administrator, member, stream }) => {
      const place = await stream([member]);
      const subscriptions = [place.name];
      const { body } = await administrator.asks(call, { subscriptions, principals: [member.id] });
      expect(body).toMatchObject({ result: "error" });
      await administrator.does(call, { subscriptions, principals: [member.email] });
      expect(await isIn(administrator, place, member.id)).toBe(false);
    },
    since: async ({ administrator, member, stream }) => {
      const place = await stream([member]);
      const wish = { subscriptions: [place.name], principals: [member.id] };
      await administrator.does(call, wish);
      expect(await isIn(administrator, place, member.id)).toBe(false);
    },
  }),
  ...bothSides({
    says: "a bot's owner takes it out of a stream that the owner can see",
    level: 145,
    before: async ({ member, bot, stream }) => {
      const place = await stream([member, bot]);
      const wish = { subscriptions: [place.name], principals: [bot.id] };
      const { body } = await member.asks(call, wish);
      expect(body).toMatchObject({ result: "error" });
      expect(await isIn(member, place, bot.id)).toBe(true);
    },
    since: async ({ member, other, bot, stream }) => {
      const place = await stream([member, bot]);
      const wish = { subscriptions: [place.name], principals: [bot.id] };
      const { body } = await other.asks(call, wish);
      expect(body).toMatchObject({ result: "error" });
      await member.does(call, wish);
      expect(await isIn(member, place, bot.id)).toBe(false);
    },
  }),
];
