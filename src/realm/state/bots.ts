/** What a bot has that people do not. */

/** Where an outgoing webhook tells what happens here. */
export type BotService = {
  readonly url: string;
  /** 1 the server's own form, 2 that of another product. */
  readonly form: number;
  /** By which the other side knows who tells. */
  readonly token: string;
};

export type BotFacts = {
  /** 1 generic, 2 incoming webhook, 3 outgoing webhook. */
  readonly type: number;
  /** The streams that it writes to and hears of where it names none. */
  readonly sendingStream: number | undefined;
  readonly hearingStream: number | undefined;
  readonly hearsAllPublic: boolean;
  readonly services: readonly BotService[];
};

export const plainBot: BotFacts = {
  type: 1,
  sendingStream: undefined,
  hearingStream: undefined,
  hearsAllPublic: false,
  services: [],
};
