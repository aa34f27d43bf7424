/** GET /server_settings, held to the document. */
import { expect } from "vitest";
import { bothSides, type Case, documentLevel } from "../case.ts";

const call = "GET /server_settings";

const methods = ["password", "dev", "email", "ldap", "remoteuser", "saml", "openid connect"];

/** How many further ways are named after other services. */
const otherServices = 5;

export const serverCases: readonly Case[] = [
  {
    says: "whoever has not signed in is told what the server is",
    play: async ({ nobody, level }) => {
      const settings = await nobody.does(call);
      expect(settings).toMatchObject({
        push_notifications_enabled: expect.any(Boolean),
        is_incompatible: false,
        email_auth_enabled: expect.any(Boolean),
        require_email_format_usernames: expect.any(Boolean),
        realm_uri: expect.stringMatching(/^https?:\/\//),
        realm_name: expect.any(String),
        realm_icon: expect.any(String),
        realm_description: expect.stringMatching(/^<p>|^$/),
        realm_web_public_access_enabled: expect.any(Boolean),
        external_authentication_methods: expect.any(Array),
      });
      const brand = /(\w+)_feature_level/.exec(Object.keys(settings).join(" "))?.[1];
      expect(settings).toMatchObject({
        [`${brand}_feature_level`]: level,
        [`${brand}_version`]: expect.any(String),
        [`${brand}_merge_base`]: expect.any(String),
      });
    },
  },
  {
    says: "the server says whether there is a stream that anybody on the web may read",
    from: 98,
    needs: ["control"],
    play: async ({ owner, nobody, stream, control }) => {
      const isOpen = async () => (await nobody.does(call))["realm_web_public_access_enabled"];
      const { id } = await stream([owner]);
      await control.setRealm("enable_spectator_access", true);
      const wish = { stream_id: id, is_web_public: true };
      await owner.does("PATCH /streams/{stream_id}", wish);
      expect(await isOpen()).toBe(true);
      await control.setRealm("enable_spectator_access", false);
      expect(await isOpen()).toBe(false);
    },
  },
  {
    says: "a parameter of a call that takes none is told to be ignored",
    from: 167,
    until: documentLevel,
    play: async ({ nobody }) => {
      const settings = await nobody.does(call, { colour: "red" });
      expect(settings["ignored_parameters_unsupported"]).toEqual(["colour"]);
      expect(await nobody.does(call)).not.toHaveProperty("ignored_parameters_unsupported");
    },
  },
  {
    says: "each way to sign in is there or not",
    play: async ({ nobody }) => {
      const { authentication_methods: ways } = await nobody.does(call);
      for (const method of methods) expect(ways).toHaveProperty(method, expect.any(Boolean));
      const values = Object.values(ways as Readonly<Record<string, unknown>>);
      expect(values).toHaveLength(methods.length + otherServices);
      expect(values.every((value) => typeof value === "boolean")).toBe(true);
    },
  },
  {
    says: "each other way to sign in tells its names, its sign and where it leads, in the server's order",
    needs: ["control"],
    play: async ({ nobody, control }) => {
      const ways = ["saml:desk", "apple"].map((name, at) => ({
        name,
        display_name: name.toUpperCase(),
        display_icon: at === 0 ? null : "/static/sign.png",
        login_url: `/accounts/login/${name}`,
        signup_url: `/accounts/register/${name}`,
      }));
      await control.setRealm("external_authentication_methods", ways);
      const { external_authentication_methods: told } = await nobody.does(call);
      await control.setRealm("external_authentication_methods", []);
      expect(told).toEqual(ways);
    },
  },
  {
    says: "the API is for those who sign in, by their address and key",
    play: async ({ member, nobody }) => {
      expect(await member.does("GET /users/me")).toMatchObject({ user_id: member.id });
      const { status, body } = await nobody.asks("GET /users/me");
      expect([status, body["result"]]).toEqual([401, "error"]);
    },
  },
  ...bothSides({
    says: "the server says its level",
    level: 1,
    before: async ({ nobody }) => {
      const settings = await nobody.does(call);
      const level = Object.keys(settings).find((key) => key.endsWith("_feature_level"));
      expect(settings[level ?? ""] ?? 0).toBe(0);
    },
    since: async ({ nobody, level: told }) => {
      const settings = await nobody.does(call);
      const level = Object.keys(settings).find((key) => key.endsWith("_feature_level"));
      expect(settings[level ?? ""]).toBe(told);
    },
  }),
];
