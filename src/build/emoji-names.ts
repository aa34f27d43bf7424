/**
 * Server names of emoji that no package contains: those of common reactions, and those that mean another emoji
 * elsewhere.
 *
 * Each emoji is followed by its canonical name and its aliases. A server's own list replaces all of this, so it need
 * not be complete.
 */

export const handWrittenNames = `
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
