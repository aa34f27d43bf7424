/** Asks for another key when the server refuses the one it knows. What was written stays where it is. */
import { Box, Text } from "ink";
import { memo } from "react";
import { useStore } from "zustand";
import { safeLine } from "#base/safe-text.ts";
import type { Screen } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import type { Geometry } from "./geometry.ts";
import { useInkUi } from "./ink-ui.ts";

/** True while the open dialog reads keys by itself: the decoder passes them on instead of looking for commands. */
export function readsKeysItself({ dialog }: Screen): boolean {
  return dialog?.kind === "sign-in";
}

const widest = 60;

function sentence({ screen }: State): string | undefined {
  return screen.dialog?.kind === "sign-in" ? screen.dialog.sentence : undefined;
}

type SignInProps = {
  readonly store: Store;
  readonly geometry: Geometry;
  readonly signIn: (key: string) => void;
};

export const SignIn = memo(function SignIn({ store, geometry, signIn }: SignInProps) {
  const words = useStore(store, sentence);
  return words === undefined ? null : (
    <Asking words={words} columns={geometry.columns} rows={geometry.rows} signIn={signIn} />
  );
});

type AskingProps = {
  readonly words: string;
  readonly columns: number;
  readonly rows: number;
  readonly signIn: (key: string) => void;
};

function Asking({ words, columns, rows, signIn }: AskingProps) {
  const ui = useInkUi();
  const width = Math.min(widest, columns);
  if (ui === undefined) return null;
  return (
    <Box
      position="absolute"
      left={Math.floor((columns - width) / 2)}
      top={Math.max(0, Math.min(Math.floor(rows / 6), rows - 8))}
      width={width}
      flexDirection="column"
      borderStyle="single"
      borderDimColor
      paddingX={1}
      backgroundColor="black"
    >
      <Text bold>Sign in again</Text>
      <Text>{safeLine(words)}</Text>
      <Text> </Text>
      <Text dimColor>API key of this account:</Text>
      <ui.PasswordInput placeholder="paste it here" onSubmit={signIn} />
      <Text> </Text>
      <Text dimColor>Enter signs in. ^C twice quits; what you wrote is kept.</Text>
    </Box>
  );
}
