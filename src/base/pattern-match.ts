/**
 * Matches patterns without backtracking: all paths through the pattern are followed in parallel, and of two that
 * meet, the preferred one continues. So the cost of a match is at most its length times the pattern's.
 */
import { type CharacterTest, isWordCharacter, quick, UnknownPattern } from "./pattern-classes.ts";
import type { Assertion, Pattern } from "./pattern-syntax.ts";

/** The budget. A step is about one instruction visited at one position. */
type PatternSteps = { forPatterns: number };

type Match = {
  readonly end: number;
  readonly groups: Readonly<Record<string, string>>;
};

/** The maximum length of a match, which bounds how often each position is visited. */
const longestMatch = 500;

/** The group boundaries that a path has passed, the last first. */
type Marks = {
  readonly name: string;
  readonly edge: "start" | "end";
  readonly at: number;
  readonly before: Marks | undefined;
};

/** The state of a path through the pattern. */
type Way = { readonly at: number; readonly marks: Marks | undefined };

type MatchRun = {
  readonly instructions: readonly Instruction[];
  readonly text: string;
  readonly steps: PatternSteps;
  /** By instruction, the text position at which a path last reached it. */
  readonly seen: Int32Array;
  /** Whether a match may end there. */
  readonly mayEnd: (at: number) => boolean;
};

/**
 * The match that begins at `start` and ends where `mayEnd` allows; of several, the one that the pattern prefers. Uses
 * the step budget for patterns, and finds nothing once that is used up.
 */
export function matchAt(
  program: Program,
  text: string,
  start: number,
  mayEnd: MatchRun["mayEnd"],
  steps: PatternSteps,
): Match | undefined {
  const { instructions } = program;
  const seen = new Int32Array(instructions.length).fill(-1);
  const run: MatchRun = { instructions, text, steps, seen, mayEnd };
  let ways = follow(run, { at: 0, marks: undefined }, start, []);
  let best: Ended | undefined;
  const limit = Math.min(text.length, start + longestMatch);
  for (let at = start; ways.length > 0 && steps.forPatterns > 0; ) {
    const code = at < limit ? text.codePointAt(at) : undefined;
    const { ended, going } = advance(run, ways, at, code);
    best = ended ?? best;
    ways = going;
    at += code !== undefined && code > 0xffff ? 2 : 1;
  }
  if (best === undefined || steps.forPatterns <= 0) return undefined;
  return { end: best.end, groups: groupsOf(text, best.marks) };
}

/** Whether the pattern matches anywhere in the text: paths that begin at each position are followed in one pass. */
export function findsIn(
  { instructions, mayBegin, needed }: Program,
  text: string,
  steps: PatternSteps,
): boolean {
  if (needed !== undefined && !needed.some((one) => text.includes(one))) return false;
  const run = { instructions, text, seen: new Int32Array(instructions.length).fill(-1) };
  let places: number[] = [];
  for (let at = 0; at <= text.length && steps.forPatterns > 0; ) {
    const code = text.codePointAt(at);
    if (code === undefined || mayBegin(code)) reach(run, 0, at, places);
    steps.forPatterns -= places.length + 1;
    if (places.some((place) => instructions[place]?.kind === "end")) return true;
    if (code === undefined) return false;
    at += code > 0xffff ? 2 : 1;
    places = afterCharacter(run, places, code, at);
  }
  return false;
}

type Reading = Pick<MatchRun, "instructions" | "text" | "seen">;

/** Where the paths are behind the character; `at`: its end. */
function afterCharacter(run: Reading, places: readonly number[], code: number, at: number) {
  const going: number[] = [];
  for (const place of places) {
    const instruction = run.instructions[place];
    if (instruction?.kind === "character" && instruction.test(code))
      reach(run, place + 1, at, going);
  }
  return going;
}

