/** What every form has in common; a new form does not compile without a row here. */
import { expect, onTestFinished, test } from "vitest";
import { optionsOf, valuesIn } from "#cli/form-options.ts";
import { verbs } from "#cli/verbs.ts";
import { preferencesOf } from "#commands/account/options.ts";
import { formNow, formOf } from "#commands/forms/definitions.ts";
import { type FormNow, isWritten, wordOf } from "#commands/forms/form.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { defaults } from "#config/options.ts";
import type { FormName } from "#store/forms.ts";
import { changeScreen, changeSession } from "#store/store.ts";
import { defaultLevel } from "#wire/limits.ts";
import { showScreen, type TestScreen } from "../support/screen.tsx";
import { people, streams } from "../support/small-blueprint.ts";
import { formKeys, startSmall } from "../support/small-client.ts";
import { beforePermissions } from "../support/versions.ts";

/** The ID of something that the form is about. */
const subjects: Readonly<Record<FormName, number>> = {
  stream: streams.dev,
  "new-stream": 0,
  "stream-people": streams.dev,
  person: people.bo,
  deactivate: people.bo,
  settings: 0,
  accounts: 0,
  options: 0,
  group: 1,
  "new-group": 0,
  folder: 1,
  "new-folder": 0,
  report: 104,
  field: 1,
  "new-field": 0,
  snippet: 1,
  "new-snippet": 0,
};

const all = Object.entries(subjects).map(([name, id]) => ({ name: name as FormName, id }));

async function at(
  ref: (typeof all)[number],
  who: keyof typeof people = "cleo",
  level: number = defaultLevel,
) {
  const world = await startSmall({ who, level });
  await world.cleo.post("/realm/profile_fields", { name: "Team", field_type: 1 });
  const own = who === "ana" ? world.ana : world.cleo;
  world.control.setRealm("moderation_request_channel_id", streams.dev);
  await world.cleo.post("/channel_folders/create", { name: "Boats", description: "" });
  await own.post("/saved_snippets", { title: "Greeting", content: "Ahoy" });
  const accounts = ["home", "work"].map((name) => ({ name, title: `ana at ${name}` }));
  const account = { name: "home", keyPlace: "in a file", keyProblem: undefined, all: accounts };
  changeSession(world.store, (session) => ({ ...session, account }));
  changeScreen(world.store, (screen) => ({ ...screen, preferences: preferencesOf(defaults) }));
  await world.settles();
  openForm(world.store, ref);
  const keys = formKeys(world);
  const now = keys.shown()?.now;
  if (now === undefined) throw new RangeError(`No form ${ref.name}.`);
  return { ...world, ...keys, now };
}

function expectTitles(name: FormName, { fields }: FormNow, { whole }: TestScreen): void {
  const titles = fields.flatMap(({ kind }) =>
    kind.type === "choice" ? kind.options.map(({ title }) => title) : [],
  );
  // The names of accounts are the user's.
  if (name !== "accounts") expect(titles.filter((title) => /^[a-z]/.test(title))).toEqual([]);
  const sections = fields.flatMap(({ section }) => section ?? []);
  const runs = sections.filter((section, index) => section !== sections[index - 1]);
  expect(runs).toEqual([...new Set(sections)]);
  if (fields.length > 8) expect(sections).toHaveLength(fields.length);
  for (const section of runs) expect(whole.shows(section.toUpperCase())).toBe(true);
}

test.each(all)(
  "the form $name has sections if it is long, shows choices in sentence case, and what a change replaces",
  async (ref) => {
    const { now, goesTo, press, store } = await at(ref);
    const screen = await showScreen(store, { columns: 100, rows: 60 });
    onTestFinished(screen.ends);
    const rowOf = async (label: string) => {
      await screen.settles();
      const row = new RegExp(`[│▌] +${label} (?: |•) .*`);
      return screen.whole.lines().flatMap((line) => row.exec(line) ?? [])[0] ?? "";
    };

    expectTitles(ref.name, now, screen);
    const unlocked = now.fields.filter(({ locked }) => locked === undefined);
    for (const { kind, label } of unlocked) {
      const sign = { choice: "▾", open: "›" }[kind.type as string];
      if (sign === undefined) expect(await rowOf(label)).not.toMatch(/[▾›]/);
      else expect(await rowOf(label)).toContain(` ${sign} `);
    }

    const changed = unlocked.filter(({ kind }) => kind.type !== "open");
    for (const field of changed) {
      goesTo(field.key);
      const before = now.truth[field.key] ?? "";
      press(...(isWritten(field) ? "x" : [" "]));
      const row = await rowOf(field.label);
      expect(row).toContain("•");
      if (isWritten(field) && before !== "" && field.kind.type === "text")
        expect(row).toContain(`(${before})`);
    }
    const [first] = changed;
    // A long form scrolls.
    press("Down");
    await screen.settles();
    const count = changed.length === 1 ? "1 change" : `${changed.length} changes`;
    if (first !== undefined && now.submit === undefined && now.submitChange === undefined)
      expect(screen.whole.shows(`Save ${count} ${first.label}`)).toBe(true);
  },
);

test("a section that is the only one has no heading", async () => {
  const { store } = await at({ name: "group", id: 1 }, "cleo", beforePermissions);
  const screen = await showScreen(store);
  onTestFinished(screen.ends);
  expect(screen.whole.shows("Description Those who row")).toBe(true);
  expect(screen.whole.shows("GROUP")).toBe(false);
});

test.each(all)("the form $name says what only others may do", async (ref) => {
  const { now } = await at(ref, "ana");
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
