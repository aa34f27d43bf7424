import { expect, test } from "vitest";
import { allEmoji, catalogueFor, codeNamed, emojiByName, nameOfCode } from "#emoji/catalogue.ts";

test("built-in names have the servers' codes", () => {
  const pairs = {
    "+1": "1f44d",
    thumbs_up: "1f44d",
    smile: "1f642",
    smiley: "1f603",
    happy: "1f600",
    tada: "1f389",
    heart: "2764",
    octopus: "1f419",
    check: "2705",
    info: "2139",
    eyes: "1f440",
    car: "1f697",
    island: "1f3dd",
    coffee: "2615",
    one: "0031-20e3",
    hash: "0023-20e3",
    copyright: "00a9",
    rainbow_flag: "1f3f3-200d-1f308",
    flag_germany: "1f1e9-1f1ea",
    flag_reunion: "1f1f7-1f1ea",
    woman_technologist: "1f469-200d-1f4bb",
    family_woman_woman_girl_boy: "1f469-200d-1f469-200d-1f467-200d-1f466",
    couple_with_heart_man_man: "1f468-200d-2764-200d-1f468",
    melting_face: "1fae0",
  };
  for (const [name, code] of Object.entries(pairs))
    expect(emojiByName(name)?.code, name).toBe(code);
});

test("names used only by other services are not built in", () => {
  for (const name of ["party_popper", "stuck_out_tongue_winking_eye"])
    expect(emojiByName(name), name).toBeUndefined();
});

test("the catalogue has as many emoji as a server of level 278, with unique names", () => {
  expect(allEmoji()).toHaveLength(1875);
  const names = allEmoji().flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(names.filter((name) => !/^[\w\-+]+$/.test(name))).toEqual([]);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("a code gives the name that is sent", () => {
  expect(nameOfCode("1f44d")).toBe("+1");
  expect(nameOfCode("beef")).toBeUndefined();
});

test("a server's list replaces the built-in names, in the built-in order", () => {
  const list = new Map([
    ["2764", ["love"]],
    ["1f9ff", ["nazar_amulet", "smile"]],
    ["1fae9", ["tired_eyes"]],
    ["0041", ["letter_a"]],
    ["1f642", ["smile", "slight_smile"]],
  ]);
  const { all, byCode } = catalogueFor(list);
  expect(all.map(({ name }) => name)).toEqual(["smile", "love", "nazar_amulet", "tired_eyes"]);
  expect(codeNamed(list, "smile")).toBe("1f642");
  expect(codeNamed(list, "slight_smile")).toBe("1f642");
  expect(codeNamed(list, "heart")).toBeUndefined();
  expect(byCode.get("2764")?.name).toBe("love");
  expect(catalogueFor(list)).toBe(catalogueFor(list));
});
