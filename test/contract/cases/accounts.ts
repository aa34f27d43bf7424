/** Changing people and taking their accounts away, held to the document. */
import { expect } from "vitest";
import { bothSides, type Case } from "../case.ts";
import { deactivate, gone, listed, seen, update, withField } from "../people-calls.ts";

const refused = { code: "BAD_REQUEST" };

export const accountCases: readonly Case[] = [
  {
    says: "everybody hears of what is written into somebody's profile, and of its end",
    play: async (scene) => {
      const { administrator, member, other } = scene;
      await withField(scene, 2, async (id) => {
        const ear = await other.listens(["realm_user"]);
        for (const value of ["some *words*", ""])
          await administrator.does(update, {
            user_id: member.id,
            profile_data: [{ id, value }],
          });
        const [written, cleared] = (await ear.hears()).map(({ person }) => person);
        expect(written).toEqual({
          user_id: member.id,
          custom_profile_field: {
            id,
            value: "some *words*",
            rendered_value: "<p>some <em>words</em></p>",
          },
        });
        expect(cleared).toMatchObject({
          user_id: member.id,
          custom_profile_field: { id, value: null },
        });
      });
    },
  },
  {
    says: "an administrator renames somebody, and everybody hears",
    from: 106,
    play: async ({ administrator, spare, member, fresh }) => {
      const { full_name: before } = await seen(member, spare.id);
      const ear = await member.listens(["realm_user"]);
      const full_name = fresh("Sam Other");
      await administrator.does(update, { user_id: spare.id, full_name });
      expect(await seen(member, spare.id)).toMatchObject({ full_name });
      expect(await ear.hears()).toMatchObject([
        { type: "realm_user", op: "update", person: { user_id: spare.id, full_name } },
      ]);
      await administrator.does(update, { user_id: spare.id, full_name: before });
    },
  },
  {
    says: "people's roles change, and change what they are told to be",
    play: async ({ administrator, spare, member }) => {
      for (const role of [300, 600, 400]) {
        await administrator.does(update, { user_id: spare.id, role });
        expect(await seen(member, spare.id)).toMatchObject({ role, is_guest: role === 600 });
      }
      await administrator.does(update, { user_id: spare.id, role: 200 });
      expect(await seen(member, spare.id)).toMatchObject({ role: 200, is_admin: true });
      await administrator.does(update, { user_id: spare.id, role: 400 });
    },
  },
  {
    says: "owners alone make owners, and unmake them",
    play: async ({ owner, administrator, spare, member }) => {
      const promote = { user_id: spare.id, role: 100 };
      const tried = await administrator.asks(update, promote);
      expect(tried.body).toMatchObject({ result: "error" });
      await owner.does(update, promote);
      expect(await seen(member, spare.id)).toMatchObject({ is_owner: true, is_admin: true });
      const demote = { user_id: spare.id, role: 400 };
      const undone = await administrator.asks(update, demote);
      expect(undone.body).toMatchObject({ result: "error" });
      await owner.does(update, demote);
      expect(await seen(member, spare.id)).toMatchObject({ role: 400 });
    },
  },
  {
    says: "the only owner stays one",
    play: async ({ owner }) => {
      const { body } = await owner.asks(update, { user_id: owner.id, role: 400 });
      expect(body).toMatchObject({ result: "error", code: "BAD_REQUEST" });
      expect(await seen(owner, owner.id)).toMatchObject({ role: 100 });
    },
  },
  {
    says: "a guest is not made an administrator",
    until: 184,
    play: async ({ administrator, guest }) => {
      const msg = "Guests cannot be organization administrators";
      await administrator.isRefused(update, { user_id: guest.id, role: 200 }, { ...refused, msg });
    },
  },
  {
    says: "only administrators change others, or take their accounts away",
    play: async ({ member, spare }) => {
      const renaming = await member.asks(update, { user_id: spare.id, full_name: "Nobody" });
      expect(renaming.body).toMatchObject({ result: "error" });
      const leaving = await member.asks(deactivate, { user_id: spare.id });
      expect(leaving.body).toMatchObject({ result: "error" });
      expect(await seen(member, spare.id)).toMatchObject({
        full_name: spare.name,
        is_active: true,
      });
    },
  },
  {
    says: "a deactivated person is told so, and does not sign in",
    proves: ["state User account: DELETE /users/{user_id}"],
    play: async (scene) => {
      const { spare, member } = scene;
      await gone(scene, {}, async () => {
        expect(await seen(member, spare.id)).toMatchObject({ is_active: false });
        const { status, body } = await spare.asks("GET /users/me");
        expect(status).toBeGreaterThanOrEqual(401);
        expect(body).toMatchObject({ result: "error" });
      });
      expect(await seen(member, spare.id)).toMatchObject({ is_active: true });
      await spare.does("GET /users/me");
    },
  },
  {
    says: "the only owner cannot be deactivated, and the error has no code",
    play: async ({ owner }) => {
      const msg = "Cannot deactivate the only organization owner";
      await owner.isRefused(
        deactivate,
        { user_id: owner.id },
        { msg, later: { code: "BAD_REQUEST", msg } },
      );
    },
  },
  {
    says: "no comment is no mail, an empty one a mail, and a text a mail with it",
    from: 135,
    needs: ["mailbox"],
    play: async (scene) => {
      const { spare, mails } = scene;
      const comment = (text: string) => ({ deactivation_notification_comment: text });
      const before = mails(spare.email).length;
      const since = () => mails(spare.email).slice(before);
      await gone(scene, {}, async () => expect(since()).toEqual([]));
      await gone(scene, comment(""), async () => expect(since()).toEqual([""]));
      await gone(scene, comment("  "), async () => expect(since()).toEqual(["", ""]));
      await gone(scene, comment("Farewell!"), async () =>
        expect(since()).toEqual(["", "", "Farewell!"]),
      );
    },
  },
  {
    says: "everybody hears of whoever begins and ends to look after the bills",
    from: 73,
    needs: ["control"],
    play: async ({ member, other, control }) => {
      const ear = await other.listens(["realm_user"]);
      for (const is_billing_admin of [true, false]) {
        await control.setBilling(member.id, is_billing_admin);
        expect(await seen(other, member.id)).toMatchObject({ is_billing_admin });
        const [event] = await ear.hears();
        expect(event?.["person"]).toEqual({ user_id: member.id, is_billing_admin });
      }
    },
  },
  ...bothSides({
    says: "people's roles can be set, and owners are told",
    level: 8,
    before: async ({ administrator, owner, spare }) => {
      expect(await listed(administrator, owner.id)).not.toHaveProperty("is_owner");
      await administrator.asks(update, { user_id: spare.id, role: 600 });
      expect(await listed(administrator, spare.id)).toMatchObject({ is_guest: false });
    },
    since: async ({ administrator, owner, spare }) => {
      expect(await listed(administrator, owner.id)).toMatchObject({ is_owner: true });
      await administrator.does(update, { user_id: spare.id, role: 600 });
      expect(await listed(administrator, spare.id)).toMatchObject({ is_guest: true });
      await administrator.does(update, { user_id: spare.id, role: 400 });
    },
  }),
  ...bothSides({
    says: "somebody can be a moderator",
    level: 60,
    before: async ({ administrator, spare }) => {
      const { body } = await administrator.asks(update, { user_id: spare.id, role: 300 });
      expect(body).toMatchObject({ result: "error" });
      expect(await listed(administrator, spare.id)).toMatchObject({ role: 400 });
    },
    since: async ({ administrator, spare }) => {
      await administrator.does(update, { user_id: spare.id, role: 300 });
      expect(await listed(administrator, spare.id)).toMatchObject({ role: 300 });
      await administrator.does(update, { user_id: spare.id, role: 400 });
    },
  }),
  ...bothSides({
    says: "a person's name is a plain text, no longer JSON",
    level: 106,
    before: async ({ administrator, spare, fresh }) => {
      const name = fresh("Sam Quoted");
      await administrator.does(update, { user_id: spare.id, full_name: JSON.stringify(name) });
      expect(await seen(administrator, spare.id)).toMatchObject({ full_name: name });
      const { body } = await administrator.asks(update, { user_id: spare.id, full_name: "Bare" });
      expect(body).toMatchObject({ result: "error" });
    },
    since: async ({ administrator, spare, fresh }) => {
      const full_name = fresh("Sam Bare");
      await administrator.does(update, { user_id: spare.id, full_name });
      expect(await seen(administrator, spare.id)).toMatchObject({ full_name });
      await administrator.does(update, { user_id: spare.id, full_name: spare.name });
    },
  }),
  ...bothSides({
    says: "a person who is deactivated may be written to",
    level: 135,
    needs: ["mailbox"],
    before: async (scene) => {
      const comment = { deactivation_notification_comment: "Farewell!" };
      await gone(scene, comment, async () => expect(scene.mails(scene.spare.email)).toEqual([]));
    },
    since: async (scene) => {
      const comment = { deactivation_notification_comment: "Farewell!" };
      await gone(scene, comment, async () =>
        expect(scene.mails(scene.spare.email)).toEqual(["Farewell!"]),
      );
    },
  }),
];
