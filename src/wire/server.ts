/** What a server says of itself before anybody signed in (GET /server_settings). */
import { z } from "zod";

/** Keys that carry the brand (`svc_feature_level`, `svc_version`, `svc_merge_base`) are found by their ending. */
export const serverSettings = z.looseObject({
  authentication_methods: z.record(z.string(), z.unknown()).optional(),
  external_authentication_methods: z
    .array(
      z.looseObject({
        name: z.string(),
        display_name: z.string(),
        display_icon: z.string().nullish(),
        login_url: z.string(),
        signup_url: z.string().optional(),
      }),
    )
    .optional(),
  push_notifications_enabled: z.boolean().optional(),
  is_incompatible: z.boolean().optional(),
  email_auth_enabled: z.boolean().optional(),
  require_email_format_usernames: z.boolean().optional(),
  /** LEVEL(257): `realm_uri` before it. */
  realm_url: z.string().optional(),
  realm_uri: z.string().optional(),
  realm_name: z.string().optional(),
  realm_icon: z.string().optional(),
  realm_description: z.string().optional(),
  realm_web_public_access_enabled: z.boolean().optional(),
});

export type Brand = {
  /** The word before `_feature_level`; undefined when the server names none. */
  readonly prefix: string | undefined;
  /** 0 when the server names none. */
  readonly featureLevel: number;
  readonly version: string | undefined;
};

/** Whether a key carries the brand: what comes before its ending is the server's own word. */
export function isBranded(key: string): boolean {
  return /^.+_(?:feature_level|version|merge_base)$/.test(key);
}

/** The brand of an answer, found by the endings of its keys. */
export function brandOf(answer: Readonly<Record<string, unknown>>): Brand {
  const keys = Object.keys(answer);
  const level = keys.find((key) => /^.+_feature_level$/.test(key));
  const named = level ?? keys.find((key) => /^.+_version$/.test(key));
  const prefix = named?.replace(/_(feature_level|version)$/, "");
  const version = prefix === undefined ? undefined : answer[`${prefix}_version`];
  return {
    prefix,
    featureLevel: level === undefined ? 0 : Number(answer[level]) || 0,
    version: typeof version === "string" ? version : undefined,
  };
}