/** Adds to `places` the instructions that are reached from `from` without consuming a character. */
function reach(run: Reading, from: number, at: number, places: number[]): void {
  const { instructions, text, seen } = run;
  const open = [from];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen[next] === at) continue;
    seen[next] = at;
    const instruction = instructions[next];
    if (instruction?.kind === "fork") open.push(...instruction.ways);
    else if (instruction?.kind === "mark") open.push(next + 1);
    else if (instruction?.kind !== "assertion") places.push(next);
    else if (holds(instruction.assertion, text, at)) open.push(next + 1);
  }
}

type Ended = { readonly end: number; readonly marks: Marks | undefined };

/**
 * Advances all paths by one character; `code` is undefined at the end. A path that matches discards less preferred
 * ones.
 */
function advance(run: MatchRun, ways: readonly Way[], at: number, code: number | undefined) {
  const going: Way[] = [];
  const next = at + (code !== undefined && code > 0xffff ? 2 : 1);
  run.steps.forPatterns -= ways.length;
  for (const { at: place, marks } of ways) {
    const instruction = run.instructions[place];
    if (instruction?.kind === "end") {
      if (run.mayEnd(at)) return { ended: { end: at, marks }, going };
    } else if (instruction?.kind === "character" && code !== undefined && instruction.test(code)) {
      follow(run, { at: place + 1, marks }, next, going);
    }
  }
  return { ended: undefined, going };
}

/** Adds to `ways` the states reachable from `way` without consuming a character, in order of preference. */
function follow(
  { instructions, text, steps, seen }: MatchRun,
  way: Way,
  at: number,
  ways: Way[],
): Way[] {
  const open = [way];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen[next.at] === at) continue;
    seen[next.at] = at;
    steps.forPatterns -= 1;
    const instruction = instructions[next.at];
    const on = next.at + 1;
    switch (instruction?.kind) {
      case "fork":
        for (const fork of instruction.ways.toReversed())
          open.push({ at: fork, marks: next.marks });
        break;
      case "mark": {
        const { name, edge } = instruction;
        open.push({ at: on, marks: { name, edge, at, before: next.marks } });
        break;
      }
      case "assertion":
        if (holds(instruction.assertion, text, at)) open.push({ at: on, marks: next.marks });
        break;
      default:
        ways.push(next);
    }
  }
  return ways;
}

function holds(assertion: Assertion, text: string, at: number): boolean {
  switch (assertion) {
    case "textStart":
      return at === 0;
    case "textEnd":
      return at === text.length;
    case "lineStart":
      return at === 0 || text[at - 1] === "\n";
    case "lineEnd":
      return at === text.length || text[at] === "\n";
    case "boundary":
      return isWordAt(text, at - 1) !== isWordAt(text, at);
    case "inside":
      return isWordAt(text, at - 1) === isWordAt(text, at);
  }
}

function isWordAt(text: string, at: number): boolean {
  return at >= 0 && at < text.length && isWordCharacter(text.charCodeAt(at));
}

/** The text of each group; for a group that matched several times, the last. */
function groupsOf(text: string, marks: Marks | undefined): Readonly<Record<string, string>> {
  const groups: Record<string, string> = {};
  const ends = new Map<string, number>();
  for (let mark = marks; mark !== undefined; mark = mark.before) {
    if (Object.hasOwn(groups, mark.name)) continue;
    if (mark.edge === "end") ends.set(mark.name, ends.get(mark.name) ?? mark.at);
    else groups[mark.name] = text.slice(mark.at, ends.get(mark.name) ?? mark.at);
  }
  return groups;
}

// Compiles a pattern to instructions for the matcher.

type Instruction =
  | { readonly kind: "character"; readonly test: CharacterTest }
  | { readonly kind: "assertion"; readonly assertion: Assertion }
  /** `ways` in order of preference. */
  | { readonly kind: "fork"; readonly ways: readonly number[] }
  | { readonly kind: "mark"; readonly name: string; readonly edge: "start" | "end" }
  | { readonly kind: "end" };

export type Program = {
  /** Every instruction except a fork continues with the next one. */
  readonly instructions: readonly Instruction[];
  /** Whether a match may begin with that character. */
  readonly mayBegin: CharacterTest;
  /** A text without any of these is not matched; undefined: any may be. */
  readonly needed: readonly string[] | undefined;
};

