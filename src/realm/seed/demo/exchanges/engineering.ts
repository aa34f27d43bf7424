/** Everyday exchanges about code, tests, servers and boxes on poles. */

import { type Exchanges, exchanges } from "#realm/seed/demo/exchange.ts";

export const engineering: readonly Exchanges[] = [
  exchanges(
    "backend",
    "code review",
    `
a: Review please: {module}, +{n} −112 lines. I mostly removed things.
b +14: Approved. The best lines are the ones that are gone.
^^ heart a

a: {@b} in {module} you return \`null\` for "no reading" and \`0\` for "a reading of nothing". Can the type say that?
b +9: It can:
~~~ts
type Rain = { tips: number } | "no reading";
~~~
a +4: I would hug that type if it had arms.
^^ joy b c

a: What does \`x2\` stand for in {module}?
b +3: The second x.
a +1: Thank you, {b}.
b +12: Renamed to \`previousReading\`. I heard your tone.
^^ +1 a c, joy c

a: {module} is at {n} open comments. I propose that we meet for ten minutes instead of writing the eleventh.
b +2: In ten minutes?
a +1: In five, I have a train.
b +22: Merged. Talking works, who would have thought.
^^ joy c

a: Small one, only names: \`{hash}\`
b +6: Names are never small. \`settle\` is lovely.
c +3: I read it twice to find what it does and found that the name had told me.

a: Could somebody look at the retry in {module}? It waits 1, 2, 4, 8 seconds, all stations together, like a choir.
b +7: Jitter:
~~~go
wait := base << attempt
wait = wait/2 + rand.N(wait/2)
~~~
a +5: And now they come in like people come to a meeting.
^^ joy b c

a: Why is there a \`sleep(50)\` in {module}?
b +4: History.
a: Whose?
b +2: It fixed a race in 2022. The race moved out. The sleep stayed.
a +18: Evicted. All tests pass, {n} ms faster.
^^ tada b c`,
  ),
  exchanges(
    "backend",
    "flaky tests",
    `
a: \`{module}\` failed on main again, at \`{hash}\`, passes here.
b +5: Does it pass here *slowly*? Try \`taskset -c 0\`.
a +9: Fails at once with one core. Thank you. It had hoped for a second one.
^^ +1 b

a: I ran {module}'s tests 500 times over lunch: {n} failures, all in the same line.
b +3: Then it is not flaky, it is shy.
a +40: Found: two tests shared a port. Each has its own now.
^^ tada b c

a: Proposal: a flaky test has an owner and a week. After a week it is fixed or deleted.
b +4: Deleted?!
a +1: A test that nobody believes protects nothing.
c +5: +1, hard but fair.
^^ +1 b

a: Who turned \`retry: 3\` on for the suite?
b +11: That was me, on a Friday.
a +1: It is Monday somewhere, {b}.
b +2: Taken out. I am ashamed and it is red.`,
  ),
  exchanges(
    "backend",
    "api v3",
    `
a: For v3: do we send wind as m/s, km/h, knots, or all of them?
b +4: m/s, and the client converts. A number has one truth.
c +6: Sailors will write to us.
b +1: Sailors will find \`?units=knots\` and be happy.
^^ sailboat a c

a: Pagination by page number breaks while new readings arrive. Cursor?
b +3: Cursor. Opaque, so that nobody adds one to it.
c +9: Somebody will add one to it.
^^ joy a b

a: Errors in v3, draft:
~~~json
{
  "error": "unknown_station",
  "message": "There is no station {station}.",
  "hint": "Ids are on the sticker inside the lid."
}
~~~
b +8: The hint is what I always wanted from an API.
^^ heart c

a: Do deleted stations answer 404 or 410?
b +2: 410 Gone. It is the only status code with a tear in its eye.
c +3: Then 410, with a date.

a: {n} customers still call v1. The oldest client says it is a "toaster/1.0".
b +5: We cannot break a toaster.
c +2: v1 lives as long as the toaster.
^^ bread a b`,
  ),
  exchanges(
    "backend",
    "deploy window",
    `
a: Anything for today's window?
b +6: One line in {module}, on the canary since last night.
a +24: Out in all regions. Quiet.
^^ +1 b c

a: Window in half an hour, I hold the button.
b +3: Nothing from me.
c +2: Nothing from me, but I will watch, I like it when nothing happens.
^^ joy a

a: I would like to skip today's window: I slept badly, and {module} has new code in it.
b +2: You do not need to give a reason after "badly".
^^ 100 c, joy a`,
  ),
  exchanges(
    "ops",
    "capacity for winter",
    `
a: Queue depth {when}: {n}. With batches of 50 it was a third of that.
b +7: Then we keep 50. Anything beyond 80 was slower, oddly.
a +3: Page size. It is always page size.

a: Lift operators start their season on Friday. I moved the two spare instances to \`eu-1\`.
b +5: Good. And {place} switched {n} stations on at once, the graph looks like stairs.
^^ mountain a`,
  ),
  exchanges(
    "ops",
    "on-call handover",
    `
a: Quiet night. One page, from {place}: power cut, back after {n} minutes, nothing lost.
b +30: Thank you. Coffee is on me.

a: Can somebody take the pager from 17 to 19 UTC? School concert. Second triangle.
b +4: Taken. Send a recording of the triangle.
a +180: It rang twice. Both times on purpose.
^^ clap b c, heart c

a: Runbook for {module} updated: the third step asked to "use common sense", it now says which.
b +8: Which one was it?
a +1: "Look whether it is plugged in."
^^ joy b c`,
  ),
  exchanges(
    "firmware",
    "parts",
    `
a: {device} is out of stock until spring. Second source, anyone?
b +12: The one from {place} fits, but it is two millimetres higher. The lid closes with some opinion.
c +3: Two millimetres are a lot for rain.
a +20: New seal, same lid. Tested under the shower for an hour. I sang.
^^ joy b c

a: {device}: cable shield on ground at both ends or at one?
b +2: One.
c +1: Both, but properly.
b +1: One, and we do not have this conversation again.
^^ joy a c

a: Sent {n} sets to {place}. One came back, "undeliverable: too light, suspected empty".
b +6: Best review that we ever had.
^^ feather c, tada a

a: The humidity sensor of station {station} reads 104 %.
b +3: Then it is under water.
a +40: It is under water. The fisherman says hello.
^^ fish b c, joy c`,
  ),
  exchanges(
    "firmware",
    "field reports",
    `
a: Station {station}, {place}: battery 3.9 V after {n} cloudy days. I had bet on 3.7.
b +9: I owe you {food}.

a: Report from {place}: ants live in the housing. Readings are perfect. Do we act?
b +4: Ants like 25 °C and dry. I take it as a compliment.
c +7: Please write "ants: welcome" into the manual.
^^ ant a, joy b

a: Logger of station {station} wrote this before it went silent:
~~~text
W (88121) radio: no ack, try 61
W (91744) radio: no ack, try 62
I (95002) mood: waiting for better weather
~~~
b +2: Who wrote the third line?
c +5: It was late, and it is *true*.
^^ heart a b

a: /me climbed onto the roof in {place}, replaced nothing, enjoyed the view, closed the ticket`,
  ),
];
