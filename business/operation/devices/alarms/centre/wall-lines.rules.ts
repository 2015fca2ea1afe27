import { type OrderedAlarm, byHomes, homeKey, rankOf } from './alarm-order.rules.ts';

/** What became of a line while somebody looks. */
export type LineWord = 'new' | 'raised' | 'again' | 'recovered' | 'confirmed' | 'closed' | 'released' | 'suppressed';

/** An alarm as it stands in the list. */
export interface WallLine<R> extends OrderedAlarm {
  readonly row: R;
  /** Told for a minute beside it. */ readonly word?: LineWord;
  /** When that happened (milliseconds). */ readonly at?: number;
  /** It waits for nobody any more and keeps its place for a minute. */ readonly isGone?: boolean;
}

export interface AlarmWall<R> {
  readonly lines: readonly WallLine<R>[];
  /** New ones that wait until they are let in. */ readonly waiting: readonly WallLine<R>[];
}

/** A change is told for so long (milliseconds). */
export const TOLD_MS = 60_000;

const isOld = (at: number | undefined, now: number): boolean => at === undefined || now - at >= TOLD_MS;

interface Fresh<R> {
  readonly lines: readonly WallLine<R>[];
  readonly now: number;
  /** What is known of an alarm that left: its state. */ readonly stateOf: (id: string) => string | undefined;
  /** The pointer rests on the list: nothing may leave it. */ readonly isHeld: boolean;
}

const WORDS: readonly string[] = ['confirmed', 'recovered', 'closed', 'released', 'suppressed'];
const endWord = (state: string | undefined): LineWord =>
  state && WORDS.includes(state) ? (state as LineWord) : 'closed';

/** One line after it was read anew: where it stands stays, what changed is told. */
function followed<R>(line: WallLine<R>, next: WallLine<R>, now: number): WallLine<R> {
  if (line.isGone) return { ...next, word: 'again', at: now };
  if (rankOf(next.level) < rankOf(line.level)) return { ...next, word: 'raised', at: now };
  return isOld(line.at, now) ? next : { ...next, word: line.word, at: line.at };
}

function after<R>(line: WallLine<R>, next: WallLine<R> | undefined, fresh: Fresh<R>): WallLine<R>[] {
  const { now, stateOf, isHeld } = fresh;
  if (next) return [followed(line, next, now)];
  if (!line.isGone) return [{ ...line, isGone: true, word: endWord(stateOf(line.id)), at: now }];
  if (isOld(line.at, now) && !isHeld) return [];
  // The lists are read one after the other: what became of it may be known later than that it left.
  const state = stateOf(line.id);
  return [state === undefined ? line : { ...line, word: endWord(state) }];
}

/** A new critical alarm stands at the end of its home if that is there, else at the end of its level. */
function enter<R>(lines: readonly WallLine<R>[], one: WallLine<R>): WallLine<R>[] {
  const ofHome = lines.findLastIndex((line) => homeKey(line) === homeKey(one));
  const heads = new Map<string, number>();
  for (const line of lines)
    heads.set(homeKey(line), Math.min(heads.get(homeKey(line)) ?? Infinity, rankOf(line.level)));
  const ofLevel = lines.findLastIndex((line) => heads.get(homeKey(line)) === 0);
  const at = ofHome >= 0 ? ofHome : ofLevel;
  return [...lines.slice(0, at + 1), one, ...lines.slice(at + 1)];
}

/** The list after alarms were read anew. Nothing moves: what is over keeps its place for a minute, what is new waits, unless it is critical. */
export function follow<R>(wall: AlarmWall<R> | null, fresh: Fresh<R>): AlarmWall<R> {
  if (!wall) return { lines: byHomes(fresh.lines), waiting: [] };
  const byId = new Map(fresh.lines.map((line) => [line.id, line]));
  let lines = wall.lines.flatMap((line) => after(line, byId.get(line.id), fresh));
  const shown = new Set(wall.lines.map((line) => line.id));
  const waiting: WallLine<R>[] = [];
  for (const line of fresh.lines) {
    if (shown.has(line.id)) continue;
    if (line.level === 'critical') lines = enter(lines, { ...line, word: 'new', at: fresh.now });
    else waiting.push(line);
  }
  return { lines, waiting };
}

/** Lets in what waits and puts all in order; what is over leaves. */
export function letIn<R>({ lines, waiting }: AlarmWall<R>, now: number): AlarmWall<R> {
  const fresh = waiting.map((line): WallLine<R> => ({ ...line, word: 'new', at: now }));
  return { lines: byHomes([...lines.filter((line) => !line.isGone), ...fresh]), waiting: [] };
}
