/** In what the realm's events are known to differ from a real server's, each with its reason. */
import { isShown } from "../support/recordings.ts";
import { type Difference, explains, type Found } from "./replay-differences.ts";

/** Values that the situation decides, and nothing that a server does. */
// biome-ignore format: a table is read by rows.
export const situational: readonly { readonly at: RegExp; readonly because: string }[] = [
  { at: /^[^.]+\.id$/, because: "a queue's own count" },
  { at: /(?:timestamp|date_sent|create_time|last_updated|date_created|date_joined|server_generation)$/, because: "the moment, which is not the recorded one" },
  { at: /^muted_topics\.muted_topics$/, because: "the moment, and whatever else is muted" },
  { at: /\.(?:recipient_id|submessages\[\]\.id|submessage_id|color|avatar_url|avatar_url_medium|avatar_version|sender_realm_str)$/, because: "given by each server as it likes" },
  { at: /^message notice\.message\.(?:sender_id|sender_email|display_recipient\[\]\.(?:id|email))$/, because: "the realm's own bot has an account of its own" },
  { at: /^default_streams\..*(?:first_message_id|rendered_description)$/, because: "what was said in other streams then, and texts that the service drew up long before" },
  { at: /^realm_bot add\.bot\.api_key$|^realm_(?:bot|user) add\..*email$|\.new_email$/, because: "secrets and host names" },
  { at: /^(?:realm_bot add\.bot|realm_user add\.person)\.user_id$/, because: "the realm's own bots have taken the number" },
  { at: /^attachment add\.attachment\.(?:id|path_id|size)$/, because: "each server stores files in its own place, and the file is another" },
  { at: /^realm_emoji update\..*\.source_url$/, because: "each server stores pictures in its own place" },
  { at: /^realm_domains add\.realm_domain\.id$/, because: "a number that nobody names" },
  { at: /^register\.(?:queue_id|server_timestamp|presences|presence_last_update_id|muted_topics|recent_private_conversations)/, because: "what came before is not known whole, and moments are others" },
  { at: /^register\.(?:streams|subscriptions|unsubscribed|never_subscribed)\[\]\.(?:first_message_id|rendered_description|stream_weekly_traffic)$/, because: "what was said in other streams then, and texts that the service drew up long before" },
  { at: /^restart\.\w+_(?:version|merge_base)$/, because: "the name of a release" },
  { at: /\.upload_space_used$/, because: "other files are not known" },
];

// biome-ignore format: a table is read by rows.
const eventDifferences: readonly Difference[] = [
  { request: /./, differs: /hears \[user_status\] instead of \[user_status, (?:message|scheduled_messages)/, because: "what fell due meanwhile was heard with it", seen: "events/status-set" },
  { request: /\/(?:realm|bots)$/, differs: /^user_group \w+\.user_ids/, because: "who is new, and which numbers are taken, are other people here", seen: "events/bot-add" },
  { request: /\/users\/\d+$/, differs: /^stream delete\.streams has/, because: "other streams were open to all then", seen: "events/user-role-to-guest" },
  { request: /^POST .*\/messages$/, differs: /data-original-dimensions|^attachment update\.attachment\.messages has/, because: "the picture is another, and nobody had shown it before", seen: "events/send-image" },
  { request: /^PATCH .*\/messages\/\d+$/, differs: /data-stream-id.*unseen \d+/, because: "the name of a private stream that nobody was told of", seen: "sequences/moved-between-channels.hamlet" },
  { request: /\/register$/, differs: /bot_type is/, because: "the realm had one kind of bot when that one was made", seen: "sequences/deactivated-and-left-so.hamlet" },
  { request: /\/register$/, differs: /starred_messages has|unread_msgs\.pms has|never_subscribed has/, because: "messages and streams that no recording tells of, and a bot with an account of its own", seen: "sequences/deletes" },
  { request: /\/register$/, differs: /realm_(?:user_groups|users|emoji)\b.*(?:members|email|user_id|source_url)/, because: "who is new, which numbers are taken, and host names", seen: "sequences/people-groups-and-profile.cordelia" },
  { request: /\/register$/, differs: /user_settings\.\w+ has/, because: "fewer sounds and looks to choose from", seen: "sequences/settings-and-realm" },
  { request: /^POST .*\/scheduled_messages$/, differs: /message you scheduled for/, because: "the moment, which is not the recorded one", seen: "events/scheduled-delivery" },
];

/** Whether a row of the table is about it. */
export function explainedBy(found: Found): boolean {
  return eventDifferences.some((row) => explains(row, found));
}

/** The rows of recordings in one folder that nothing shows any more. */
export function staleRows(folder: string, found: readonly Found[]): readonly string[] {
  return eventDifferences
    .filter(({ seen }) => seen.startsWith(folder) && isShown(seen))
    .filter((row) => !found.some((one) => one.name === row.seen && explains(row, one)))
    .map(({ seen, because }) => `${seen}: ${because}`);
}
