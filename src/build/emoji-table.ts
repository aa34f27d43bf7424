/**
 * Generates the built-in emoji table from a package of emoji data.
 *
 * `npm run docs` writes it to `src/emoji/built-in.txt`, so that nothing is computed at runtime.
 */

import data from "emojibase-data/en/data.json" with { type: "json" };
import shortcodeData from "emojibase-data/en/shortcodes/github.json" with { type: "json" };
import { codeOf } from "#emoji/catalogue.ts";

type Source = (typeof data)[number];

/** The emoji version of servers at the newest level in `wire/levels`. */
const newestVersion = 15.1;
/** Servers named emoji up to this version by hand, mostly like the shortcodes of that time, and later ones by rule. */
const namedByHand = 4;

/** Skin tones and hair components, which are not standalone emoji. */
const components = 2;
/** Of the clock faces, servers have only eight o'clock. */
const clockFace = /^(?!eight o).*(?:o’clock|-thirty)$/;

function isKnown({ order, group, version, label }: Source): boolean {
  return (
    order !== undefined &&
    group !== components &&
    version <= newestVersion &&
    !clockFace.test(label)
  );
}

/** A description as a name: "woman’s hat" becomes `womans_hat`. */
function nameFrom(description: string): string {
  return description
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}|[“”‘’'":.,()!#*]/gu, "")
    .replace(/&/g, "and")
    .trim()
    .replace(/[\s–-]+/g, "_");
}

const isName = (text: string) => /^[\w+-]+$/.test(text);

const shortcodesByCode = new Map<string, string | readonly string[]>(Object.entries(shortcodeData));

function shortcodesOf({ hexcode }: Source): readonly string[] {
  return [shortcodesByCode.get(hexcode) ?? []].flat();
}

function keywordsOf({ tags }: Source): readonly string[] {
  return (tags ?? []).map(nameFrom).filter(isName);
}

/** Sequences (gendered people, families, flags) have always been named by rule. */
function isNamedByRule({ emoji, label, version }: Source): boolean {
  return version > namedByHand || emoji.includes("\u200d") || label.startsWith("flag:");
}

function handWritten(): ReadonlyMap<string, readonly string[]> {
  const entries = handWrittenNames.split(",").map((entry) => entry.trim().split(" "));
  return new Map(entries.map(([character = "", ...names]) => [codeOf(character), names]));
}

/** None of `taken`. */
function derivedNames(source: Source, taken: ReadonlySet<string>): readonly string[] {
  const free = (names: readonly string[]) => names.filter((name) => !taken.has(name));
  const shortcodes = isNamedByRule(source) ? [] : free(shortcodesOf(source));
  return shortcodes.length > 0 ? shortcodes : free([nameFrom(source.label)]);
}

/** Names by code, the canonical one first. No name is used twice. */
function namesOf(sources: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  const hand = handWritten();
  const taken = new Set([...hand.values()].flat());
  const names = new Map<string, string[]>();
  for (const source of sources) {
    const code = codeOf(source.emoji);
    const own = hand.get(code) ?? derivedNames(source, taken);
    if (own.length === 0) throw new Error(`${source.label} has no name.`);
    for (const name of own) taken.add(name);
    names.set(code, [...own]);
  }
  addKeywordAliases(sources, names, taken);
  return names;
}

/** A keyword unique to one of the emoji named by rule becomes its alias. */
function addKeywordAliases(
  sources: readonly Source[],
  names: ReadonlyMap<string, string[]>,
  taken: ReadonlySet<string>,
): void {
  const byRule = sources.filter(isNamedByRule);
  const owners = Map.groupBy(
    byRule.flatMap((source) => keywordsOf(source).map((keyword) => ({ keyword, source }))),
    ({ keyword }) => keyword,
  );
  for (const [keyword, [owner, ...others]] of owners) {
    if (owner === undefined || others.length > 0 || taken.has(keyword)) continue;
    names.get(codeOf(owner.source.emoji))?.push(keyword);
  }
}

