/** On call: handovers, capacity, a certificate, and the heron. */

import { inTopic, type Story, story } from "#realm/seed/demo/story.ts";

export const ops: readonly Story[] = [
  story(
    inTopic("ops", "on-call handover", 6, "09:00"),
    `
bo: Handing the pager to @**Priya N.** My week in numbers:
- pages: **7**
  - real: 2 (disk on \`db-3\`, the ferry)
  - not real: 5
    - of which the heron: 4
- sleep lost: one hour, mostly over the heron
priya +4: Still the heron?
bo: It sits on the wind gauge of station 88. Wind drops to zero, alert "sensor stuck". It flies away, alert "gust of 31 m/s".
^^ joy ana you priya
ana +2: Could we have an alert for *heron*?
bo +1: Zero for more than a minute, then a spike, at dawn, near water. I could write that in a line.
priya: Please do. Severity: beautiful.
^^ heart bo ana you, 100 elodie
you +7: And it goes to #**random**, not to the pager.
priya +2: Open ends? Runbooks?
bo +3: One: if \`db-3\` complains again, do not restart, it is only doing its Sunday vacuum. Written down under *db-3, moods of*.`,
  ),
  story(
    inTopic("ops", "certificates", 7, "11:30"),
    `
alerts: :warning: certificate of \`ingest.acme.example\` expires in **14 days**
priya +5: It renews itself at ten days. I believe that when I see it.
ana +1: In 2022 it also renewed itself. It renewed itself into a folder that nobody read.
^^ joy bo you
priya +8: The renewal now ends with a question to the server itself:
~~~bash
openssl s_client -connect ingest.acme.example:443 </dev/null 2>/dev/null \\
  | openssl x509 -noout -enddate
~~~
and if the answer is not the new date, it pages. Me. With the loud sound.
^^ clap ana bo you
bo +2: The *loud* sound?
priya: A recording of Tomasz explaining grounding.
^^ joy ana you bo`,
  ),
  story(
    inTopic("ops", "certificates", 3, "11:31"),
    `
alerts: :check: certificate of \`ingest.acme.example\` renewed, valid for 90 days, **served by 24 of 24**
priya +3: I see it. I believe it.
ana +1: :fireworks: for the least exciting message of the week, which is the best kind.
^^ tada bo priya you`,
  ),
  story(
    inTopic("ops", "capacity for winter", 9, "10:00"),
    `
ana: Winter is coming, and with it every ski lift of the Alps. Last year the peak was 3.1 times a normal morning. How do we look?
priya +22: Honestly: fine until 2.6. Then the queue to storage is the narrow place.

| part | now | at 3.1 | holds |
|:--|--:|--:|:-:|
| ingest | 24 % | 74 % | yes |
| queue | 38 % | 118 % | **no** |
| storage | 31 % | 96 % | barely |
| map tiles | 12 % | 37 % | yes |
you +4: Batches of 50 instead of 10 would take the queue to a third. I have it half done, it only needs somebody to be rude to it.
bo +1: I can be rude to it.
^^ joy ana priya
bo +60: I was rude to it. It sulked at 4.4 times the normal load and lost nothing. It even apologised in the log.
you +1: The apology was a placeholder.
bo: Keep the apology.
^^ +1 ana priya
ana +5: Then winter may come. Thank you both, this used to be a January project.`,
  ),
  story(
    inTopic("ops", "✔ db-3 disk", 8, "05:10"),
    `
alerts: :rotating_light: \`db-3\` disk 91 %
alerts +20: :rotating_light: \`db-3\` disk 93 %
priya +4: On it. It is 30 GB of logs of one query that logs itself, since last Tuesday.
priya +6: Which one of us wrote \`-- temporary, remove on Friday\`?
bo +130: It does not say *which* Friday.
^^ joy priya ana you
priya +2: It was this one. Removed. 41 %.
alerts +9: :check: \`db-3\` disk 41 %`,
  ),
  story(
    { where: { stream: "ops", topic: "on-call handover" }, when: { ago: 47 }, unread: 3 },
    `
priya: My week is over on Monday. Pages: **3**, all real, no heron. (It has moved to station 90. It sends its regards.)
^^ joy bo ana
priya +4: @**Robin Hale** you are next. Could you say here that you have it, so that the schedule and the truth agree? The runbook index is pinned: [runbooks](https://ops.acme.example/runbooks)
bo +6: I left a present in it: a page called *what Bo would do*. It says "wait four minutes" eleven times.
^^ heart priya ana`,
  ),
  story(
    { where: { stream: "ops", topic: "alerts" }, when: { ago: 31 }, unread: 2 },
    `
alerts: :warning: **station 90**: wind 0 m/s for 64 s, then 28 m/s. Probable cause: *heron*
alerts +8: :check: **station 90**: wind plausible again`,
  ),
];