const maxInstructions = 1_000;

/** Throws `UnknownPattern` if a repetition is too large. */
export function programOf(pattern: Pattern): Program {
  const instructions: Instruction[] = [];
  emit(pattern, instructions);
  add(instructions, { kind: "end" });
  return { instructions, mayBegin: firstOf(instructions), needed: neededBy(pattern) };
}

function firstOf(instructions: readonly Instruction[]): CharacterTest {
  const tests: CharacterTest[] = [];
  const seen = new Set<number>();
  const open = [0];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const instruction = instructions[at];
    // A pattern that matches the empty string may begin with any character.
    if (instruction?.kind === "end") return () => true;
    if (instruction?.kind === "character") tests.push(instruction.test);
    else if (instruction?.kind === "fork") open.push(...instruction.ways);
    else open.push(at + 1);
  }
  return quick((code) => tests.some((test) => test(code)));
}

/** Characters of which one is in whatever the pattern matches; undefined: none can be told. */
function neededBy(pattern: Pattern): readonly string[] | undefined {
  switch (pattern.kind) {
    case "character":
      return pattern.only;
    case "sequence": {
      const all = pattern.parts.flatMap((part) => [neededBy(part) ?? []]);
      const needed = all.filter((each) => each.length > 0);
      // Letters are in most texts.
      return needed.find((each) => each.every((one) => !/\p{L}/u.test(one))) ?? needed[0];
    }
    case "group":
      return neededBy(pattern.inside);
    case "repeat":
      return pattern.least > 0 ? neededBy(pattern.inside) : undefined;
    default:
      return undefined;
  }
}

function add(program: Instruction[], instruction: Instruction): number {
  if (program.length >= maxInstructions) throw new UnknownPattern("The pattern is too long.");
  return program.push(instruction) - 1;
}

function emit(pattern: Pattern, program: Instruction[]): void {
  switch (pattern.kind) {
    case "character":
    case "assertion":
      add(program, pattern);
      return;
    case "sequence":
      for (const part of pattern.parts) emit(part, program);
      return;
    case "choice":
      emitChoice(pattern.parts, program);
      return;
    case "group":
      add(program, { kind: "mark", name: pattern.name, edge: "start" });
      emit(pattern.inside, program);
      add(program, { kind: "mark", name: pattern.name, edge: "end" });
      return;
    case "repeat":
      emitRepeat(pattern, program);
      return;
  }
}

const matchesNothing: Instruction = { kind: "fork", ways: [] };

function emitChoice(parts: readonly Pattern[], program: Instruction[]): void {
  const fork = add(program, matchesNothing);
  const starts: number[] = [];
  const exits: number[] = [];
  for (const part of parts) {
    starts.push(program.length);
    emit(part, program);
    exits.push(add(program, matchesNothing));
  }
  program[fork] = { kind: "fork", ways: starts };
  for (const exit of exits) program[exit] = { kind: "fork", ways: [program.length] };
}

type Repeat = Extract<Pattern, { kind: "repeat" }>;

function emitRepeat({ inside, least, most, isLazy }: Repeat, program: Instruction[]): void {
  for (let count = 0; count < least; count += 1) emit(inside, program);
  const prefer = (again: number, on: number) => (isLazy ? [on, again] : [again, on]);
  if (most === Number.POSITIVE_INFINITY) {
    const fork = add(program, matchesNothing);
    emit(inside, program);
    const back = add(program, { kind: "fork", ways: [fork] });
    program[fork] = { kind: "fork", ways: prefer(fork + 1, back + 1) };
    return;
  }
  const forks: number[] = [];
  for (let count = least; count < most; count += 1) {
    forks.push(add(program, matchesNothing));
    emit(inside, program);
  }
  for (const fork of forks) {
    program[fork] = { kind: "fork", ways: prefer(fork + 1, program.length) };
  }
}
