/** Ports without effect, for tests of commands without a screen. */
import { safeLine } from "#base/safe-text.ts";
import type { Desktop, LocalFiles, Viewport } from "#commands/command.ts";

export const noViewport: Viewport = {
  drawn: () => undefined,
  scroll: () => undefined,
  height: () => 10,
  atEnd: () => false,
  select: () => undefined,
  selectEdge: () => undefined,
  composerRows: () => ({ ranges: [], width: () => 0 }),
  lastDialogLine: () => 0,
  links: () => [],
  textOf: ({ content }) => safeLine(content),
  codes: () => [],
  cutColumns: () => 0,
};

export const noDesktop: Desktop = {
  open: async () => false,
  copy: async () => [],
  page: async () => undefined,
  show: async () => ({ kind: "no desktop" }),
  read: async () => ({ kind: "failed", sentence: "No file." }),
  save: async () => ({ kind: "failed", sentence: "No disk." }),
  run: async () => ({ kind: "failed", because: "was not run" }),
  runInTerminal: async () => ({ kind: "failed", because: "was not run" }),
};

export const noFiles: LocalFiles = {
  list: async () => [],
  find: async () => "No file.",
  // Nothing to save them in, and nobody who misses them.
  saveOptions: async () => undefined,
};
