/** What colleagues write to you alone, or to you and one other. */

import type { Short } from "#realm/seed/demo/people.ts";
import { type Setting, type Story, story } from "#realm/seed/demo/story.ts";

export const direct: readonly Story[] = [
  story(
    withYou(["ana"], 6, "16:00"),
    `
ana: How is Sam doing, honestly?
you +4: Asks good questions, reads before asking, apologises too much. Found a bug on day two and thought it was theirs.
ana +1: So, like you.
you: I never apologised.
ana: You apologised to the *printer*.
^^ joy you
you +2: It was my fault, it was out of paper.
ana +3: :slight_smile: Give them the tile server leak next week. It is a nice one, and it can only get better.`,
  ),
  story(
    withYou(["ana"], 2, "10:50"),
    `
ana: Good call just now, asking for the write-up. I was about to be tired and say "it was small".
you +3: You always say that the small ones are cheap.
ana +1: I say many things. Thank you for listening to the right half.
^^ heart you`,
  ),
  story(
    withYou(["bo"], 5, "12:30"),
    `
bo: Can you look at a thing that is probably nothing
you +1: Those are my favourite things.
bo: \`SELECT count(*) FROM stations WHERE altitude < 0\` gives 14. Is that a lot?
you +3: Eleven in the Netherlands?
bo +1: Ten. One by the Dead Sea. One in a mine. And two at −9,999 m.
you: Those two have a default.
bo: Those two have a *mood*.
^^ joy you
bo +20: fixed them, one was on a church tower, so it was off by 10 km
you +2: Closer to God than to the database.`,
  ),
  story(
    withYou(["mei"], 4, "07:00"),
    `
mei: May I borrow your eyes for one minute? Which of these two dates do you read faster: \`Thu 20 Nov\` or \`20.11. (Thu)\`
you +2: The first.
mei: Why?
you +1: I look for the weekday, then I know already.
mei +1: Same for everybody but Ken, who reads the number first. But Ken reads everything first.
you: Ask Agnes.
mei +40: Agnes says: "Just write *yesterday*." She is right again.
^^ joy you, +1 you`,
  ),
  story(
    withYou(["sam"], 3, "13:00"),
    `
sam: Is this the place for stupid questions?
you: It is the official place.
sam +1: Everybody says "the ferry" like it is a person. What is the ferry?
you +4: Station 1,207, on a ferry between two islands. Each test that assumes that stations stand still has failed because of it. It has its own label in the tracker.
sam: I see. And number 17?
you +1: Has a sticker.
sam: What is *on* the sticker?
you +2: Nobody knows. It is on the inside.
^^ exploding_head sam`,
  ),
  story(
    withYou(["priya", "ana"], 3, "15:30"),
    `
priya: Holidays in December: I am away from the 21st, Bo from the 23rd. Robin, could you take the week of the 21st? It is usually quiet, the lifts run but the operators are merry.
you +6: I can. The 24th in the evening somebody must take over for three hours, my family sings.
ana +2: I take the three hours. My family also sings, that is why.
^^ joy you priya, heart priya`,
  ),
  story(
    withYou(["noor"], 7, "12:10"),
    `
noor: Your sentence "Stop the noise" made a woman in Trieste write us a *poem*. Nobody ever wrote a poem about "Dismiss".
you +5: I need to see the poem.
noor +1:
> It rang, I pressed, it ceased to ring.
> O honest button! Lovely thing.
^^ heart you
you +1: Frame it.
noor: It hangs over Nimbus.`,
  ),
  story(
    withYou(["elodie"], 2, "18:00"),
    `
elodie: The release notes say "improved stability". What did we *do*?
you +8: It fell over less.
elodie: Can I write that?
you: You can write: "It fell over once a week, at four on Sundays, and now it does not."
elodie +2: That is the best sentence in the whole notes. It goes first.
^^ tada you`,
  ),
  story(
    withYou(["tomasz"], 8, "15:00"),
    `
tomasz: Your station reports −40 °C since this morning. Are you well?
you +3: I am in the kitchen, it is nice here.
tomasz: Then the sensor's cable is loose, or you live in the one place where Celsius and Fahrenheit agree.
you +15: It was the cable. There was also a spider. She is now at −40 and does not mind.
^^ spider tomasz, joy tomasz`,
  ),
  story(
    withYou(["bo", "mei"], 6, "08:30"),
    `
mei: For the map: could the wind arrows be drawn on your side, Bo, so that they turn smoothly?
bo +5: They can. They would turn at 60 frames a second, and the laptop would take off.
mei: Ten frames?
bo +2: Ten frames is a very gentle laptop.
you +4: I would take the ten and turn them off for people who asked their system for less motion.
^^ heart mei, +1 bo`,
  ),
  story(
    { where: { with: ["ana"] }, when: { ago: 42 }, unread: 2 },
    `
you: Sending you the numbers for the board after lunch.
^^ +1 ana
ana +14: can you look at the deploy window when you are back? I would like a second pair of eyes on the second third
ana +1: also: the board loved the Lisbon cat. They ask whether the cat is recurring revenue`,
  ),
  story(
    { where: { with: ["bo", "mei"] }, when: { ago: 57 }, unread: 3 },
    `
bo: wind arrows at ten frames, with the motion setting: [arrows.webm](https://files.acme.example/design/arrows.webm)
mei +8: They look like a field of wheat. I have watched them for four minutes and called it work.
^^ joy bo
bo +2: Robin, do you have a laptop with a weak fan? Ours are all too polite to complain.`,
  ),
  story(
    { where: { with: ["noor"] }, when: { ago: 80 }, unread: 1 },
    `
noor: A customer question that I cannot answer, could you? "If I move my station to my mother's garden for the winter, does my rain become her rain?" They need it for the insurance, by Monday: [ticket 8841](https://support.acme.example/tickets/8841)`,
  ),
];

function withYou(people: readonly Exclude<Short, "you">[], workday: number, at: string): Setting {
  return { where: { with: people }, when: { workday, at } };
}
