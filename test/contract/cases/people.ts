/** The calls about users, held to the document. */
import { expect } from "vitest";
import type { Body } from "../../support/realm.ts";
import { bothSides, type Case } from "../case.ts";
import type { Asker, Scene } from "../scene.ts";

const list = "GET /users";
const one = "GET /users/{user_id}";
const byEmail = "GET /users/{email}";
const update = "PATCH /users/{user_id}";
const deactivate = "DELETE /users/{user_id}";
const refused = { code: "BAD_REQUEST" };

async function seen(asker: Asker, id: number, wishes: Body = {}): Promise<Body> {
  return (await asker.does(one, { user_id: id, ...wishes }))["user"];
}

/** Somebody as they stand in the list of all; older than the call for one. */
async function listed(asker: Asker, id: number): Promise<Body> {
  const { members } = await asker.does(list);
  return members.find((member: Body) => member["user_id"] === id);
}

/** Does `work` while nobody knows `spare` as active, and brings them back. */
async function gone(
  { administrator, spare }: Scene,
  parameters: Body,
  work: () => Promise<void>,
): Promise<void> {
  await administrator.does(deactivate, { user_id: spare.id, ...parameters });
  try {
    await work();
  } finally {
    await administrator.does("POST /users/{user_id}/reactivate", { user_id: spare.id });
  }
}

/** A field of the profile for as long as `work` takes. */
async function withField(
  { administrator, fresh }: Scene,
  type: number,
  work: (id: number) => Promise<void>,
): Promise<void> {
  const wish = { name: fresh("field"), field_type: type };
  const { id } = await administrator.does("POST /realm/profile_fields", wish);
  try {
    await work(id);
  } finally {
    await administrator.does("DELETE /realm/profile_fields/{field_id}", { field_id: id });
  }
}

