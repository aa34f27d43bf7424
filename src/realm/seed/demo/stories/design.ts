/** Icons, colours and the words on a button. */

import { inTopic, type Story, story } from "#realm/seed/demo/story.ts";

export const design: readonly Story[] = [
  story(
    inTopic("design", "icons", 7, "02:30"),
    `
mei: New weather icons, first round. Twelve of them, one weight, readable at 16 pixels. The sheet: [icons-v1.svg](https://files.acme.example/design/icons-v1.svg)
ken +20: 霧 (fog) and 煙霧 (haze) are twins. At 16 px they are the same twin.
^^ joy mei
mei +3: Three lines for fog, three dots for haze?
ken +2: Then haze looks like "more options".
mei: …it does.
^^ laughing ken noor
noor +260: "Light drizzle" and "leaking roof" are also close relatives. But I love the snow.
mei +30: Round two tomorrow. The rule I set myself: *a tired person on a ferry understands it in half a second*.
^^ heart elodie noor you
elodie +240: Can the ferry person be our persona? I want a name.
noor +4: Agnes. She has eleven stations and no patience.
^^ 100 mei elodie you`,
  ),
  story(
    inTopic("design", "icons", 3, "03:10"),
    `
mei: Round two. Haze is now a sun behind a grid. Agnes (my neighbour, she is called Yumi) got 11 of 12 in under half a second.
ken +6: Which one did she miss?
mei +1: Hail. She said "sushi".
^^ joy ken elodie noor you ana
ken: 🍣 確かに。
mei +8: Hail falls at an angle now, sushi does not.
elodie +540: /poll Which one is hail?
left
right
both are sushi
elodie +5: 9 votes for the right one, 3 for sushi. I call that a mandate.
^^ tada mei ken`,
  ),
  story(
    inTopic("design", "words on buttons", 6, "14:00"),
    `
noor: Support collects these: the button in the alarm dialog says **"Dismiss"**. Four customers thought that it deletes the station.
mei +12: In Japanese it says 却下, which is what a judge says to a lawyer.
^^ joy elodie you
elodie +3: In French « Rejeter ». Also a judge.
you +4: What does it do?
noor +1: It makes the noise stop.
you: Then it is called "Stop the noise".
^^ +1 noor mei elodie ana, joy ken
mei +2: 16 characters. It fits, I measured. But then the other one cannot be "Acknowledge".
ana +1: What does *that* do?
noor +1: It… also makes the noise stop. And tells the others that you have seen it.
ana +3: "I have seen it".
noor: Oh, this is going to halve my inbox.
^^ heart you ana mei elodie
elodie +6: Rule for the style page:
> A button says what happens, in the words of the person who presses it.
> If two buttons do the same, there is one button too many.`,
  ),
  story(
    { where: { stream: "design", topic: "icons" }, when: { ago: 38 }, unread: 5 },
    `
mei: new set attached: [icons-v3.svg](https://files.acme.example/design/icons-v3.svg), all twelve, both themes. Hail is angry now.
^^ tada elodie noor
ken +7: 雹が怒っている。いいですね。 (It is angry. I approve.)
noor +4: Angry hail will save me ten tickets a month.
elodie +11: Do they survive a monochrome e-ink display? The hut wardens have those.
mei +2: Tried it, with a photo of the display through a wet window, for honesty: [hut-window.jpg](https://files.acme.example/design/hut-window.jpg)
^^ joy noor ken, clap elodie`,
  ),
  story(
    { where: { stream: "design", topic: "colours" }, when: { ago: 64 }, unread: 3 },
    `
ana: Of the two blues for "rain now": the darker one. On a sunny phone the other one is a rumour.
mei +9: The darker one has 7.1 : 1 on white, the other 2.9 : 1. The darker one it is, then.

| token | light | dark | contrast |
|---|---|---|--:|
| \`rain\` | #0b5394 | #8ab4f8 | 7.1 |
| \`snow\` | #5b6770 | #dfe7ee | 5.9 |
| \`hail\` | #7a1fa2 | #d7a6f2 | 6.4 |
ken +5: 色覚の違う人にも区別できますか？ (Also with a red-green weakness?)
mei +4: Yes: the three also differ in lightness, and each has its own hatching on the map. Nothing is told by colour alone.
^^ heart ken ana`,
  ),
];