/** Search keywords: the package's keywords and shortcodes, without words that the names contain. */
function searchWords(source: Source, names: readonly string[]): readonly string[] {
  const nameWords = new Set(names.flatMap((name) => [name, ...name.split("_")]));
  const words = [nameFrom(source.label), ...shortcodesOf(source), ...keywordsOf(source)];
  return [...new Set(words)].filter((word) => !nameWords.has(word));
}

const heading =
  "# Written by `npm run docs`: code, names with the canonical one first, | words for the search";

/** One line per emoji, in picker order. */
export function emojiTable(): string {
  const sources = data.filter(isKnown).sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const names = namesOf(sources);
  const lines = sources.map((source) => {
    const code = codeOf(source.emoji);
    const shortcodes = names.get(code) ?? [];
    const words = searchWords(source, shortcodes);
    return [code, ...shortcodes, ...(words.length === 0 ? [] : ["|", ...words])].join(" ");
  });
  return `${[heading, ...lines].join("\n")}\n`;
}

// * Server names of emoji that no package contains: those of common reactions, and those that mean another emoji
// elsewhere.
//  * Each emoji is followed by its canonical name and its aliases. A server's own list replaces all of this, so it need
// not be complete.

const handWrittenNames = `
👍 +1 thumbs_up like, 👎 -1 thumbs_down, 👌 ok got_it, 👆 point_up this, ☝️ wait_one_second,
✌️ peace_sign victory, 🤞 fingers_crossed, 🤘 rock_on sign_of_the_horns, 🤙 call_me, ✊ fist power,
👊 fist_bump punch, 🤛 left_fist, 🤜 right_fist, 🖐️ high_five palm, 🤚 stop, ✋ hand raised_hand,
🖖 spock live_long_and_prosper, ✍️ writing, 🤝 handshake done_deal, 👋 wave hello hi,
🙌 raised_hands praise, 👏 clap applause, 👀 eyes looking,

😀 grinning happy, 🙂 smile, 😄 big_smile, 😁 grinning_face_with_smiling_eyes, 😆 laughing lol,
☺️ smiling_face relaxed, 😂 joy tears laughter_tears, 🤣 rolling_on_the_floor_laughing rofl,
😇 innocent halo, 🙃 upside_down oops, 😍 heart_eyes in_love, 😘 heart_kiss blow_a_kiss, 😗 kiss,
😙 kiss_smiling_eyes, 😚 kiss_with_blush, 💋 lipstick_kiss, 😛 stuck_out_tongue mischievous,
😜 stuck_out_tongue_wink joking crazy, 😝 stuck_out_tongue_closed_eyes, 🤑 money_face,
🤗 hug arms_open, 🤓 nerd geek, 🤡 clown, 🤠 cowboy, 😏 smirk smug, 😔 pensive tired,
😕 oh_no half_frown concerned confused, 🙁 frown slight_frown, ☹️ sad big_frown, 😫 anguish,
😡 rage mad grumpy very_angry, 😶 speechless no_mouth blank poker_face, 😐 neutral,
😮 open_mouth surprise, 😵 dizzy, 😳 flushed embarrassed blushing, 😨 fear scared shock,
😥 exhausted disappointed_relieved stressed, 🤤 drooling, 🙄 rolling_eyes, 🤥 lying,
😬 grimacing nervous anxious, 🤐 silence quiet hush, 🤢 nauseated queasy, 🤧 sneezing,
🤒 sick flu face_with_thermometer ill fever, 🤕 hurt head_bandage injured,
😈 smiling_devil smiling_imp smiling_face_with_horns, 👿 devil imp angry_devil, 👹 ogre, 👺 goblin,
💩 poop pile_of_poo, 👻 ghost boo spooky haunted, 😾 angry_cat pouting_cat, 🤦 face_palm,
🙅 no_signal nope, 🙆 ok_signal, 💁 information_desk_person, 👤 silhouette, 👥 silhouettes,
🏃 running runner, 🤹 juggling, 🤾 handball,

✅ check all_good approved, ✔️ check_mark, ☑️ checkbox, ❌ cross_mark incorrect wrong, ❎ x,
➕ plus add, ➖ minus subtract, ✖️ multiplication multiply, ➗ division divide, ⭕ circle, 🅾️ o,
ℹ️ info, 🚫 prohibited not_allowed, ⬆️ up, ⬇️ down, ⬅️ left, ➡️ right, ↗️ upper_right, ↖️ upper_left,
↘️ lower_right, ↙️ lower_left, ↔️ left_right, ↕️ up_down, 🔼 upvote, 🔽 downvote, 🔃 clockwise,
🔄 counterclockwise return, 🆗 squared_ok, 🆙 squared_up, 🔟 ten, Ⓜ️ metro m, ➰ loop,
➿ double_loop voicemail, ❣️ heart_exclamation, 💗 heart_pulse growing_heart, 🔵 blue_circle,
💫 seeing_stars, 🌟 glowing_star, ⚡ high_voltage zap, 💬 umm speech_balloon, 💭 thought,

🐶 puppy, 🐕 dog woof, 🐱 kitten, 🐈 cat meow, 🐭 dormouse, 🐁 mouse, 🐰 bunny, 🐇 rabbit, 🐴 pony,
🐎 horse, 🐮 calf, 🐄 cow, 🐷 piglet, 🐖 pig oink, 🐯 tiger_cub, 🐅 tiger, 🐾 paw_prints paws,
🌳 tree deciduous_tree, 🎄 holiday_tree, 🍀 lucky four_leaf_clover, 🎃 jack-o-lantern pumpkin,
🌙 moon, 🌔 waxing_moon, ☔ umbrella_with_rain, ☂️ umbrella, ⛄ frosty, ☃️ snowman, ⛱️ beach_umbrella,
🏖️ beach, 🏝️ island, 🌆 sunset, 🏕️ campsite, ⛺ tent camping, 🚂 train steam_locomotive, 🚃 railway_car,
🚊 oncoming_tram, 🚋 tram streetcar, 🚚 moving_truck, 🚛 truck, 🚇 subway, 🚥 horizontal_traffic_light,
🚦 traffic_light, 🚧 work_in_progress construction_zone, 🏗️ construction, 🏤 post_office,
🏣 japan_post, 🛰️ satellite, 📡 satellite_antenna,

📅 calendar, 📆 date, 📈 chart upwards_trend, 📉 downwards_trend shrinking, 💹 stock_market,
📧 e-mail, ✉️ email envelope mail, 📰 headlines, 🗞️ newspaper, ✏️ pencil, 🎫 pass, 🎟️ ticket,
⌛ times_up hourglass_done, ⏳ time_ticking hourglass, 🔒 locked, 🔓 unlocked, 🗝️ secret old_key,
🔍 search find magnifying_glass, 🔧 fixing wrench, 🛠️ working_on_it hammer_and_wrench tools,
🔔 notifications bell, 🔕 mute_notifications, 🔊 louder sound, 🔉 softer, 📣 megaphone shout,
📱 mobile_phone smartphone iphone, 💡 light_bulb bulb idea, 🚨 siren rotating_light alert, 💰 money,
💵 dollar_bills, 💲 dollars, 💸 losing_money money_with_wings, 🎩 top_hat, 🎓 graduate, 🎲 dice die,
🎯 direct_hit darts bulls_eye, 🎬 action, 🥂 clink toast, 🍷 wine, 🥇 first_place gold number_one,
🥈 second_place silver, 🥉 third_place bronze, ⚽ football soccer, 🏈 american_football, 🏌️ golf,
⛳ hole_in_one, 🚩 triangular_flag`;
