import { type OrderedAlarm, byHomes, homeKey, rankOf } from './alarm-order.rules.ts';

/** The last change of an alarm while the list is open, shown as a label in its line. */
export type LineWord = 'new' | 'raised' | 'again' | 'recovered' | 'confirmed' | 'closed' | 'released' | 'suppressed';

/** An alarm as a line of the list. */
export interface WallLine<R> extends OrderedAlarm {
  readonly row: R;
  /** Its last change, shown as a label for a minute; absent: none. */ readonly word?: LineWord;
  /** Time of that change (milliseconds). */ readonly at?: number;
  /** The alarm is no longer unconfirmed, but its line stays for a minute. */ readonly isGone?: boolean;
}

export interface AlarmWall<R> {
  readonly lines: readonly WallLine<R>[];
  /** New alarms that are not listed until a person presses the button that adds them. */
  readonly waiting: readonly WallLine<R>[];
}

/** How long the label of a change is shown, in milliseconds. */
export const TOLD_MS = 60_000;

const isOld = (at: number | undefined, now: number): boolean => at === undefined || now - at >= TOLD_MS;

interface Fresh<R> {
  readonly lines: readonly WallLine<R>[];
  readonly now: number;
  /** Present state of an alarm that is no longer in the list; undefined: not known yet. */
  readonly stateOf: (id: string) => string | undefined;
  /** The pointer is over the list, so no line may disappear. */ readonly isHeld: boolean;
}

const WORDS: readonly string[] = ['confirmed', 'recovered', 'closed', 'released', 'suppressed'];
const endWord = (state: string | undefined): LineWord =>
  state && WORDS.includes(state) ? (state as LineWord) : 'closed';

/** Update a line after a reload, and set the label of a change: unconfirmed again, or a more severe level. */
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
  // An alarm can leave this list before the list with its new state is loaded; its label is then set by a later reload.
  const state = stateOf(line.id);
  return [state === undefined ? line : { ...line, word: endWord(state) }];
}

/**
 * Insert a new critical alarm after the last line of its home; if there is none, after the last home with a critical
 * alarm.
 */
function enter<R>(lines: readonly WallLine<R>[], one: WallLine<R>): WallLine<R>[] {
  const ofHome = lines.findLastIndex((line) => homeKey(line) === homeKey(one));
  const heads = new Map<string, number>();
  for (const line of lines)
    heads.set(homeKey(line), Math.min(heads.get(homeKey(line)) ?? Infinity, rankOf(line.level)));
  const ofLevel = lines.findLastIndex((line) => heads.get(homeKey(line)) === 0);
  const at = ofHome >= 0 ? ofHome : ofLevel;
  return [...lines.slice(0, at + 1), one, ...lines.slice(at + 1)];
}

/**
 * Update the list after a reload without moving lines. Lines of ended alarms stay for a minute. New alarms wait, except
 * critical ones.
 */
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

/** Add the waiting alarms, remove lines of ended ones, and sort the list. */
export function letIn<R>({ lines, waiting }: AlarmWall<R>, now: number): AlarmWall<R> {
  const fresh = waiting.map((line): WallLine<R> => ({ ...line, word: 'new', at: now }));
  return { lines: byHomes([...lines.filter((line) => !line.isGone), ...fresh]), waiting: [] };
}
