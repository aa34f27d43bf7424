/** In what the embedded realm is known to differ from a real server, each with its reason. */

export type Difference = {
  /** Method and path. */
  readonly request: RegExp;
  /** How the difference is told. */
  readonly differs: RegExp;
  readonly because: string;
  /** A recording that shows it: once it does not, the row has to go. */
  readonly seen: string;
};

// biome-ignore format: a table is read by rows.
export const knownDifferences: readonly Difference[] = [
  { request: /./, differs: /^status \d+ instead of 500$/, because: "a fault of the real server, which nobody relies on", seen: "exchanges/get-messages-narrow/err-dm-empty-list" },

  // What no program but the service's own asks for.
  { request: /^PATCH .*\/realm$/, differs: /^status 404/, because: "administration of the realm is not declared; tests set its settings by the control URL", seen: "exchanges/patch-realm/name" },
  { request: /\/bots(?:\/\d+)?$/, differs: /^status 404/, because: "making and changing bots is not declared", seen: "exchanges/post-bots/success" },
  { request: /\/(?:onboarding_steps|avatar|default_stream_groups\/create|realm\/(?:domains|playgrounds|user_settings_defaults)(?:\/.*)?)$/, differs: /^status 404/, because: "what the service's own settings pages ask for is not declared", seen: "events/onboarding-step" },
  { request: /^POST .*\/zcommand$/, differs: /^status 404/, because: "commands of the service's own web client", seen: "exchanges/post-zcommand/ping" },
  { request: /^POST .*\/(?:dev|jwt\/)_?fetch_api_key$/, differs: /^status 404/, because: "ways to sign in that only a development server or a company's own has", seen: "exchanges/post-jwt-fetch-api-key/err-not-configured" },
  { request: /^GET \/avatar\//, differs: /^status 404/, because: "nobody has that address at the end of the recordings", seen: "exchanges/user-uploads/avatar-by-email-medium" },

  // What the realm leaves out.
  { request: /./, differs: /^status 200 instead of 401$/, because: "the realm has one kind of bot; those that may only send have no key there", seen: "exchanges/transport/err-incoming-webhook-bot-get" },
  { request: /^POST .*\/fetch_api_key$/, differs: /instead of 429$/, because: "a limit by address would end every test that signs in often; people are limited", seen: "exchanges/rate-limit/err-fetch-api-key-wrong-password" },
  { request: /./, differs: /^lacks \.(?:realm_)?authentication_methods\./, because: "a password is the only way to sign in, and ways that are off are left out", seen: "exchanges/get-server-settings/anonymous" },
  { request: /^POST .*\/register$/, differs: /^lacks \.(?:realm_(?:night_)?logo_|(?:server_)?jitsi_server_url|realm_available_video_chat_providers|giphy_rating_options)/, because: "logos, video calls and moving pictures, which no terminal shows", seen: "exchanges/post-register-single-type/realm" },
  { request: /^POST .*\/register$/, differs: /^lacks \.(?:realm_is_\w+_mirror_realm|realm_default_external_accounts|settings_send_digest_emails|upgrade_text_for_wide_organization_logo)$/, because: "what the pages for administering a realm show", seen: "exchanges/post-register-single-type/realm" },
  { request: /^POST .*\/register$/, differs: /^lacks \.server_supported_permission_settings\./, because: "the realm offers no settings by group to choose from", seen: "exchanges/post-register-single-type/realm" },
  { request: /^POST .*\/register$/, differs: /^lacks \.realm_user_settings_defaults\.(?:emojiset_choices|available_notification_sounds)$/, because: "what there is to choose from is told beside one's own settings", seen: "exchanges/post-register-single-type/realm_user_settings_defaults" },

  // What the situation cannot have.
  { request: /^GET .*\/events$/, differs: /^lacks \.events\[\]\.(?:message|flags)$/, because: "what woke the recorded poll was a message; here it is the heartbeat", seen: "exchanges/get-events/woken-by-an-event" },
  { request: /^POST .*\/flags\/narrow$/, differs: /_processed_id is null instead of number$/, because: "no recording tells what was unread then", seen: "exchanges/post-messages-flags-narrow/add-read-unread-loop-first" },
  { request: /^POST .*\/reactions$/, differs: /^status 200 instead of 400$/, because: "the realm's emoji have more names, which only refuses less", seen: "exchanges/reactions/err-add-alias-of-existing" },
];