export const peopleCases: readonly Case[] = [
  {
    says: "a person is told with everything that the document lists",
    from: 163,
    play: async ({ member, other }) => {
      const told = {
        user_id: member.id,
        delivery_email: expect.any(String),
        email: member.email,
        full_name: member.name,
        date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        is_active: true,
        is_owner: false,
        is_admin: false,
        is_guest: false,
        is_billing_admin: false,
        is_bot: false,
        role: 400,
        timezone: expect.any(String),
        avatar_url: null,
        avatar_version: expect.any(Number),
      };
      for (const found of [await seen(other, member.id), await listed(other, member.id)]) {
        expect(found).toMatchObject(told);
        expect(found).not.toHaveProperty("profile_data");
      }
    },
  },
  {
    says: "each role has its number and its flags",
    play: async ({ owner, administrator, moderator, member, guest }) => {
      const rows = [
        [owner, { role: 100, is_owner: true, is_admin: true, is_guest: false }],
        [administrator, { role: 200, is_owner: false, is_admin: true, is_guest: false }],
        [moderator, { role: 300, is_owner: false, is_admin: false, is_guest: false }],
        [member, { role: 400, is_owner: false, is_admin: false, is_guest: false }],
        [guest, { role: 600, is_owner: false, is_admin: false, is_guest: true }],
      ] as const;
      for (const [person, told] of rows) expect(await seen(member, person.id)).toMatchObject(told);
    },
  },
  {
    says: "a bot has a type, an owner, and no profile",
    play: async ({ bot, member }) => {
      const told = await seen(member, bot.id, { include_custom_profile_fields: true });
      expect(told).toMatchObject({
        is_bot: true,
        bot_type: 1,
        bot_owner_id: member.id,
        delivery_email: expect.any(String),
      });
      expect(told).not.toHaveProperty("profile_data");
      expect(await listed(member, bot.id)).toMatchObject({ bot_type: 1, bot_owner_id: member.id });
    },
  },
  {
    says: "a person is found by the address for writing to them, too",
    from: 39,
    play: async ({ member, other }) => {
      const { user } = await member.does(byEmail, { email: other.email });
      expect(user).toMatchObject({ user_id: other.id, email: other.email });
    },
  },
  {
    says: "pictures are left to the client or given as addresses, as it wants",
    play: async ({ member, other }) => {
      for (const [call, place] of [
        [one, { user_id: other.id }],
        [byEmail, { email: other.email }],
      ] as const) {
        const left = await member.does(call, { ...place, client_gravatar: true });
        expect(left["user"]).toHaveProperty("avatar_url", null);
        const given = await member.does(call, { ...place, client_gravatar: false });
        expect(given["user"]["avatar_url"]).toEqual(expect.any(String));
      }
      const { members } = await member.does(list, { client_gravatar: false });
      for (const person of members) expect(person["avatar_url"]).toEqual(expect.any(String));
    },
  },
  {
    says: "profiles are told when they are asked for, Markdown drawn",
    play: async (scene) => {
      const { administrator, member, other } = scene;
      await withField(scene, 2, async (id) => {
        const profile_data = [{ id, value: "I am **here**" }];
        await administrator.does(update, { user_id: other.id, profile_data });
        const wish = { include_custom_profile_fields: true };
        const told = {
          [id]: { value: "I am **here**", rendered_value: "<p>I am <strong>here</strong></p>" },
        };
        expect((await seen(member, other.id, wish))["profile_data"]).toMatchObject(told);
        const { user } = await member.does(byEmail, { email: other.email, ...wish });
        expect(user["profile_data"]).toMatchObject(told);
        const { members } = await member.does(list, wish);
        const found = members.find((person: Body) => person["user_id"] === other.id);
        expect(found["profile_data"]).toMatchObject(told);
        expect(await seen(member, other.id)).not.toHaveProperty("profile_data");
      });
    },
  },
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
      await gone(scene, comment("Farewell!"), async () =>
        expect(since()).toEqual(["", "Farewell!"]),
      );
    },
  },
  {
    says: "whoever hides their address is written to at another, and everybody hears what they may",
    from: 163,
    play: async ({ member, other, administrator }) => {
      const [ear, adminEar] = [
        await other.listens(["realm_user"]),
        await administrator.listens(["realm_user"]),
      ];
      await member.does("PATCH /settings", { email_address_visibility: 3 });
      const hidden = await seen(other, member.id);
      expect(hidden).toMatchObject({ delivery_email: null });
      expect(hidden["email"]).not.toBe(member.email);
      expect(await seen(administrator, member.id)).toMatchObject({ delivery_email: member.email });
      await member.does("PATCH /settings", { email_address_visibility: 1 });
      const shown = { email: member.email, delivery_email: member.email };
      expect(await seen(other, member.id)).toMatchObject(shown);
      const heard = (await ear.hears()).map(({ person }) => person);
      const user_id = member.id;
      for (const person of [
        { user_id, delivery_email: null },
        { user_id, new_email: hidden["email"] },
        { user_id, delivery_email: member.email },
        { user_id, new_email: member.email },
      ])
        expect(heard).toContainEqual(person);
      expect(heard).toContainEqual({
        user_id,
        avatar_url: expect.any(String),
        avatar_source: expect.stringMatching(/^[GU]$/),
        avatar_url_medium: expect.any(String),
        avatar_version: expect.any(Number),
      });
      const told = (await adminEar.hears()).map(({ person }) => person);
      expect(told).not.toContainEqual({ user_id, delivery_email: null });
    },
  },
  ...bothSides({
    says: "a person's own address is always told, or null",
    level: 163,
    before: async ({ member, other }) => {
      const told = await seen(member, other.id);
      expect(told).not.toHaveProperty("delivery_email");
      const ignored = { timezone: "UTC", email_address_visibility: 3 };
      await other.does("PATCH /settings", ignored);
      expect(await seen(member, other.id)).toMatchObject({ email: other.email });
    },
    since: async ({ member, other }) => {
      const told = await seen(member, other.id);
      expect(told).toMatchObject({ delivery_email: other.email });
      await other.does("PATCH /settings", { email_address_visibility: 4 });
      expect(await seen(member, other.id)).toMatchObject({ delivery_email: null });
      await other.does("PATCH /settings", { email_address_visibility: 1 });
    },
  }),
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
    says: "one person can be asked for",
    level: 1,
    before: async ({ member, other }) => {
      expect((await member.asks(one, { user_id: other.id })).status).toBe(404);
    },
    since: async ({ member, other }) => {
      expect(await seen(member, other.id)).toMatchObject({ user_id: other.id });
    },
  }),
  ...bothSides({
    says: "a bot's owner is told",
    level: 1,
    before: async ({ member, bot }) => {
      expect(await listed(member, bot.id)).not.toHaveProperty("bot_owner_id");
    },
    since: async ({ member, bot }) => {
      expect(await listed(member, bot.id)).toMatchObject({ bot_owner_id: member.id });
    },
  }),
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
    says: "a person can be asked for by their address",
    level: 39,
    before: async ({ member, other }) => {
      expect((await member.asks(byEmail, { email: other.email })).status).toBe(404);
    },
    since: async ({ member, other }) => {
      const { user } = await member.does(byEmail, { email: other.email });
      expect(user).toMatchObject({ user_id: other.id });
    },
  }),
  ...bothSides({
    says: "a person is told with their role",
    level: 59,
    before: async ({ member, other }) => {
      expect(await listed(member, other.id)).not.toHaveProperty("role");
    },
    since: async ({ member, other }) => {
      expect(await listed(member, other.id)).toMatchObject({ role: 400 });
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
    says: "whether somebody pays the bills is told",
    level: 73,
    before: async ({ member }) => {
      expect(await seen(member, member.id)).not.toHaveProperty("is_billing_admin");
    },
    since: async ({ member }) => {
      expect(await seen(member, member.id)).toMatchObject({ is_billing_admin: false });
    },
  }),
  ...bothSides({
    says: "people's pictures are left to the client unless it wants their addresses",
    level: 92,
    before: async ({ member, other }) => {
      expect((await seen(member, other.id))["avatar_url"]).toEqual(expect.any(String));
    },
    since: async ({ member, other }) => {
      expect(await seen(member, other.id)).toHaveProperty("avatar_url", null);
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
