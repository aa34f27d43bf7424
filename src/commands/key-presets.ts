/**
 * Key presets. `web` uses the letters of the service's web client, for commands that exist here; the triage commands
 * whose letters it takes in a conversation move to Alt there.
 *
 * By command, or by context and command for a key in that context only.
 */
import type { Overrides } from "./keymap.ts";

export type KeyPreset = "none" | "web";

const web: Overrides = {
  "go.all": ["g a", "a"],
  "go.recent": ["g r", "t"],
  "go.drafts": ["g d", "d"],
  // In the other contexts this letter is text.
  "sidebar.palette.open": ["^K", "w"],
  "list.palette.open": ["^K", "w"],
  "reader.palette.open": ["^K", "w"],
  "sidebar.topic.mute": ["m", "M"],
  "list.topic.mute": ["m", "M"],
  "reader.topic.mute": ["M", "Alt+m"],
  "reader.message.edit": ["E", "e"],
  "reader.triage.done": ["Alt+e"],
  "reader.topic.move": ["T", "m"],
  "reader.go.topics": ["g T", "s"],
  "reader.message.star": ["*", "Alt+s"],
  "reader.info.open": ["i", "u"],
  "reader.triage.undo": ["Alt+u"],
};

export const keyPresets: Readonly<Record<KeyPreset, Overrides>> = { none: {}, web };
