/** Releases, customers, translation, the community, and lunch. */

import { inTopic, type Story, story } from "#realm/seed/demo/story.ts";

export const outside: readonly Story[] = [
  story(
    inTopic("announcements", "offsite in March", 8, "15:20"),
    `
elodie: **Lisbon, 17 and 18 March.** Trains and flights: book what is sane, send the receipt to me. If you cannot travel, we bring a screen and a cushion for it. The cat is confirmed.
^^ tada noor mei ana bo you priya tomasz sam ken, cat noor mei`,
  ),
  story(
    inTopic("announcements", "how we use this place", 9, "09:00"),
    `
ana: Three rules, because somebody new asked and we had none written:
1. **One matter, one topic.** If it drifts, start another: #**general** bears it.
2. **Nobody must answer at once.** Direct messages are not faster, only lonelier.
3. **Done is a state.** Mark a topic as resolved when it is; come back when it is not.

~~~spoiler The fourth rule
If it made you laugh, react. It costs nothing, and Bo counts them.
~~~
^^ +1 you priya mei tomasz elodie, joy bo`,
  ),
  story(
    { where: { stream: "announcements", topic: "4.2 is out" }, when: { ago: 15 }, unread: 1 },
    `
elodie: **4.2.1** is on its way to every region. For customers:
* rain sums are exact to the drop
* the alarm dialog says *Stop the noise*
* it no longer rains in Lisbon at midnight

Internally: settings that nobody reads are refused at start. Update your \`.env\` before you update your branch. Thanks to @*backend-team* and to instance 17, for its service.
^^ tada bo priya noor mei sam, saluting_face tomasz`,
  ),
  story(
    inTopic("community", "rain gauge reads zero", 5, "08:00"),
    `
noor: From the web form, with permission: "My gauge has read zero for three weeks. It has rained for three weeks. I have checked the cable, the battery and my marriage."
^^ joy you mei ana
tomasz +20: Is there a leaf in the funnel?
noor +90: "There is a family of wrens in the funnel."
^^ heart_eyes mei noor jules you, bird tomasz
tomasz +3: Then the gauge is occupied until about June. Please tell them to keep it and we send a second one.
noor +4: On what grounds, for the accounts?
tomasz: Tenancy.
^^ joy noor ana elodie you bo, 100 mei`,
  ),
  story(
    inTopic("community", "日本語訳", 6, "01:00"),
    `
ken: 「station」を「観測所」と訳していますが、ベランダの箱には大げさです。「観測機」はどうでしょう？
mei +12: 「観測所」は山の上、「観測機」は機械、「ステーション」は駅みたい。うちのは…「お天気ばこ」？
^^ heart ken
ken +5: お天気ばこ！ 可愛すぎます。採用したい。
mei +4: For the others: Ken asks how to say *station*. The dictionary word is an observatory on a mountain. I proposed "weather box", which sounds like something that lives with you.
^^ +1 you noor elodie
you +420: It does live with us. +1 for the box.
ken +900: では決定です：初出は「観測機（お天気ばこ）」、以後は「お天気ばこ」。
^^ tada mei
elodie +200: In French we have had « la petite station » for years, which is a lie about its price.
^^ joy noor mei`,
  ),
  story(
    { where: { stream: "community", topic: "日本語訳" }, when: { ago: 210 }, unread: 3 },
    `
ken: 「Stop the noise」は「音を止める」でいいですか？「静かにして」だと怒っているみたいで。
mei +6: 「音を止める」に一票。「静かにして」は母の声で聞こえます。
^^ joy ken noor
ken +3: 了解です 👨‍👩‍👧‍👦 では「音を止める」で。残り 12 件です。`,
  ),
  story(
    { where: { stream: "community", topic: "my first station" }, when: { ago: 150 }, unread: 3 },
    `
jules: For the people here who ask what a mountain is like for a station: rime, three fingers thick, on the windward side only. It looks like feathers. 🏔️🌬️
^^ heart mei sam noor
noor +25: Somebody asks whether it measures correctly when it looks like a cake.
jules +5: Temperature yes. Wind, no. Dignity, no.
^^ joy noor tomasz mei`,
  ),
  story(
    inTopic("community", "export as CSV", 4, "10:40"),
    `
noor: A school in Bergamo wants all its readings since 2021 as one file, for a statistics lesson. How big is that?
you +6: One reading a minute, about 60 bytes: 2.6 million rows, 160 MB. Their spreadsheet will need a lie-down.
noor +2: They are 14 years old, their computers are also 14 years old.
^^ joy you bo
you +9: Hourly means then, that is 44,000 rows and 2 MB:
~~~bash
curl -s 'https://api.acme.example/v2/stations/2214/readings?every=1h&since=2021-01-01' \\
  -H 'accept: text/csv' > bergamo.csv
~~~
you +1: Or by hand: station page → *Data* → *By the hour* → *CSV*.
noor +55: They found that Mondays are colder than Sundays, with p = 0.04, and are very excited.
ana +4: Please nobody tell them. No: please somebody tell them, gently. That *is* the lesson.
^^ heart noor you elodie mei`,
  ),
  story(
    inTopic("random", "lunch", 6, "11:00"),
    `
bo: /poll Lunch (the Malmö half)
falafel
the good falafel
soup, because it is grey outside
ana +2: I am in Madrid and I vote for the good falafel.
bo +1: Noted, eaten on your behalf.
^^ joy ana you
noor +3: There is no good falafel north of the Alps. I say this with love.
^^ fire ana, broken_heart bo
tomasz +6: pierogi 🥟`,
  ),
  story(
    inTopic("random", "clouds", 3, "09:50"),
    `
mei: This morning's cloud over the river looked like a kettle. It even steamed.
sam +12: *Cumulus kettle*.
tomasz +2: Class: stratiform, species: tea.
^^ joy mei sam you
jules +400: Lenticular over the north ridge at sunset, three storeys, pink. I stopped shovelling. 🌄
^^ heart_eyes mei ken noor you sam`,
  ),
  story(
    { where: { stream: "random", topic: "lunch" }, when: { ago: 18 }, unread: 6 },
    `
bo: It is nearly noon and nobody has said soup
noor +2: soup
tomasz +1: żurek, with an egg
ana +3: What is the difference between żurek and a hug?
tomasz +1: The egg.
^^ heart ana noor bo mei
bo +1: 🥣`,
  ),
];
