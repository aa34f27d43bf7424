/** In what the realm's events are known to differ from a real server's, each with its reason. */
import type { Difference } from "./replay-differences.ts";

export type EventDifference = Difference;

/** Values that the situation decides, and nothing that a server does. */
// biome-ignore format: a table is read by rows.
export const situational: readonly { readonly at: RegExp; readonly because: string }[] = [
  { at: /^[^.]+\.id$/, because: "a queue's own count" },
  { at: /(?:timestamp|date_sent|create_time|last_updated|date_created|date_joined|server_generation)$/, because: "the moment, which is not the recorded one" },
  { at: /^muted_topics\.muted_topics$/, because: "the moment, and whatever else is muted" },
  { at: /\.(?:recipient_id|submessages\[\]\.id|submessage_id|color|avatar_url|avatar_url_medium|avatar_version|sender_realm_str)$/, because: "given by each server as it likes" },
  { at: /^message notice\.message\.(?:sender_id|sender_email|display_recipient\[\]\.(?:id|email))$/, because: "the realm's own bot has an account of its own" },
  { at: /^default_streams\..*(?:first_message_id|rendered_description)$/, because: "what was said in other streams then, and texts that the service drew up long before" },
  { at: /^realm_bot add\.bot\.api_key$|^realm_(?:bot|user) add\..*email$/, because: "secrets and host names" },
  { at: /^(?:realm_bot add\.bot|realm_user add\.person)\.user_id$/, because: "the realm's own bots have taken the number" },
  { at: /^attachment add\.attachment\.(?:id|path_id|size)$/, because: "each server stores files in its own place, and the file is another" },
  { at: /^realm_emoji update\..*\.source_url$/, because: "each server stores pictures in its own place" },
  { at: /^realm_domains add\.realm_domain\.id$/, because: "a number that nobody names" },
  { at: /^restart\.\w+_(?:version|merge_base)$/, because: "the name of a release" },
  { at: /\.upload_space_used$/, because: "other files are not known" },
];

// biome-ignore format: a table is read by rows.
export const eventDifferences: readonly EventDifference[] = [
  { request: /./, differs: /hears \[user_status\] instead of \[user_status, (?:message|scheduled_messages)/, because: "what fell due meanwhile was heard with it", seen: "events/status-set" },
  { request: /\/(?:realm|bots)$/, differs: /^user_group \w+\.user_ids/, because: "who is new, and which numbers are taken, are other people here", seen: "events/realm-several" },
  { request: /\/users\/\d+$/, differs: /^stream delete\.streams has/, because: "other streams were open to all then", seen: "events/user-role-to-guest" },
  { request: /^POST .*\/messages$/, differs: /data-original-dimensions|^attachment update\.attachment\.messages has/, because: "the picture is another, and nobody had shown it before", seen: "events/send-image" },
  { request: /^POST .*\/scheduled_messages$/, differs: /message you scheduled for/, because: "the moment, which is not the recorded one", seen: "events/scheduled-delivery" },
];
