/** What every form has in common; a new form does not compile without a row here. */
import { expect, onTestFinished, test } from "vitest";
import { optionsOf, valuesIn } from "#cli/form-options.ts";
import { verbs } from "#cli/verbs.ts";
import { isWritten, wordOf } from "#commands/forms/form.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { formNow, formOf } from "#commands/forms/table.ts";
import type { FormName } from "#store/forms.ts";
import { changeSession } from "#store/store.ts";
import { showScreen } from "../support/screen.tsx";
import { people, streams } from "../support/small-blueprint.ts";
import { formKeys, startSmall } from "../support/small-client.ts";

/** The ID of something that the form is about. */
const subjects: Readonly<Record<FormName, number>> = {
  stream: streams.dev,
  "new-stream": 0,
  "stream-people": streams.dev,
  person: people.bo,
  deactivate: people.bo,
  settings: 0,
  accounts: 0,
  group: 1,
  "new-group": 0,
  field: 1,
  "new-field": 0,
};

const all = Object.entries(subjects).map(([name, id]) => ({ name: name as FormName, id }));

async function at(ref: (typeof all)[number], who: keyof typeof people = "cleo") {
  const world = await startSmall({ who });
  await world.cleo.post("/realm/profile_fields", { name: "Team", field_type: 1 });
  const accounts = ["home", "work"].map((name) => ({ name, title: `ana at ${name}` }));
  const account = { name: "home", keyPlace: "in a file", keyProblem: undefined, all: accounts };
  changeSession(world.store, (session) => ({ ...session, account }));
  await world.settles();
  openForm(world.store, ref);
  const keys = formKeys(world);
  const screen = await showScreen(world.store, { columns: 100, rows: 60 });
  onTestFinished(screen.ends);
  const rowOf = async (label: string) => {
    await screen.settles();
    const row = new RegExp(`[│▌] +${label} (?: |•) .*`);
    return screen.whole.lines().flatMap((line) => row.exec(line) ?? [])[0] ?? "";
  };
  const shown = () => {
    const now = keys.shown();
    if (now === undefined) throw new RangeError(`No form ${ref.name}.`);
    return now;
  };
  return { ...world, ...keys, screen, rowOf, shown };
}

test.each(all)("the choices of the form $name are in sentence case", async (ref) => {
  const { shown } = await at(ref);
  const titles = shown().now.fields.flatMap(({ kind }) =>
    kind.type === "choice" ? kind.options.map(({ title }) => title) : [],
  );
  // The names of accounts are the user's.
  if (ref.name !== "accounts") expect(titles.filter((title) => /^[a-z]/.test(title))).toEqual([]);
});

test.each(all)("the form $name has sections if it is long", async (ref) => {
  const { shown, screen } = await at(ref);
  const { fields } = shown().now;
  const sections = fields.flatMap(({ section }) => section ?? []);
  const runs = sections.filter((section, index) => section !== sections[index - 1]);
  expect(runs).toEqual([...new Set(sections)]);
  if (fields.length > 8) expect(sections).toHaveLength(fields.length);
  for (const section of runs) expect(screen.whole.shows(section.toUpperCase())).toBe(true);
});

test.each(all)("in the form $name one tells a choice from a text", async (ref) => {
  const { shown, rowOf } = await at(ref);
  const open = shown().now.fields.filter(({ locked }) => locked === undefined);
  for (const field of open) {
    const sign = { choice: "▾", open: "›" }[field.kind.type as string];
    if (sign === undefined) expect(await rowOf(field.label)).not.toMatch(/[▾›]/);
    else expect(await rowOf(field.label)).toContain(` ${sign} `);
  }
});

test.each(all)(
  "in the form $name a change shows what it replaces, and what will be sent",
  async (ref) => {
    const { shown, goesTo, press, rowOf, screen } = await at(ref);
    const { now } = shown();
    const open = now.fields.filter(
      (field) => field.locked === undefined && field.kind.type !== "open",
    );
    for (const field of open) {
      goesTo(field.key);
      const before = now.truth[field.key] ?? "";
      press(...(isWritten(field) ? "x" : [" "]));
      const row = await rowOf(field.label);
      expect(row).toContain("•");
      if (isWritten(field) && before !== "" && field.kind.type === "text")
        expect(row).toContain(`(${before})`);
    }
    const [first] = open;
    const count = open.length === 1 ? "1 change" : `${open.length} changes`;
    if (first !== undefined && now.submit === undefined && now.submitChange === undefined)
      expect(screen.whole.shows(`Save ${count} ${first.label}`)).toBe(true);
  },
);

test.each(all)("the form $name says what only others may do", async (ref) => {
  const { shown } = await at(ref, "ana");
  const { now } = shown();
  const reasons = [now.locked, ...now.fields.map(({ locked }) => locked)];
  for (const reason of reasons.filter((one) => one !== undefined)) {
    expect(reason).toMatch(/^[A-Z].*\.$/);
    expect(reason).not.toMatch(/^(?:Must|Insufficient|Not allowed)/);
  }
});

const withForms = verbs.flatMap(({ name, form }) => (form === undefined ? [] : [{ name, form }]));

test.each(withForms)("weir $name has an option or argument for each field", ({ form }) => {
  const flags = optionsOf(form).map(({ flags: words }) => words.split(" ")[0]);
  for (const { key, flag } of formOf(form).declared)
    expect(flags.includes(`--${flag}`)).toBe(form.args?.includes(key) !== true);
});

test.each(withForms)("weir $name accepts each choice of its form by its word", async ({ form }) => {
  const { store } = await at({ name: form.name, id: subjects[form.name] });
  const { view: replica } = store.getState();
  const now = formNow(replica, { name: form.name, id: subjects[form.name] });
  if (now === undefined) throw new RangeError("No form.");
  for (const { key, flag } of formOf(form).declared) {
    const kind = now.fields.find((field) => field.key === key)?.kind;
    if (kind?.type !== "choice") continue;
    const words = kind.options.map(wordOf);
    expect(new Set(words).size).toBe(words.length);
    for (const option of kind.options) {
      const word =
        option.value === "true" || option.value === "false"
          ? option.value === "true"
          : wordOf(option);
      const options = { [flag.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())]: word };
      const invocation = { verb: "", argument: undefined, options };
      expect(valuesIn(invocation, { name: form.name }, [], { replica, now })).toEqual({
        [key]: option.value,
      });
    }
  }
});
