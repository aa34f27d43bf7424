/** Everything is done twice, with keys on the screen and with lines in plain mode: the realm is the same afterwards. */
import { expect, test } from "vitest";
import { problemOf } from "#commands/forms/form.ts";
import { type ShownForm, shownForm } from "#commands/forms/open-form.ts";
import { type Asking, type DialogCase, startAsking } from "../support/asking.ts";
import { dialogCases } from "../support/dialog-cases.ts";
import { speakWith } from "../support/plain-client.ts";
import { thingsOf } from "../support/realm-changes.ts";

/** The same, by keys and by lines. */
type Step = { readonly press: (asking: Asking) => void; readonly lines: readonly string[] };

const pressing =
  (...keys: readonly string[]): Step["press"] =>
  ({ press }) =>
    press(...keys);

/** Letters are one line, Enter is an empty one, and another key is a command. */
function stepsOf(accepts: readonly string[]): readonly Step[] {
  const groups: string[][] = [];
  const isLetter = (stroke: string | undefined) => stroke !== undefined && [...stroke].length === 1;
  for (const stroke of accepts) {
    const last = groups.at(-1);
    if (last !== undefined && isLetter(stroke) && isLetter(last[0])) last.push(stroke);
    else groups.push([stroke]);
  }
  return groups.map((keys): Step => {
    const [key = ""] = keys;
    const line = isLetter(key) ? keys.join("") : `:${key}`;
    return { press: pressing(...keys), lines: [key === "Enter" ? "" : line] };
  });
}

const shownIn = ({ store }: Asking): ShownForm | undefined => {
  const { view, screen } = store.getState();
  return screen.dialog?.kind === "form" ? shownForm(view, screen.dialog) : undefined;
};

function goesTo(asking: Asking, at: number): void {
  for (let turn = 0; turn < 60 && shownIn(asking)?.form.at !== at; turn += 1) asking.press("Tab");
}

const texts = ["Ahoy", "12", "Don Marsh", "crew", "2024-05-06", "https://a.example"];

/** Fills in every field that can be, and saves. */
function formSteps(asking: Asking): readonly Step[] {
  const shown = shownIn(asking);
  if (shown === undefined) return [];
  const { now, change, answers } = shown;
  let values = change.values;
  const filled = now.fields.flatMap((field, at): readonly Step[] => {
    const { kind, key } = field;
    if ((field.locked ?? now.locked) !== undefined || kind.type === "open") return [];
    const options =
      kind.type === "choice" ? kind.options : texts.map((text) => ({ value: text, title: text }));
    const option = options.find(({ value }) => {
      const all = { ...values, [key]: value };
      const isFine = problemOf(field, { values: all, changed: new Set([key]) }) === undefined;
      return value !== values[key] && isFine;
    });
    if (option === undefined) return [];
    const { value, title } = option;
    values = { ...values, [key]: value };
    const press = (on: Asking) => {
      goesTo(on, at);
      if (kind.type !== "choice") on.press("End", "^U", ...value);
      else
        for (let turn = 0; turn < 20; turn += 1)
          if (shownIn(on)?.change.values[key] !== value) on.press("Right");
    };
    return [{ press, lines: [`${at + 1}`, kind.type === "choice" ? title : `\\${value}`] }];
  });
  const save = now.fields.length + answers.indexOf("save");
  const saving: Step = {
    press: (on) => {
      goesTo(on, save);
      on.press("Enter");
    },
    lines: [`${save + 1}`],
  };
  // A form without changes offers no answer.
  return now.keep === undefined
    ? [...filled, { press: pressing("^S"), lines: [":save"] }]
    : [saving];
}

type Way = (asking: Asking, steps: readonly Step[]) => Promise<void>;

const withKeys: Way = async (asking, steps) => {
  for (const { press, lines } of steps) {
    press(asking);
    await asking.clock.pass(`${2 * lines.length} s`);
  }
};

const withLines: Way = async ({ store, clock }, steps) => {
  const { types } = speakWith(store, clock);
  for (const { lines } of steps) await types(...lines);
};

async function doneBy(way: Way, each: DialogCase) {
  const asking = await startAsking(each);
  await each.opens(asking);
  await asking.clock.pass("2 s");
  const isForm = asking.store.getState().screen.dialog?.kind === "form";
  const before = thingsOf(asking);
  await way(asking, isForm ? formSteps(asking) : stepsOf(each.accepts));
  await asking.clock.pass("10 s");
  const { dialog, toast, place } = asking.store.getState().screen;
  return {
    before,
    after: thingsOf(asking),
    isForm,
    dialog: dialog?.kind,
    toast: toast?.text,
    place,
  };
}

/** The key is read by an input of its own, which an end-to-end test fills in. */
const cases = dialogCases.filter(([name]) => name !== "sign-in");

test.each(cases)("%s", async (name, each) => {
  const keys = await doneBy(withKeys, each);
  const lines = await doneBy(withLines, each);
  expect(lines.before).toEqual(keys.before);
  // Who listens stays where they muted.
  const { place, ...same } = keys;
  expect(lines).toMatchObject(name === "mute-people" ? same : { ...same, place });
  if (keys.isForm) expect(keys.dialog).toBeUndefined();
});
