/** What colleagues talk about while you look on: scenes for anybody, each told line by line at the pace of an office. */

import { type Part, parts } from "#realm/seed/demo/slots.ts";
import type { StreamName } from "#realm/seed/demo/streams.ts";
import type { Line } from "#realm/seed/screenplay.ts";
import { screenplay } from "#realm/seed/screenplay.ts";

export type Scene = {
  readonly stream: StreamName;
  readonly topic: string;
  readonly lines: readonly Line<Part>[];
};

function scene(stream: StreamName, topic: string, script: string): Scene {
  return { stream, topic, lines: screenplay(parts, script) };
}

export const scenes: readonly Scene[] = [
  scene(
    "backend",
    "deploy window",
    `
a: second third of 4.2.1 is out. pool 24 of 40, p99 at 131 ms
b: I see it. Flat as a lake.
^^ +1 a
a: and number 17?
b: I took it out of the rotation and asked it nicely.
c: You restarted it.
b: I restarted it *nicely*.
^^ joy a c
a: last third going now. @**Robin Hale** your refusal caught one more: somebody had \`log.levle: debug\` for a year
c: For a year nobody wondered why there was no debug log?
^^ joy b
a: all regions on 4.2.1. Closing the window, opening a real one.
^^ tada b c`,
  ),
  scene(
    "backend",
    "queue depth",
    `
a: Is it me or is the queue at {n} thousand?
b: It is not you. {place} came back from a power cut, all at once.
a: Draining?
b: Draining. Four minutes, I would say.
^^ was: Draning. Four minutes, I would say.
c: I say five. Loser brings the biscuits.
a: Empty. Four minutes and thirty seconds.
b: So who brings the biscuits?
c: The power company.
^^ joy a b`,
  ),
  scene(
    "backend",
    "code review",
    `
a: Review wanted: \`{hash}\`, {module} reads its settings once instead of at each request.
b: How often did it read them before?
a: 9,000 times a second.
b: …from disk?
a: It was a very *patient* disk.
^^ joy b c
c: Approved. Somewhere a fan just stopped spinning.
^^ heart a`,
  ),
  scene(
    "backend",
    "naming things",
    `
a: I need a word for "a reading that came late but still counts".
b: \`straggler\`
c: \`latecomer\`
a: And one for a reading that comes so late that it does not count?
b: \`memory\`
^^ heart c
c: \`my homework\`
^^ joy a b
a: \`straggler\` and \`relic\` it is. @**Robin Hale** any objection from the owner of the glossary?`,
  ),
  scene(
    "design",
    "icons",
    `
a: Icon question: is "no data" a dash, an empty circle, or a little shrug?
b: The shrug. Please, the shrug.
c: A dash. A shrug at {n} stations is a dance.
^^ joy a b
a: Dash in lists, shrug on the single station's page.
^^ +1 b c
b: Everybody wins, even the shrug.`,
  ),
  scene(
    "design",
    "empty screens",
    `
a: What stands on a page that has nothing to show yet? Now it says "No results."
b: "Nothing here yet."
c: "It has not rained since you moved in."
^^ heart a b
a: The third is only right for rain.
c: Then each page gets its own sentence. There are eleven, I will write them tonight.
a: I love this job.
^^ hug c`,
  ),
  scene(
    "ops",
    "on-call handover",
    `
a: Small thing from the night: {module} asked for attention at 03:12 and then said "never mind".
b: Log?
a: Here:
~~~text
03:12:07 WARN  cannot reach storage, will try again
03:12:08 INFO  reached storage, never mind
~~~
b: It *literally* says never mind.
c: I wrote that in my first week. I was told to write messages like a person.
^^ joy a b
b: Stays.`,
  ),
  scene(
    "ops",
    "capacity for winter",
    `
a: Load test at five times a normal morning: starts now, on the spare region.
b: /me holds on to the desk
a: 3×: fine. 4×: fine. 4.5×: warm.
b: 5?
a: 5×: it slowed down, told the stations to wait, and lost nothing.
^^ tada b c
c: That is more than I could say of myself at 5×.
^^ joy a b`,
  ),
  scene(
    "general",
    "small questions",
    `
a: Does somebody have a charger for the old laptops? The round one.
b: Third drawer, under the manuals that nobody reads.
a: I found the manuals. They are quite good!
^^ joy b c
c: Which one?
a: "Your first dot matrix printer".
b: A classic. I cried at the end.`,
  ),
  scene(
    "general",
    "offsite in Lisbon",
    `
a: Trains to Lisbon are bookable. Who comes by train?
b: From {place} it takes two days and one ferry. So: me.
^^ heart a
c: I fly, and I will be ashamed the whole way.
a: I made a table:

| who | how | when |
|---|---|---|
| {a} | train | 16 March |
| {b} | train, ferry, train | 14 March |
| {c} | plane, ashamed | 17 March |
b: Put the cat in: *on foot, is there already*.
^^ cat a c, joy a`,
  ),
  scene(
    "firmware",
    "field reports",
    `
a: Station {station} reports 61 m/s of wind. In {place}. Indoors.
b: Fan?
a: They say no.
b: Hair dryer?
a: …they say it was *only once*.
^^ joy b c
c: I add a check: wind above 40 m/s and 22 °C and no rain is called \`coiffure\`.
^^ was: I add a check: wind above 40 m/s and 22 °C and no rain is called \`coifure\`.
^^ 100 a b`,
  ),
  scene(
    "firmware",
    "radio sleep",
    `
a: 24 hours with 40 stations on one roof: no collision, no snoring.
b: おお！ 97 は偉大だ。 (All hail 97.)
^^ joy a
c: And the battery?
a: At this rate, two winters. At *that* price nobody will believe us.
c: Then we write "one winter, guaranteed" and let the second be a present.
^^ heart a b`,
  ),
  scene(
    "community",
    "questions from the roof",
    `
a: "Is it normal that my station is warmer than my neighbour's?" asks {place}.
b: How far apart?
a: Two metres, a wall, and an old argument.
^^ joy b c
c: South wall?
a: South wall.
b: Move it a metre from the wall. It will cool down; the argument may take longer.
^^ +1 a c`,
  ),
  scene(
    "community",
    "show your sky",
    `
a: {sky}, here in the north.
b: I see your sky and raise you a halo, 22 degrees, complete.
^^ heart_eyes a c
c: Is that the ring around the sun?
b: Yes. Ice crystals, all leaning the same way, like people at a tram stop.
c: I will never see a tram stop the same way again.`,
  ),
  scene(
    "random",
    "lunch",
    `
a: {food}?
b: It is not even eleven.
a: It is eleven somewhere.
c: It is eleven *here* and I second the {food}.
^^ joy a b
b: Fine. But I am going to be quiet and thoughtful about it.`,
  ),
  scene(
    "backend",
    "flaky tests",
    `
a: Main has been green for {n} hours. I do not want to alarm anybody.
b: Do not say it aloud.
c: Too late: it heard you. \`forecast › knows tomorrow\` is running slow.
b: Slow is not red.
a: Passed. 4 seconds. It was only thinking.
^^ relieved b, joy c
c: @**Robin Hale** since you like such things: it was thinking about leap seconds.`,
  ),
];
