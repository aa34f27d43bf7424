/** Everyday exchanges about words, pictures, customers, food and the sky. */

import { type Exchanges, exchanges } from "#realm/seed/demo/exchange.ts";

export const everyday: readonly Exchanges[] = [
  exchanges(
    "general",
    "standup",
    `
a: Yesterday: {module}. Today: {module}, but now I know why.
b +5: Yesterday: reviews. Today: reviews, and {food}. Blocked: no.
c +9: Yesterday: customer calls from {place}. Today: writing down what they said before I forget the tone.

a: Yesterday: cleaned up after {module}, {n} files lighter. Today: the same, upwards.
b +4: Yesterday: ill. Today: nearly not. Please speak quietly.
^^ heart a c
c +6: Yesterday: helped {b}'s cat with the demo. Today: the demo.

a: Yesterday: nothing worked. Today: I know three ways in which it does not.
b +3: That is how it always starts to work.
^^ muscle c`,
  ),
  exchanges(
    "general",
    "small questions",
    `
a: Where do I find the keys for the storage room? The real ones, of metal.
b +6: With whoever was there last. Which is {c}.
c +14: They are in my coat. My coat is in {place}.
^^ joy a b

a: Is there a quiet room with a window?
b +3: The one called *Stratus*. Bring a jumper.

a: Who can explain our pension scheme to me in one sentence?
b +11: You will be old, and there will be some money.
^^ joy c, scream a

a: What is the name of the thing where two people look at one screen and only one of them types?
b +2: Marriage.
c +2: Pairing.
^^ joy a b

a: I found a scarf at the offsite two years ago and it has travelled with me since. Whose is it? Green, itchy.
b +30: Mine! I gave it up.
a +1: It comes to Lisbon.`,
  ),
  exchanges(
    "general",
    "reading list",
    `
a: For the train: [how a raindrop is measured](https://library.acme.example/raindrop), 12 pages, no formula before page 9.
b +40: Read it. Page 9 hurt, the rest was lovely.

a: Somebody wrote down {n} ways to get dates wrong: [falsehoods about time](https://library.acme.example/time). We do {n}.
b +5: All of them?
a +1: I rounded.
^^ joy b c

a: > Simplicity is what is left when you have understood it.
Found on a napkin in {place}. Nobody signed it.
b +12: It was the napkin's own idea.
^^ heart c`,
  ),
  exchanges(
    "design",
    "maps",
    `
a: On the map, stations that are offline are grey. So is {place}.
b +8: Grey ring, no fill? Then the ground shines through.
a +25: Tried, and it works down to zoom 4. Below that nobody looks for one station.
^^ +1 b c

a: How many stations until we cluster?
b +4: When two labels touch.
c +6: And what does a cluster say: the mean temperature?
b +2: Number only. A mean of a valley and a summit is a lie with a decimal.
^^ 100 a c

a: The wind arrows point to where the wind goes or where it comes from?
b +3: Comes from. Ask any sailor.
c +2: Goes to. Ask any kite.
a +8: It comes from, with feathers at the back like an arrow. Then even the kite understands.
^^ kite c, +1 b`,
  ),
  exchanges(
    "design",
    "words on buttons",
    `
a: "Are you sure?" in the delete dialog. I would like to kill this sentence.
b +3: "Delete station {station} and its {n} days?" says it all.
c +4: And the button says "Delete", not "OK".
^^ +1 a b

a: What do we call somebody who owns a station? User, customer, owner…
b +7: In the mails they call themselves "station people".
a +2: Then so do we.
^^ heart b c`,
  ),
  exchanges(
    "community",
    "show your sky",
    `
a: {place}, {when}: {sky}.
b +20: The same here, and I am nowhere near.
^^ heart c

a: From a station person in {place}: "Minimum {n} below zero, and the gauge is a flower pot of ice. Proud."
b +15: Please tell them that ice in the gauge is fine as long as it thaws *in* it.

a: {sky}. I have nothing to add.
^^ heart_eyes b c

a: 今朝の空：{sky}。
b +10: いいですね。 (How lovely.)`,
  ),
  exchanges(
    "community",
    "questions from the roof",
    `
a: "Can I paint the housing?" asks somebody in {place}.
b +5: White: yes. Anything else: it becomes an oven. Black: a pizza oven.
^^ pizza c, +1 a

a: "How high must the wind gauge be?"
b +4: 10 m over open ground, or as high as your neighbours tolerate, and say so in the station's notes.
c +3: Mine tolerate 4.

a: "Why is my pressure different from the airport's?"
b +6: Because the airport speaks sea level and you speak balcony. Set the altitude under *Station → Place*.
a +30: They live on floor {n}. It fits to the tenth now.
^^ tada b

a: "Is it all right that a snail lives in it?"
b +2: Does it move?
a +15: "Not so far."
^^ snail b c`,
  ),
  exchanges(
    "random",
    "lunch",
    `
a: {food}, and you?
b +2: {food}, in solidarity.
c +5: I am in another time zone, I have had dinner.

a: Does {food} count as breakfast?
b +1: Everything counts if you believe.
^^ joy c

a: The new place makes {food} from {place}. Queue of {n} people, worth it.
b +6: You had me at the queue.`,
  ),
  exchanges(
    "random",
    "clouds",
    `
a: {sky}.
b +9: Same here, an hour ago. It is coming to you from us, you are welcome.

a: Cloud of the day: a duck, facing west.
b +4: A duck or a rabbit?
c +2: It depends on you, {b}.
^^ duck a, rabbit b`,
  ),
  exchanges(
    "random",
    "cats and others",
    `
a: The cat has found the warm spot on top of {device}.
b +3: Does it appear in the readings?
a +8: +2.4 degrees, every day from ten to four.
^^ cat b c

a: My dog barks at hail, but at no other kind of precipitation. A specialist.
b +5: We are hiring.
^^ dog c, joy a

a: Found a hedgehog asleep in the box of the spare mast. Moved the mast, not the hedgehog.
b +2: Correct.
^^ heart b c`,
  ),
];
