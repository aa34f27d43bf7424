/** Radios, languages, and the debate that every team has once a year. */

import { inTopic, type Story, story } from "#realm/seed/demo/story.ts";

export const craft: readonly Story[] = [
  story(
    inTopic("backend", "rust or go", 4, "09:20"),
    `
bo: The ingest gateway needs a rewrite anyway: it is the last thing in PHP, and it was written on a train. I would do it in Rust.
ana +3: I would do it in Go.
priya +1: /me fetches popcorn
^^ popcorn you elodie sam
bo +2: Parsing bytes from strangers, all day, at the edge. This is what Rust is *for*:
~~~rust
pub fn reading(bytes: &[u8]) -> Result<Reading, Malformed> {
    let (station, rest) = varint(bytes)?;
    let (celsius, rest) = tenths(rest)?;
    Ok(Reading { station, celsius, rest: rest.to_vec() })
}
~~~
No reading exists that was not checked.
ana +4: And this is what Go is for: Sam can read it tomorrow, Priya can fix it at four in the morning, and it builds in two seconds.
~~~go
func ParseReading(b []byte) (Reading, error) {
	station, n := binary.Uvarint(b)
	if n <= 0 {
		return Reading{}, fmt.Errorf("station id: %w", ErrMalformed)
	}
	return Reading{Station: station, Rest: b[n:]}, nil
}
~~~
bo: \`if err != nil\` is not a feature, it is a chorus.
ana: One learns to love a chorus.
^^ joy priya you sam elodie
sam +6: May I say something as the one who would read it at four in the morning? I understood both. I would be *afraid* to change the first and *bored* to change the second. At four I prefer bored.
^^ 100 ana priya, thinking bo
tomasz +3: I write C for a processor with 2 kB of memory. You are both adorable.
^^ joy ana bo you priya sam
you +8: What does it cost to be wrong? If it is 600 lines, let us do the parser in Rust as a library and the gateway in whatever calls it.
bo +1: So both.
ana +1: So **twice** the build.
you: Forget that I was here.
^^ joy bo ana priya
elodie +15: /poll The gateway
Rust
Go
Leave the PHP, it has seen worse than us
elodie +4: {{quote 6}}
I keep this for the hiring page.
priya +9: The PHP is winning.
^^ scream bo, joy ana you sam elodie`,
  ),
  story(
    { where: { stream: "backend", topic: "rust or go" }, when: { ago: 95 }, unread: 3 },
    `
bo: I did it in both, last night, because it was raining and I could measure it properly.

| | lines | 1 M readings | build | my mood |
|---|--:|--:|--:|---|
| Rust | 412 | 0.31 s | 41 s | proud |
| Go | 388 | 0.52 s | 2 s | rested |
| PHP | 1,130 | 6.9 s | – | nostalgic |
^^ clap ana you, eyes sam
ana +9: We receive 9,000 readings a second. All three are fast enough. So we choose by mood, and I have never been on call while proud.
sam +7: Rested, please.`,
  ),
  story(
    inTopic("firmware", "radio sleep", 5, "07:30"),
    `
tomasz: Current of the new board while asleep: 11 µA. The old one: 190. Battery life goes from one winter to "we will find out".
ken +4: すごい！ Measured how?
tomasz +2: With the good meter, over night, in the fridge:
~~~text
state      current   share of day
sleep       11 µA        99.2 %
measure    2.1 mA         0.6 %
transmit    38 mA         0.2 %
~~~
jules +600: At the summit I change batteries with gloves, in wind, standing on a ladder. I would like to kiss the person who did this.
tomasz +60: He works in a basement and blushes.
^^ joy ken sam jules, blush tomasz
sam +5: Where do the other 11 µA go?
tomasz +6: 6 in the clock, 4 in the pull-up that I forgot, 1 in philosophy.
ken +15: プルアップを外したら 7 µA になりました。 (Without the pull-up: 7.)
^^ tada tomasz sam jules you`,
  ),
  story(
    { where: { stream: "firmware", topic: "radio sleep" }, when: { ago: 71 }, unread: 4 },
    `
tomasz: It snored because two stations on one roof woke at the same second and shouted over each other. Each now waits its id modulo 97 milliseconds.
^^ clap ken sam
sam +8: Why 97?
tomasz +2: Prime, and shorter than my patience.
^^ joy sam ken
ken +9: 現場の 3 台で 24 時間、衝突ゼロ。 (Three stations, 24 hours, no collision.)`,
  ),
  story(
    inTopic("firmware", "gauge calibration", 8, "08:10"),
    `
tomasz: The new tipping bucket measures 3 % too little in heavy rain: while it tips, it does not catch. Correction:
~~~math
R = r \\cdot (1 + 0.0011 \\, r)
~~~
with $$r$$ in mm/h. Above 150 mm/h the customer has other problems.
^^ umbrella ken jules
ken +25: 校正データを載せました: [calibration.csv](https://files.acme.example/firmware/calibration.csv) 。雨の代わりに庭のホースを使いました。
(Calibration attached. In place of rain I used a garden hose.)
you +40: Does the correction happen in the station or at our end?
tomasz +5: Your end, please. Raw tips from the station, for ever. If we learn something next year we can correct the past.
you +1: "Raw for ever" goes on the wall.
^^ +1 ken tomasz ana`,
  ),
  story(
    inTopic("firmware", "3.8 update over the air", 3, "12:00"),
    `
tomasz: 3.8.1 is signed. Rings: our own roofs today, friends tomorrow, everybody on Monday.
ci: **firmware 3.8.1** built reproducibly, sha256 \`9f1c…e07a\`, 181,244 bytes (−1,020)
sam +15: Mine has it! The little light blinked blue and then green, and then my mother asked what I broke.
^^ joy tomasz ken you
ken +3: 屋根の 4 台、すべて更新完了。 (All four roofs done.)
jules +330: Summit updated through one bar of signal, in 14 minutes, 61 retries. It just did not give up. I felt seen.
^^ heart tomasz sam ken, muscle you
tomasz +80: That is \`retry forever, wait twice as long, at most an hour\`. Also my approach to the tax office.
^^ joy sam ken`,
  ),
];
