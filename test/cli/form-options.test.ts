import { expect, test } from "vitest";
import { startRealm } from "../support/realm.ts";
import { json, shellOn } from "../support/verb.ts";

test("people show draws Markdown of a profile on a terminal, and leaves it to programs as it is", async () => {
  const realm = startRealm();
  const cleo = shellOn(realm, { email: "cleo@small.example", columns: 200 });
  await cleo.run(["fields", "create", "About", "--type", "long-text"]);
  const about = `**Rows** [boats](https://boats.example/x) to the end`;
  expect(await cleo.run(["people", "edit", "@bo", "--profile", `About=${about}`])).toMatchObject({
    err: "",
  });
  const drawn = (await cleo.run(["people", "show", "@bo"])).out;
  expect(drawn).toContain("Rows boats to the end");
  expect((await shellOn(realm).run(["people", "show", "@bo"])).out).toContain(about);
  expect(json(await cleo.run(["people", "show", "@bo", "--json=profile"]))[0]).toEqual({
    profile: { About: about },
  });
});

test("people edit sets profile fields of others by their names, and its report undoes that", async () => {
  const realm = startRealm();
  const cleo = shellOn(realm, { email: "cleo@small.example", columns: 200 });
  const create = (name: string, type: string, ...more: string[]) =>
    cleo.run(["fields", "create", name, "--type", type, ...more]);
  await create("Team", "short-text");
  await create("Desk=chair", "options", "--option", "Near C", "--option", "Near C++");
  await create("Mentors", "people");
  const edit = (...profile: string[]) =>
    cleo.run(["people", "edit", "@bo", ...profile.flatMap((one) => ["--profile", one])]);
  const profile = async () =>
    json(await cleo.run(["people", "show", "@bo", "--json=profile"]))[0]?.["profile"];
  const [, desk] = json(await cleo.run(["fields", "--json=id"])).map(({ id }) => id);

  const first = await edit("Team=Back=end", `${desk}=Near C++`, "Mentors=@ana", "mentors=don");
  expect(first).toMatchObject({ code: 0, err: "" });
  const wanted = { Team: "Back=end", "Desk=chair": "Near C++", Mentors: "Ana Ruiz, Don Marsh" };
  expect(await profile()).toEqual(wanted);
  const second = await edit("Team=", `${desk}=near c`, "Mentors=");
  expect(await profile()).toEqual({ "Desk=chair": "Near C" });
  expect(second.out).toContain(
    `weir people edit 12 --profile Team=Back=end --profile '${desk}=Near C++' --profile 'Mentors=Ana Ruiz' --profile 'Mentors=Don Marsh'`,
  );

  for (const [wrong, code, sentence] of [
    ["Team", 2, 'field=value, not "Team"'],
    ["Taem=x", 2, 'There is no field "Taem". Did you mean Team?'],
    [`${desk}=Far`, 2, 'There is no option "Far".'],
    ["Mentors=@eva", 1, "deactivated"],
  ] as const) {
    const { err, ...ran } = await edit(wrong);
    expect(ran).toMatchObject({ code, out: "" });
    expect(err).toContain(sentence);
  }
  expect((await edit("Team=a", "team=b")).err).toContain("several values of Team");
  expect(await shellOn(realm).run(["people", "edit", "@bo", "--profile", "Team=x"])).toMatchObject({
    code: 1,
    err: "weir: Only administrators may change people.\n",
  });
  expect(await profile()).toEqual({ "Desk=chair": "Near C" });
});

test("settings edit sets one's own profile fields, and settings lists them", async () => {
  const realm = startRealm();
  await shellOn(realm, { email: "cleo@small.example" }).run(["fields", "create", "Team"]);
  const { run } = shellOn(realm);
  const row = { setting: "profile", value: "Team=Backend" };
  expect(json(await run(["settings", "edit", "--profile", "Team=Backend", "--json"]))).toEqual([
    row,
  ]);
  expect(json(await run(["settings", "--json"]))).toContainEqual(row);
});

test("a refused word is said to be of the argument, or of the option, that it was typed for", async () => {
  const cleo = shellOn(startRealm(), { email: "cleo@small.example" });
  const takes = 'takes owner, administrator, moderator, member or guest, not "admin".';
  expect((await cleo.run(["people", "role", "@bo", "admin"])).err).toContain(
    `weir: <role> ${takes}`,
  );
  expect((await cleo.run(["people", "edit", "@bo", "--role", "admin"])).err).toContain(
    `weir: --role ${takes}`,
  );
});
