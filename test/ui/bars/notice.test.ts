/** The notice below the header: all its words where there is room, and what is below it moves down. */
import { expect, onTestFinished, test } from "vitest";
import { newSession } from "#store/session.ts";
import { changeSession } from "#store/store.ts";
import { painter } from "#theme/painter.ts";
import { themeOf } from "#theme/themes.ts";
import { noticePane, noticeWords } from "#ui/bars/notice.ts";
import { acme, storeOf } from "../../support/acme.ts";
import { showScreen, styleOf } from "../../support/screen.tsx";

const warning =
  'config.toml, line 91: context of the command Wrong context is "mesage"; it must be one of list, conversation, message, composer, stream. And 23 more: `weir doctor` lists them.';

async function withNotice(notice: string, columns: number, rows: number) {
  const store = storeOf(acme(), {}, { session: { ...newSession, notice } });
  const screen = await showScreen(store, { columns, rows });
  onTestFinished(screen.ends);
  return { store, screen };
}

test("at 80x24 a long warning is whole, beside the key that hides it", async () => {
  const { store, screen } = await withNotice(warning, 80, 24);
  const lines = screen.notice.lines().map((line) => line.trim());
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/Esc hides$/);
  expect(lines.join(" ").replace(/ +Esc hides/, "")).toBe(warning);
  const titleRow = () => screen.ui.panes().geometry(store.getState()).title?.y;
  const before = titleRow();
  changeSession(store, (session) => ({ ...session, notice: undefined }));
  await screen.settles();
  expect(titleRow()).toBe((before ?? 0) - 3);
});

test.each([
  [80, 19, 1],
  [200, 60, 1],
  [120, 30, 2],
])("at %ix%i it takes %i lines", async (columns, rows, count) => {
  const { screen } = await withNotice(warning, columns, rows);
  expect(screen.notice.lines()).toHaveLength(count);
  const isCut = rows === 19;
  expect(screen.notice.lines().join("").includes("…")).toBe(isCut);
});

test("what has no room in three lines ends in an ellipsis", async () => {
  const { screen } = await withNotice("Look here. ".repeat(40), 80, 24);
  const lines = screen.notice.lines();
  expect(lines).toHaveLength(3);
  expect(lines[2]?.trim()).toMatch(/…$/);
});

test.each([
  ["true", "dark", true],
  ["256", "terminal", false],
  ["16", "high-contrast", false],
  ["none", "mono", false],
] as const)("with %s colours in %s, it has a background: %s", async (depth, theme, isShaded) => {
  const { store, screen } = await withNotice("Demo, on this machine only.", 80, 24);
  const style = { ...styleOf({}), painter: painter(themeOf(theme, "dark"), depth) };
  const notice = noticePane(style, noticeWords(style), (state) =>
    screen.ui.panes().geometry(state),
  );
  const [line = ""] = notice(store.getState()).lines;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is an escape sequence that is looked for.
  expect(/\x1b\[(?:7|4\d|10\d|48;[\d;]+)m/.test(line)).toBe(isShaded);
});
