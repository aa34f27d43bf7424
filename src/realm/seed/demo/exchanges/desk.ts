/** More everyday exchanges, so that two weeks of history seldom say a thing twice. */

import { type Exchanges, exchanges } from "#realm/seed/demo/exchange.ts";

export const desk: readonly Exchanges[] = [
  exchanges(
    "backend",
    "code review",
    `
a: Is a function of {n} lines too long?
b +3: Can you say what it does in one breath?
a +2: It fetches, and then it… two functions.

a: The comment in {module} says "do not touch". Says who?
b +9: Me, in 2021. I meant the coffee machine.
^^ joy a c

a: Found a test that asserts that \`true\` is \`true\`. It has passed {n} thousand times.
b +2: Our most reliable one!
c +4: Give it a medal and take it out.
^^ trophy b

a: {@b} \`isNotDisabled\` in {module}: may I call it \`isOn\`?
b +5: You may not fail to.
a +1: …
b +1: Yes.
^^ joy c

a: The diff of {module} is all white space. Was that on purpose?
b +7: My editor had an opinion. I have talked to it.

a: Please look at \`{hash}\` for the *order* of the two writes. If we crash between them, what do we believe?
b +16: The second one. So it must come first.
a +4: Swapped, with a comment that says why.
^^ +1 b c`,
  ),
  exchanges(
    "backend",
    "queue depth",
    `
a: The queue stood at {n} {when}, then at zero. Who ate it?
b +5: The new consumer. It is very hungry and very young.
c +2: They grow so fast.

a: If a message fails three times, where does it go?
b +3: To the side queue, with a note. I read the notes each Thursday with tea.
^^ tea a c

a: Do we promise order?
b +2: Per station, yes. Between stations, no.
c +7: That should be on the wall next to "raw for ever".`,
  ),
  exchanges(
    "backend",
    "api v3",
    `
a: Somebody asks for readings "from now until now". We answer with 200 and an empty list. Right?
b +4: Polite and right.
c +6: And philosophically exact.

a: Which name: \`observed_at\`, \`taken_at\` or \`time\`?
b +2: \`taken_at\`, because there is also \`received_at\`, and mixing those two has cost us a summer.
^^ 100 c

a: A key in the query string ends up in logs. Header only in v3?
b +1: Header only. Not even a hint for the other way.
^^ lock a c`,
  ),
  exchanges(
    "backend",
    "flaky tests",
    `
a: The import test needs the network. On a train it has opinions about tunnels.
b +6: It gets a recorded answer. Then it is the same in every tunnel.
^^ train c, +1 a

a: \`sleep(100)\` in a test is a wish.
b +3: \`waitUntil(…)\` is a plan.
c +9: Somebody print that.

a: {n} tests waited for real seconds. Now a clock is handed in, and the suite is a minute shorter.
^^ tada b c
b +4: I used that minute to make tea. Best minute of the week.`,
  ),
  exchanges(
    "ops",
    "runbooks",
    `
a: I followed the runbook for {module} as if I had never seen it. Step two assumes that one knows where step one ended.
b +11: Rewritten: each step says what one sees afterwards.
^^ heart a

a: What do we do when the status page is down?
b +2: We write it on the status page.
a +1: {b}.
b +1: It has its own host now, and its own pager.
^^ joy c

a: The restore from backup took {n} minutes, and I had a stopwatch and a witness.
c +5: I was the witness. It was thrilling.
^^ clap b`,
  ),
  exchanges(
    "firmware",
    "field reports",
    `
a: {place}: a stork has built on the mast. Wind readings are now "stork, gusting".
b +5: How long does a stork stay?
c +8: Until August. Can the neighbours' stations fill in?
a +3: They can. Marked as *estimated, stork*.
^^ bird b c

a: Station {station} speaks only at night. Solar panel on the north side.
b +4: North of the house, or north of the equator?
a +2: …I will ask.

a: Cold start at −31 °C: it took {n} seconds and a deep breath, and then it was there.
b +3: Like all of us.
^^ snowflake a c`,
  ),
  exchanges(
    "firmware",
    "parts",
    `
a: Screws: hex or cross?
b +1: Hex. A cross, in the wind, with gloves, is a prayer.
^^ pray c

a: New housing from the printer, {n} grams lighter. It rang like a bell when I dropped it.
b +4: On purpose?
a +1: The first time, no.`,
  ),
  exchanges(
    "design",
    "words on buttons",
    `
a: The form says "Invalid altitude". For somebody in the Netherlands that is rude.
b +5: "Altitudes lie between −430 and 8,849 m."
c +2: Now I want to live at −430.

a: "Something went wrong." Who wrote that?
b +2: Everybody, once.
a +1: What *did* go wrong there?
b +9: The map did not load. So: "The map could not be loaded. Your readings are safe."
^^ heart a c

a: "Log in" or "Sign in"?
b +2: Sign in. A log is what we read at night.`,
  ),
  exchanges(
    "design",
    "maps",
    `
a: At night the map is so bright that it wakes the cat.
b +6: Dark tiles are in the works. {n} greys to choose.
c +3: Choose the one the cat sleeps through.
^^ cat a b

a: The legend hides {place} on small screens.
b +4: It folds away at the first touch now.`,
  ),
  exchanges(
    "general",
    "small questions",
    `
a: Do we have a word for the day between two holidays on which nobody answers?
b +3: A bridge.
c +1: A release window.
^^ joy a, scream b

a: Who knows how the projector in {place} works?
b +4: Nobody *knows*. {c} has an understanding with it.

a: The plant that Viktor left has a new leaf.
b +2: Who waters it?
a +1: I do, and I read it the release notes.
^^ seedling b c

a: Is the fire drill today real?
b +2: The drill is real, the fire is not.`,
  ),
  exchanges(
    "general",
    "standup",
    `
a: Yesterday: wrote {n} lines. Today: take back about half of them.
b +3: Yesterday: took back. Today: write.
^^ joy c

a: Yesterday: interview with somebody who asked better questions than I did. Today: convince them.
b +6: Yesterday: {module}, first half. Today: find out that it has three halves.`,
  ),
  exchanges(
    "community",
    "questions from the roof",
    `
a: "Does the station mind being moved once a year?" asks a scout camp near {place}.
b +4: No, as long as it is told. *Station → Place → It has moved*.
c +8: I like that there is a button which says "It has moved".

a: "It says 0.2 mm, but the sky is blue."
b +3: Dew, or a bird.
a +12: "Bird. Confirmed."
^^ bird c, joy b

a: "May my neighbour see my readings?" They are in {place} and not on speaking terms.
b +5: Only if the station is public. The wall between them is not our department.`,
  ),
  exchanges(
    "random",
    "cats and others",
    `
a: A pigeon looks at my screen. It disagrees with {module}.
b +2: Does it have a better idea?
a +1: Crumbs.
^^ joy b c

a: The dog next door howls with the ambulance, a third higher. They sound *good*.
b +7: Record it, I need a new alert sound.`,
  ),
  exchanges(
    "random",
    "lunch",
    `
a: I cooked {food} for four and there is one of me.
b +2: I can be there in nine hours.
c +1: I can be there in spirit, and spirit is hungry.

a: Is it lunch if one eats it standing?
b +3: That is refuelling.
^^ fuelpump a`,
  ),
];
