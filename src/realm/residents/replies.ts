/** What colleagues answer to you: by what you wrote about, by who they are, and, failing both, in general. */

import type { Short } from "#realm/seed/demo/people.ts";

export type Repertoire = {
  readonly about: RegExp;
  readonly say: readonly string[];
  /** Emoji that fit; absent means that a reaction would be odd. */
  readonly react?: readonly string[];
  /** Set where a reaction alone may be the whole answer. */
  readonly mayOnlyReact?: true;
};

/** In the order in which they are tried. */
export const repertoires: readonly Repertoire[] = [
  {
    about: /\b(?:thanks?|thank you|thx|cheers|ありがとう)\b|🙏/i,
    say: [
      "Any time.",
      "With pleasure, {b}.",
      "No thanks needed, it was the fun kind of work.",
      "You would have done the same. You *have* done the same.",
      "どういたしまして！",
      "I pass it on to {c}, who did the hard half.",
    ],
    react: ["heart", "+1", "slight_smile"],
    mayOnlyReact: true,
  },
  {
    about: /^\s*(?:hi|hello|hey|good (?:morning|evening|afternoon)|morning|moin|hola|おはよう)\b/i,
    say: [
      "Hello {b}! Here it is: {sky}.",
      "Morning! Or whatever it is at yours.",
      "Hey {b}. Coffee is on, in spirit.",
      "Hello! You are early. Or I am late. One of us has a time zone.",
      "Hi {b}, good that you are here, I was about to talk to myself.",
    ],
    react: ["wave"],
  },
  {
    about: /\b(?:good ?night|bye|see you|logging off|have a nice)\b/i,
    say: [
      "Good night, {b}. I keep an eye on the graphs.",
      "See you tomorrow!",
      "Bye! Mind the hail.",
    ],
    react: ["wave"],
    mayOnlyReact: true,
  },
  {
    about: /^\/poll\b/,
    say: [
      "I voted. I will not say for what, but I am right.",
      "A poll! Can one vote for *both, in turns*?",
    ],
  },
  {
    about: /```|^ {4}\S|=>|\bfunction\b|\bconst \w+|;\s*$/m,
    say: [
      "Reads well. I would give the second line a name of its own.",
      "Nice. What does it do on an empty list?",
      "I ran it here: works, and it is faster than what we have.",
      "I like it. Could it say so in the type instead of in a comment?\n```ts\ntype Reading = { at: number } & (Late | OnTime);\n```",
      "That is shorter than the bug report. Ship it.",
      "One question: what if the clock goes back between these two lines?",
    ],
    react: ["eyes", "+1", "rocket"],
  },
  {
    about: /https?:\/\/|\[.+\]\(.+\)/,
    say: [
      "Opened it, read it, bookmarked it.",
      "The second half is the interesting one, thank you for the link.",
      "It asks me to log in. Could you paste the important paragraph?",
      "Added to #**general>reading list**.",
    ],
    react: ["eyes", "bookmark"],
  },
  {
    about: /\b(?:roll(?:ing|ed)? ?back|rollback|revert)/i,
    say: [
      "Rolling back is cheap, and being slow is not. Do it.",
      "Yes. I have the button under my finger.",
      "Wait one minute: p99 is coming down by itself. … No, roll back.",
      "Rollback takes 2 m 40 s, I timed it last time.",
    ],
    react: ["+1", "eyes"],
  },
  {
    about: /\b(?:deploy|release|ship|roll ?out|canary|4\.2)/i,
    say: [
      "Canary is healthy, so from me: go.",
      "Give me two minutes to look at the graphs… go ahead.",
      "Is {module} on this train as well?",
      "Not before a weekend. Unless it is small. Is it small?",
      "I hold the button, you watch the graphs?",
      "`eu-1` first, please, then we have lunch, then the rest.",
    ],
    react: ["rocket", "+1"],
  },
  {
    about: /\b(?:ci|tests?|flaky|red|green|build)\b/i,
    say: [
      "It is red for me as well. Same line?",
      "Try it with one core: `taskset -c 0`. It is usually the order.",
      "Please do not just restart it. …You would not. I know.",
      "Green here, `1 m 48 s`.",
    ],
    react: ["eyes"],
  },
  {
    about: /\b(?:bug|broken|crash|error|fail|stack ?trace|leak|wrong)/i,
    say: [
      "Does it happen with a cold cache as well?",
      "I can reproduce it. Give me ten minutes and no sudden movements.",
      "Since when? I touched {module} on Tuesday, so it may be my fault.",
      "Log line? The one *before* the error is usually the culprit.",
      "Station {station} has the same since last night. So it is not you.",
    ],
    react: ["bug", "eyes"],
  },
  {
    about: /\b(?:lunch|hungry|food|eat|dinner|breakfast|coffee|tea|cake|biscuits?)\b/i,
    say: [
      "{food}. It is always {food}.",
      "I was going to have {food}, but I can be talked into anything.",
      "Coffee first. Then opinions.",
      "Only if it is the good falafel.",
      "Somebody in {place} is eating {food} right now, and it is not us.",
    ],
    react: ["yum", "coffee"],
  },
  {
    about: /\b(?:rain|snow|wind|cloud|sun|storm|fog|hail|weather|cold|warm)/i,
    say: [
      "Here: {sky}.",
      "My station says {n} % and my window says otherwise. I believe the window.",
      "Jules reports three fingers of rime. So we should not complain.",
      "It will pass. It is weather, that is its whole idea.",
    ],
    react: ["umbrella", "snowflake"],
  },
  {
    about: /\b(?:cat|dog|pluvia|heron|hedgehog|snail)\b/i,
    say: [
      "Is there a picture? There must be a picture.",
      "The heron sends its regards.",
      "Priority one.",
    ],
    react: ["heart_eyes", "cat"],
  },
  {
    about: /\b(?:done|merged|fixed|finished|shipped|approved)\b/i,
    say: [
      "Lovely. One thing less in the world.",
      "Seen it, works here too. :tada:",
      "That was quick!",
      "Then I close the ticket and open a window.",
    ],
    react: ["tada", "+1", "check"],
    mayOnlyReact: true,
  },
  {
    about: /\b(?:sorry|my fault|my bad|oops)\b/i,
    say: [
      "Nothing happened that a rollback cannot mend.",
      "How, never who. :slight_smile:",
      "It was about time that somebody broke that.",
    ],
    react: ["heart", "hug"],
  },
  {
    about: /^\s*(?:ok(?:ay)?|yes|no|yep|sure|\+1|👍|lol|haha|はい)[.! ]*$/i,
    say: ["Good, then that is settled.", "Noted.", "Then so be it."],
    react: ["+1"],
    mayOnlyReact: true,
  },
  {
    about: /\bwhen\b[^?]*\?|\bhow long\b/i,
    say: [
      "Today, if nothing interesting happens.",
      "In half an hour: I am in a call with {place}.",
      "Tomorrow morning. I want to sleep over it once.",
      "Two days, one of them thinking.",
    ],
  },
  {
    about: /\bwho\b[^?]*\?/i,
    say: [
      "{c}, I think.",
      "Me, until somebody better comes along.",
      "Whoever asked last. So… you?",
    ],
  },
  {
    about: /\bwhy\b[^?]*\?/i,
    say: [
      "History. It made sense in a garage.",
      "Because the first version was written on a train.",
      "I asked the same in my first week. Nobody knew, so we wrote a page about it.",
      "Short answer: time zones. Long answer: *time zones*.",
    ],
    react: ["thinking"],
  },
  {
    about: /\bhow\b[^?]*\?|\bhelp\b/i,
    say: [
      "Show me? Ten minutes, I share my screen.",
      "There is a runbook for it: [runbooks](https://ops.acme.example/runbooks), step three is the important one.",
      "I would start with the smallest station that shows it.",
      "Read it backwards: from the wrong number to where it was still right.",
    ],
  },
  {
    about: /\?/,
    say: [
      "Yes, I think so. {c} would know for sure.",
      "Good question. Give me a minute, I would rather look than guess.",
      "From my side: yes.",
      "I would say no, but convince me.",
      "Half of it, yes. The other half is on {c}'s list.",
      "It depends on whether it moves. (Sorry. Everything here depends on whether it moves.)",
    ],
    react: ["thinking"],
  },
  {
    about: /[ぁ-んァ-ヶ一-龠]/,
    say: ["了解です！", "なるほど、ありがとうございます。", "いいですね。 (I like it.)"],
    react: ["+1"],
  },
];

/** For everything else. */
export const general: readonly string[] = [
  "Makes sense to me.",
  "I had not seen it that way. Let me think.",
  "Agreed. Shall I write it down in the wiki?",
  "That explains the graph of Tuesday!",
  "+1. And it is simple, which I like even more.",
  "Could you show me that tomorrow? I want to learn it.",
  "I tried the opposite last year and it was a long winter.",
  "Let us do the small half first.",
  "I will take it. It fits with what I am doing to {module}.",
  "Careful with {module} there, it bites.",
  "We should ask {c}, who has had this before.",
  "I wrote that on a sticky note. It now hangs next to the sundial.",
  "You are right, and I am slightly annoyed about it.",
  "Fine with me, as long as number 17 does not hear of it.",
  "In {place} they would say: *first the roof, then the weathercock*.",
  "I am for it. Quietly, but for it.",
];

/** What only they would say. */
export const voices: Readonly<Partial<Record<Short, readonly string[]>>> = {
  ana: [
    "Write it up while it is small, please.",
    "What would Agnes on the ferry say?",
    "Good. And how would we notice if it were wrong?",
  ],
  bo: [
    "I like boring. That is boring in the best way.",
    "Let me look… no. Yes. Let me look again.",
    "I was going to do exactly that, right after my sandwich.",
  ],
  mei: [
    "I will draw it, then we see whether it is true.",
    "Does it still work at sixteen pixels?",
    "Agnes would tap on it twice and sigh. I change it.",
  ],
  priya: ["Hm.", "I would sleep better with an alert on that.", "Fine by me. The button is warm."],
  ken: [
    "了解です。明日の朝、確認します。 (Will check tomorrow morning.)",
    "面白い。測ってみましょう。 (Let us measure it.)",
    "見てみます 👀",
  ],
  tomasz: [
    "In the garage we did that with a paper clip.",
    "How many microamperes does it cost?",
    "Burek approves. (The watchdog.)",
  ],
  noor: [
    "I know a customer who will write a poem about this.",
    "That saves me ten tickets. Eleven, with Trieste.",
    "Say it once more in words for the roof, and I put it on the help page.",
  ],
  sam: [
    "Writing that down! Entry 62.",
    "Stupid question: what happens on the ferry?",
    "Ah! That is why. Thank you, I had wondered since Tuesday.",
  ],
  elodie: [
    "That goes into the release notes, word for word.",
    "Parfait. I tell the customers on Monday.",
    "Shorter? … No, it is good as it is.",
  ],
  jules: [
    "From the summit: sounds right. −9 °C, wind northwest, pen still works.",
    "I am only a guest here, but: yes, please.",
  ],
  ci: ["I build, I test, I do not talk. Try a push."],
  alerts: ["I only speak when something is wrong. Be glad that this is short."],
};
