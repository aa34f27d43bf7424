import { expect, test } from "vitest";
import { sidebarRows } from "#commands/sidebar/sidebar-rows.ts";
import { changeScreen } from "#store/store.ts";
import { acme, storeOf } from "../support/acme.ts";
import { emptyScreen } from "../support/empty-screen.ts";
import { showScreen } from "../support/screen.tsx";

test("the sidebar scrolls only as far as its cursor needs", async () => {
  const screen = await showScreen(
    storeOf(acme(), { focus: "sidebar", sidebar: { ...emptyScreen.sidebar, isShown: true } }),
  );
  const { store } = screen;
  const keys = sidebarRows(store.getState()).map(({ key }) => key);
  const select = async (at: number) => {
    changeScreen(store, (now) => ({
      ...now,
      sidebar: { ...now.sidebar, selected: keys.at(at) ?? "" },
    }));
    await screen.settles();
    return screen.sidebar.lines().map((line) => line.replace("▌", " ").trim());
  };
  const top = await select(0);
  const end = await select(-1);
  expect(end).not.toEqual(top);
  expect(await select(-3)).toEqual(end);
  expect(await select(0)).toEqual(top);
  screen.ends();
});
