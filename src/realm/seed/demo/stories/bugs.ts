/** Hunts: a flaky test, rain that falls at midnight, a leak nobody believed in. */

import { inTopic, type Story, story } from "#realm/seed/demo/story.ts";

export const bugs: readonly Story[] = [
  story(
    inTopic("backend", "flaky tests", 6, "08:40"),
    `
ci: :red_circle: **main** \`a41f9c2\` failed: 1 of 2,311
~~~text
FAIL  rollup › sums an hour of rain
  expected 4.2, got 4.199999999999999
~~~
bo +6: That one again. I have restarted it.
ana +2: Please do not restart it. Each restart is a lie we tell the branch.
bo: It passes nine times of ten!
ana: So does a bad parachute.
^^ joy you priya, +1 elodie
you +5: It fails when the readings arrive in another order, no? Adding floats is not associative.
you +1: \`(0.1 + 0.2) + 0.3\` is not \`0.1 + (0.2 + 0.3)\`. One for the T-shirt.
bo +8: And the order depends on which worker answers first. So it *is* real: two customers could see two sums for one hour.
^^ eyes ana you
ana +1: By 0.000000000000001 mm of rain.
bo: It is the principle of the drop.
bo +35: Fixed: we add tenths of a millimetre as whole numbers, as the gauge counts them anyway.
~~~diff
-  return readings.reduce((sum, r) => sum + r.millimetres, 0);
+  const tenths = readings.reduce((sum, r) => sum + r.tips, 0);
+  return tenths / 10;
~~~
^^ tada ana you priya sam
ana: :heart: And you did not restart it.
ci +6: :green_circle: **main** \`77be013\` passed: 2,311 tests in 1 m 48 s`,
  ),
  story(
    inTopic("backend", "✔ rain at midnight", 8, "09:15"),
    `
noor: A customer in Lisbon asks why it rains at their place every night at 00:00 sharp. It is August weather there. 3.4 mm each time.
tomasz +4: Does the gauge tip?
noor +2: They put a camera on it. It does not tip. The cat on the camera is very nice, though.
^^ heart_eyes mei priya
bo +10: Every night the same 3.4?
noor: 3.4, 3.4, 3.4, 3.2, 3.4.
you +6: Midnight of which time zone?
noor +9: Theirs. And since the clocks went back: 23:00.
you +1: So midnight UTC. So it is ours.
^^ eyes bo ana
bo +14: The counter in the station is 16 bits of *tips since boot*. It does not reset at midnight. We do, however, store a "day start" row, and somebody wrote…
~~~sql
INSERT INTO day_start (station, day, tips)
SELECT station, :day, COALESCE(MAX(tips), 0)
  FROM readings
 WHERE day = :day          -- should be: the day before
 GROUP BY station;
~~~
ana +1: The somebody was me, in 2023.
bo: We ask how, not who.
ana: How was me, in 2023.
^^ joy you bo noor priya
you +12: And it only shows on stations that send nothing in the first minute of a day. Lisbon's battery saves power at night.
tomasz +2: That is my power saving. So it is a duet.
bo +25: Fixed, backfilled, 212 stations corrected. Longest imaginary rain: 61 nights in a row, in a desert.
^^ tada noor you ana
noor +3: Lisbon says thank you and sends a picture of the cat. I am told her name is *Pluvia*.
^^ heart mei priya ana elodie`,
  ),
  story(
    inTopic("firmware", "it forgets after 49 days", 4, "13:20"),
    `
jules: Summit station went silent yesterday evening, came back by itself 20 minutes later with all its readings. Second time. Last time was early October.
tomasz +8: How many days between?
jules +3: 49 and a bit. I keep a paper log, because pens do not crash.
^^ +1 tomasz ken
tomasz: 49.7?
jules +1: …how do you know
tomasz: 2³² milliseconds are 49.71 days. Somewhere in there a clock goes round.
^^ exploding_head sam, joy ken
ken +15: 見つけた。Found it, in the radio driver:
~~~c
/* Wait until the radio had its rest. */
while (millis() < wake_at) {   /* wake_at wrapped, millis() did not yet */
    sleep_mode();
}
~~~
It should compare the difference, as \`(int32_t)(millis() - wake_at) < 0\`.
sam +4: Stupid question: why does it come back after 20 minutes?
tomasz +1: No stupid questions in this stream. The watchdog bites after 20 minutes. It is called Burek.
^^ joy sam ken, dog jules
sam: So every station on earth has been going quiet every seven weeks, and a dog woke it?
tomasz +1: That is the most beautiful summary of embedded work I have read.
^^ heart ken jules, 100 sam
ken +30: 3.8.1 に修正を入れました。テスト用に時計を 49.7 日進めて確認済みです。
(The fix is in 3.8.1; tested with the clock set to 49.7 days.)
jules +5: I will write "wrapped" in the paper log and hope nobody asks.`,
  ),
  story(
    inTopic("backend", "memory of the tile server", 5, "10:10"),
    `
priya: The tile server grows by 40 MB a day. It dies each Sunday at four and comes back before anybody sees. I would like it not to.
bo +5: I always liked that about it. So polite.
sam +3: May I try? I have never hunted a leak, but I have read about it.
ana: Please do. Heap snapshots an hour apart, compare, and look for what only grows.
sam +95: I have two snapshots and I think I know, which worries me:
1. every map tile has a listener for "station moved"
2. tiles are dropped from the cache
3. the listener is not dropped
  - so the station keeps the tile alive
  - and the tile keeps its 200 kB of picture alive
^^ +1 bo ana you
sam +1: Stations do not even move!
bo +1: The one on the ferry does.
^^ joy ana priya you sam
sam +44: With a \`WeakRef\` it works, but Robin's way (tiles ask, stations do not tell) is shorter by thirty lines and needs no comment. Graph after 6 hours: flat as a Dutch weather map.
^^ tada priya bo ana you, dark_sunglasses elodie
you +3: First leak and it took you an afternoon. Mine took a week and was a Map called \`cache2\`.
sam: What was \`cache\`?
you: Also a Map. Also leaking.
^^ joy sam bo ana`,
  ),
  story(
    { where: { stream: "backend", topic: "flaky tests" }, when: { ago: 24 }, unread: 5 },
    `
ci: :red_circle: **main** \`5d20be1\` failed: 3 of 2,340
~~~text
FAIL  forecast › knows tomorrow
FAIL  forecast › knows the day after
FAIL  forecast › admits not to know next month
~~~
sam +3: These three are mine, I think? They pass here.
bo +2: What day is it on your machine?
sam +1: Saturday.
^^ joy bo ana
bo: And the fixture says "tomorrow is a working day".
ana +2: One clock, handed in from above, and no test ever asks the machine for the date. It is in the style page, with a drawing.
sam +6: Changed. I also found the drawing. Is that a *sundial*?
mei: I was told to draw "time as a parameter". I stand by the sundial.
^^ heart sam ana, joy bo`,
  ),
];
