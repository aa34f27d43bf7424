import { expect, test } from "vitest";
import { accountFolder, configFile, expandHome, folders } from "#host/paths.ts";

test("XDG folders are used if set, otherwise their defaults", () => {
  const found = folders(
    { HOME: "/h/ana", XDG_DATA_HOME: "/data/", XDG_STATE_HOME: "relative" },
    "/h/other",
  );
  expect(found).toEqual({
    config: "/h/ana/.config/weir",
    data: "/data/weir",
    state: "/h/ana/.local/state/weir",
    cache: "/h/ana/.cache/weir",
    runtime: "/h/ana/.local/state/weir/run",
  });
  expect(folders({ XDG_RUNTIME_DIR: "/run/user/7" }, "/h/ana").runtime).toBe("/run/user/7/weir");
  expect(configFile(found)).toBe("/h/ana/.config/weir/config.toml");
  expect(folders({}, "/h/other").cache).toBe("/h/other/.cache/weir");
});

test("an account's folder has a readable and unique name, and stays inside the accounts folder", () => {
  const found = folders({ HOME: "/h" }, "/h");
  const folder = (site: string, email: string) => accountFolder(found, { site, email });
  const ana = folder("https://chat.example.com", "ana@example.com");
  expect(ana).toMatch(
    /^\/h\/\.local\/share\/weir\/accounts\/ana@example\.com-chat\.example\.com-[\da-f]{8}$/,
  );
  expect(folder("http://chat.example.com", "ana@example.com")).not.toBe(ana);
  expect(folder("https://chat.example.com", "Ana@example.com")).not.toBe(ana);
  expect(folder("https://x", "../../../etc/passwd")).toMatch(/accounts\/[^/]+$/);
});

test("a tilde is expanded only at the beginning of a path", () => {
  expect(["~/.svcrc", "~", "/a/~/b", "~ana/x"].map((path) => expandHome(path, "/h"))).toEqual([
    "/h/.svcrc",
    "/h",
    "/a/~/b",
    "~ana/x",
  ]);
});
