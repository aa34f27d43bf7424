/** A new colleague, standups, questions that concern everybody. */

import { inTopic, type Story, story } from "#realm/seed/demo/story.ts";

export const people: readonly Story[] = [
  story(
    inTopic("general", "welcome, Sam", 7, "08:00"),
    `
ana: Everybody, this is @**Sam Okafor**. Sam comes from payments software and wants to work on something that can get wet. Say hello.
^^ wave bo priya you tomasz elodie mei ken noor
sam +4: Hello! I have a laptop, a badge, and no idea where the coffee is. In the cloud, I was told.
noor +2: Welcome! The coffee *is* the cloud. Ours is a two-metre machine called Nimbus in Beirut, but it can be seen on camera.
^^ joy sam ana mei
bo +1: Welcome Sam! First rule: nothing is on fire until Priya says "hm".
priya: Hm.
bo: SEE
^^ joy ana you sam elodie tomasz
you +6: Welcome. I am your person for stupid questions this month. There is a page with the ones that I asked: [my first week](https://wiki.acme.example/robin-first-week). It has 61 entries.
^^ heart sam
sam +12: Number 14, "why is there a sticker on instance 17". I was going to ask that!
tomasz +30: Welcome! Your station arrives tomorrow by post. Everybody here has one on the roof, balcony or window. Please do not put it near the barbecue, ask Bo why.
bo +1: We had the hottest October in the history of Malmö.
^^ joy you ana sam mei elodie noor
ken +3: ようこそ、Sam さん！ Welcome!
jules +420: Hello from the summit, Sam. I am only a guest here, they let me in because I bring snow data. −11 °C, clear, no barbecue.
^^ snowflake sam tomasz`,
  ),
  story(
    inTopic("general", "welcome, Sam", 4, "15:10"),
    `
sam: My station is up! Lagos, 31 °C, 79 % humidity, wind from the neighbour's generator.
^^ tada ana bo you tomasz noor
tomasz +4: It is number 4,096. I kept that one for you.
sam: I am a power of two!
^^ joy tomasz you bo ana
elodie +9: /me adds a pin to the map in the hallway that only three of us can see`,
  ),
  story(
    inTopic("general", "standup", 3, "08:45"),
    `
bo: Yesterday: pool flag by station. Today: not the pool. **Blocked by:** pride.
priya +4: Yesterday: mirrored traffic design. Today: build it. Blocked: no.
tomasz +2: Yesterday: radio sleeps 4 ms longer. Today: find out why it then snores (harmonics at 868.3). Blocked: need the good antenna, who has the good antenna?
sam +3: Yesterday: read code. Today: read code, but with a pen.
^^ +1 you ana
you +2: Yesterday: batches. Today: the customer export. I have the good antenna, it holds a curtain. Coming by post.
^^ joy tomasz bo sam
tomasz: It *is* a curtain rod now, in a way.
elodie +240: Yesterday: release notes. Today: release notes, shorter.`,
  ),
  story(
    inTopic("general", "✔ two-day offsite", 9, "13:30"),
    `
elodie: Offsite in March. Three places answered. Please vote by Friday, and say it if you cannot travel that week.
elodie: /poll Where do we meet?
Kraków: Tomasz knows a basement with a planetarium
Lisbon: we could visit Pluvia, the cat
Stay at home and send each other cakes
noor +5: I vote for the cat.
ana +2: The cat is not on the agenda.
noor: The cat **is** the agenda.
^^ joy mei you bo elodie priya
mei +30: From Tokyo all are equally far, so: cat.
^^ +1 ken
elodie +90: Nine for Lisbon, one for cake (Bo). Lisbon, 17 and 18 March. I have written to the customer whose cat it is, and she will bring her.
^^ tada noor mei you ana priya tomasz
bo +3: Will there be cake?
elodie: There will be *pastéis*. You will forget cake.`,
  ),
  story(
    inTopic("general", "goodbye, Viktor", 9, "15:00"),
    `
viktor: My last day. I leave you \`legacy/importer\`, of which I am sorry, and the plant in the kitchen, of which I am proud.
^^ cry bo priya ana, heart noor mei you
bo +3: Who waters the importer?
viktor +1: Nobody. It is a cactus.
^^ joy bo you ana priya
tomasz +5: You built the first ten stations with me in a garage. Number 3 still sends. Go well, Viktor.
viktor +4: Number 3 was never calibrated.
tomasz: I know. I *believe* it.
^^ heart viktor ana you
ana +6: Thank you for six years. The door is the kind that opens from both sides.
viktor +2: /me waves, switches off the lights, switches them on again, because others are still working`,
  ),
  story(
    inTopic("general", "time zones", 5, "12:00"),
    `
sam: When is "the release at four"? My four, your four or the computer's four?
ana +2: Please never write a bare hour here. Type \`<time:\` and let everybody see their own: <time:{{time 180}}>
^^ bulb sam
elodie +3: I once came to a meeting twelve hours early. I had pancakes and waited. It was a lovely morning, actually.
^^ joy sam noor you
ken +4: 東京は 21 時です。 I am the future. It is dark here.
^^ joy sam mei`,
  ),
  story(
    { where: { stream: "general", topic: "standup" }, when: { ago: 120 }, unread: 3 },
    `
sam: Yesterday: fixed a test by not believing the calendar. Today: the same, but on purpose.
tomasz +3: Antenna arrived, with a curtain still on it. Thank you Robin, it is a nice curtain. Radio no longer snores.
^^ joy you sam bo
priya +4: Today: hold the button at the deploy. Afterwards: hand over the pager, sleep like a stone.`,
  ),
];
