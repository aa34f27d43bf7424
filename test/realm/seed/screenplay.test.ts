import { expect, test } from "vitest";
import { screenplay } from "#realm/seed/screenplay.ts";

const cast = ["ana", "bo"] as const;

test("a line may begin with a quote, below its speaker", () => {
  const [, second] = screenplay(cast, "ana: first\nbo +2:\n> second\n^^ eyes ana");
  expect(second).toMatchObject({ speaker: "bo", after: 2, text: "> second" });
});

test("a line has a speaker, a delay, its rows, reactions, votes and its previous text", () => {
  const script = `
ana +7: first
~~~go
ana()
~~~
^^ +1 bo ana, eyes bo
^^ was: frist
bo: second: with a colon

and a blank row
ana +4: /poll third?
a
b
^^ ticks: 2 bo ana
^^ eyes bo
`;
  expect(screenplay(cast, script)).toEqual([
    {
      speaker: "ana",
      after: 0,
      text: "first\n```go\nana()\n```",
      reactions: [
        { by: "bo", name: "+1" },
        { by: "ana", name: "+1" },
        { by: "bo", name: "eyes" },
      ],
      was: "frist",
    },
    { speaker: "bo", after: 1, text: "second: with a colon\n\nand a blank row", reactions: [] },
    {
      speaker: "ana",
      after: 4,
      text: "/poll third?\na\nb",
      reactions: [{ by: "bo", name: "eyes" }],
      ticks: [
        { by: "bo", option: 2 },
        { by: "ana", option: 2 },
      ],
    },
  ]);
});

test("a text without a speaker and a reaction by an unknown person are rejected", () => {
  expect(() => screenplay(cast, "hm\nana: hello")).toThrow('Nobody says "hm"');
  expect(() => screenplay(cast, "ana: hello\n^^ +1 zoe")).toThrow('Nobody is called "zoe"');
});
