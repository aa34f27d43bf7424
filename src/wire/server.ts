/** Server settings, available without signing in (GET /server_settings). */
import * as z from "zod";
import { identifies, object, otherwise } from "./object.ts";

/** Brand-specific keys (`svc_feature_level`, `svc_version`, `svc_merge_base`) are found by their suffix. */
export const serverSettings = object({
  authentication_methods: z.record(z.string(), z.unknown()).optional(),
  external_authentication_methods: z
    .array(
      object(
        {
          name: z.string(),
          display_name: z.string(),
          display_icon: z.string().nullish(),
          login_url: z.string(),
          signup_url: z.string().optional(),
        },
        { name: identifies, display_name: otherwise(""), login_url: "It says where one signs in." },
      ),
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
  /** The prefix of `_feature_level`; undefined if absent. */
  readonly prefix: string | undefined;
  /** 0 if absent, or no such number. */
  readonly featureLevel: number;
  readonly version: string | undefined;
};

/** Whether a key is brand-specific: a known suffix after any prefix. */
export function isBranded(key: string): boolean {
  return /^.+_(?:feature_level|version|merge_base)$/.test(key);
}

/** The brand of an answer, found by the suffixes of its keys. */
export function brandOf(answer: Readonly<Record<string, unknown>>): Brand {
  const keys = Object.keys(answer);
  const level = keys.find((key) => /^.+_feature_level$/.test(key));
  const named = level ?? keys.find((key) => /^.+_version$/.test(key));
  const prefix = named?.replace(/_(feature_level|version)$/, "");
  const version = prefix === undefined ? undefined : answer[`${prefix}_version`];
  const told = level === undefined ? 0 : Number(answer[level]) || 0;
  return {
    prefix,
    featureLevel: Math.max(0, told),
    version: typeof version === "string" ? version : undefined,
  };
}
