/** A command line for each verb, with which it would do something in the small realm. */
import type { Verb } from "#cli/verb.ts";

const examples: Readonly<Record<string, readonly string[]>> = {
  read: ["#dev > deploy"],
  search: ["rolling"],
  send: ["#dev > deploy", "text"],
  reply: ["104", "text"],
  topics: ["#dev"],
  "people show": ["@bo"],
  "drafts show": ["1"],
  "drafts add": ["#dev > deploy", "half a"],
  "drafts edit": ["1", "text"],
  "drafts delete": ["1"],
  "schedule add": ["--at", "in 2h", "#dev > deploy", "text"],
  "schedule edit": ["1", "text"],
  "schedule delete": ["1"],
  status: ["busy"],
  done: ["#dev"],
  mute: ["#dev"],
  follow: ["#dev > deploy"],
  react: ["104", "tada"],
  star: ["104"],
  upload: ["a.txt"],
  "streams create": ["garden"],
  "streams update": ["#dev", "--name", "develop"],
  "streams add": ["#dev", "@don"],
  "streams remove": ["#dev", "@bo"],
  "streams archive": ["#dev", "--yes"],
  "topics move": ["#dev > deploy", "rollout"],
  "topics resolve": ["#dev > deploy"],
  "topics mute": ["#dev > deploy"],
  "topics delete": ["#dev > deploy", "--yes"],
  "people rename": ["@bo", "Bo"],
  "people role": ["@bo", "moderator"],
  "people deactivate": ["@bo", "--yes"],
  "people reactivate": ["@eva"],
  "groups create": ["rowers", "@bo"],
  "groups update": ["crew", "--name", "rowers"],
  "groups add": ["crew", "@cleo"],
  "groups remove": ["crew", "@bo"],
  "groups delete": ["crew", "--yes"],
  "fields create": ["Desk", "--hint", "Where you sit"],
  "fields update": ["Team", "--hint", "where"],
  "fields delete": ["Team", "--yes"],
};

export function argvOf({ name, argument }: Verb): readonly string[] {
  const given = examples[name];
  if (given === undefined && argument?.startsWith("<"))
    throw new RangeError(`weir ${name} needs arguments here.`);
  return [...name.split(" "), ...(given ?? [])];
}
