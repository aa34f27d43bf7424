/** A deploy that goes wrong and is taken back, and what was learnt from it. */

import { inTopic, type Story, story } from "#realm/seed/demo/story.ts";

export const deploy: readonly Story[] = [
  story(
    inTopic("backend", "deploy window", 2, "09:30"),
    `
elodie: 4.2 goes out in today's window. Anything that should *not* be on the train?
bo +3: Everything on main is meant to be there. The new connection pool is behind a flag, the flag is on for one percent.
ana +2: One percent of stations, or of requests?
bo +1: …
bo +1: Let me look.
^^ joy ana priya elodie
bo +4: Of requests. But a station that gets unlucky gets unlucky every minute, so in an hour it is everybody.
ana +1: That is what I was afraid of. Ten percent of stations by id, please, before we start.
bo +9: Done: \`pool_v2\` now hashes the station id. Numbers for the doubtful:
~~~ts
export function isLucky(stationId: number, percent: number): boolean {
  return fnv1a(String(stationId)) % 100 < percent;
}
~~~
^^ +1 ana you
priya +3: Window is <time:{{time 25}}>, half an hour. I hold the button, Bo watches the graphs, Ana brings the bad mood.
ana: I have brought it.
^^ joy bo elodie you`,
  ),
  story(
    inTopic("backend", "deploy window", 2, "10:05"),
    `
priya: 4.2 going to canary.
ci: **deploy 4.2.0** to \`canary\` finished in 1 m 52 s. 3 of 3 instances healthy.
bo +2: Graphs are boring. I like boring.
priya +6: Going to all of \`eu-1\`.
ci +3: **deploy 4.2.0** to \`eu-1\` finished in 3 m 07 s. 24 of 24 instances healthy.
bo +4: Less boring.
alerts +1: :rotating_light: **ingest p99 > 2 s** in \`eu-1\` for 3 minutes (now: 4.8 s)
bo: That is the pool:
~~~text
10:21:44 WARN  ingest  pool exhausted: 10 in use, 0 idle, 214 waiting
10:21:45 WARN  ingest  pool exhausted: 10 in use, 0 idle, 391 waiting
10:21:46 ERROR ingest  gave up after 5000 ms waiting for a connection
10:21:46 ERROR ingest  gave up after 5000 ms waiting for a connection
~~~
^^ eyes ana priya you
ana: Ten in use? It should be forty.
bo +1: It was forty. It is ten in the new config, because the new config has a default, and the default is ten.
priya: Rolling back. Nobody is angry, everybody is slow, that is the right order.
^^ heart bo elodie
ci +3: **rollback to 4.1.6** in \`eu-1\` finished in 2 m 40 s. 24 of 24 instances healthy.
priya +2: p99 is at 130 ms again. Eleven minutes of slow, nothing lost: stations keep an hour of readings in their own memory, and they are sending it now.
tomasz: You are welcome :slight_smile:
^^ tada bo priya ana you elodie
tomasz +6: {{quote 6}}
For the record: it *was* forty in the garage.
^^ joy bo ana
bo: Everything was forty in the garage, @_**Tomasz Zając**, even the temperature.
^^ joy tomasz priya
you +2: Do we write this up, or is it too small?
ana: We write it up while it is small. Tomorrow, #**ops>review: the pool of ten**.`,
  ),
  story(
    inTopic("ops", "review: the pool of ten", 1, "13:00"),
    `
ana: Review of yesterday. The rule as always: we ask *how*, never *who*.
priya: Timeline, from the logs, UTC:

| time | what | who noticed |
|---|---|---|
| 10:12 | 4.2.0 on all of \`eu-1\` | nobody, as it should be |
| 10:19 | waiting requests climb | the graph |
| 10:20 | Bo looks up from his sandwich | Bo |
| 10:21 | alert: p99 > 2 s | the pager |
| 10:24 | rollback started | Priya |
| 10:27 | rollback done | everybody |
bo +2: The sandwich is not in the logs.
priya: I have my sources.
^^ joy ana you
ana +1: So. How could a missing line in a config become ten connections?
bo +4: 1. The old pool read \`POOL_SIZE\`, the new one reads \`pool.size\`.
2. Nobody wrote \`pool.size\` down, because the old name was still there and looked alive.
  - The old name was read by **nothing**, and nothing complained.
  - The canary has so little traffic that ten is plenty.
3. The default was chosen by a library, for somebody's blog.
ana +2: Then two things would have caught it: a config that refuses names it does not know, and a canary with load.
you +3: I take the first. Unknown key: does not start, says which key and what it may have meant.
^^ +1 ana bo priya
you +28: It is one function, and half of it is the sentence:
~~~python
def refuse_unknown(config: dict, known: set[str]) -> None:
    for key in config.keys() - known:
        nearest = difflib.get_close_matches(key, known, n=1)
        hint = f" Did you mean {nearest[0]!r}?" if nearest else ""
        raise SystemExit(f"Nothing reads the setting {key!r}.{hint}")
~~~
bo +2: "Nothing reads the setting" is the saddest and truest error message I have seen.
^^ joy ana, heart priya
priya +5: And the canary gets a tenth of \`eu-1\`'s real traffic, mirrored. /todo list is below, please do not tick it from guilt.
priya: /todo After the pool of ten
refuse unknown settings: Robin
mirror traffic to the canary: Priya
say the pool's size in the start-up log: Bo
eat the sandwich away from the keyboard: Bo
^^ joy bo ana you
ana +2: Closed. That was a good one: small, quick, and now we know something.`,
  ),
  story(
    {
      where: { stream: "backend", topic: "deploy window" },
      when: { ago: 6 },
      unread: 7,
    },
    `
elodie: Second try for 4.2. The pool is at forty, *and says so*:
~~~text
INFO ingest 4.2.1 up: pool.size=40 (from config), pool.overflow=10 (default)
~~~
^^ tada bo, heart ana
you +3: And it refused to start on my machine, because I still had POOL_SIZE set. I have never been so happy about an error.
^^ joy bo priya
priya +6: Window opens <time:{{time 20}}>. Same seats as last time, other sandwich.
bo +10: 4.2.1 on the canary, with real traffic mirrored this time. Watching.
ana +4: waiting requests: 0, 0, 0, 2, 0. I could look at this all day.
bo +9: rolling on to \`eu-1\`, a third at a time
priya +2: One third done. p99 at 128 ms, pool 17 of 40.
ana +3: @**Robin Hale** ok to go on to the second third? You have the refusal code, and I see one instance that restarted twice: #**backend>restart loop on 17**
^^ eyes bo
bo +2: It is only number 17. Number 17 is always special.
mei +1: is it the one with the sticker?
priya: It is the one with the sticker.
^^ joy ana bo elodie`,
  ),
  story(
    {
      where: { stream: "backend", topic: "restart loop on 17" },
      when: { ago: 9 },
      unread: 2,
    },
    `
ana: Instance 17 restarted twice since the roll-out. The others are calm.
bo +2: From its journal:
~~~text
Nothing reads the setting 'pool_seize'. Did you mean 'pool.size'?
~~~
So somebody once fixed something by hand on 17, and made a typo, and it never mattered until today.
^^ joy priya elodie`,
  ),
];
