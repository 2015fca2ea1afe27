import type { Label } from '#kernel/language/label.ts';
import { addMinutes, dayOf, lengthWords, minuteWords, minutesBetween } from '#kernel/language/days.ts';
import type { Ranked, VisitConflict } from '../board/board.calls.ts';
import type { TimeSpan } from '../occupancy/conflicts.rules.ts';

/** The fields of an order that say when its customer wants the visit. */
export interface Wishing {
  readonly expectDate: string | null;
  readonly expectSlot: string | null;
  readonly promiseFrom: string | null;
  readonly promiseTo: string | null;
  readonly wishFirm: boolean | null;
}

/** Begin and end of each slot that a customer may wish. */
const SLOTS: Readonly<Record<string, readonly [from: string, to: string]>> = {
  am1: ['08:30:00', '10:30:00'],
  am2: ['10:30:00', '12:30:00'],
  pm1: ['13:30:00', '15:30:00'],
  pm2: ['15:30:00', '17:30:00'],
  eve: ['18:00:00', '20:00:00'],
};

/** When a customer wants the visit. Null `day`: any day; null `from`: any time of the day. */
export interface Wish {
  readonly day: string | null;
  readonly from: string | null;
  readonly to: string | null;
  /** The time was promised to the customer; a promise replaces the wish. */ readonly promised: boolean;
  readonly firm: boolean;
}

/** Return the wish of an order: the promised time, else the wanted day and slot; null if any time suits. */
export function wishOf(of: Wishing): Wish | null {
  const firm = of.wishFirm === true;
  if (of.promiseFrom && of.promiseTo)
    return {
      day: dayOf(of.promiseFrom),
      from: of.promiseFrom.slice(11, 19),
      to: of.promiseTo.slice(11, 19),
      promised: true,
      firm,
    };
  const [from, to] = SLOTS[of.expectSlot ?? ''] ?? [null, null];
  return of.expectDate || from ? { day: of.expectDate, from, to, promised: false, firm } : null;
}

/**
 * Whether a time meets a wish. `partly`: it begins inside and ends later. `outside`: another time of that day. `missed`:
 * the wish is over, so no time can meet it.
 */
export type WishPlace = 'inside' | 'partly' | 'outside' | 'otherDay' | 'missed';

function isOver({ day, to }: Wish, now: string): boolean {
  if (day === null) return false;
  return to === null ? day < dayOf(now) : `${day} ${to}` <= now;
}

/** Return whether a time meets a wish. Work that is longer than the slot is inside if it begins with the slot. */
export function wishPlace(wish: Wish | null, window: TimeSpan, now: string): WishPlace {
  if (wish === null) return 'inside';
  if (isOver(wish, now)) return 'missed';
  const day = dayOf(window.from);
  if (wish.day !== null && wish.day !== day) return 'otherDay';
  if (wish.from === null || wish.to === null) return 'inside';
  const [from, to] = [`${day} ${wish.from}`, `${day} ${wish.to}`];
  if (window.from < from || window.from >= to) return 'outside';
  return window.to <= to || window.from === from ? 'inside' : 'partly';
}

/** The factor of a score. A wish that is over changes nothing, because it lowers the score of every time alike. */
export const WISH_FACTOR: Readonly<Record<WishPlace, number>> = {
  inside: 1,
  partly: 0.9,
  outside: 0.7,
  otherDay: 0.6,
  missed: 1,
};

/** Visits begin at quarters of an hour, so the last begin in a slot is this long before its end. */
const QUARTER = 15;

/** Return the span inside a wish, and that of visits that begin inside it; empty if the whole day suits. */
function slotSpans(wish: Wish, day: string, minutes: number): TimeSpan[] {
  if (wish.from === null || wish.to === null) return [];
  const [from, to] = [`${day} ${wish.from}`, `${day} ${wish.to}`];
  const wide = addMinutes(to, Math.max(0, minutes - QUARTER));
  const strict = addMinutes(from, minutes) > to ? addMinutes(from, minutes) : to;
  return [{ from, to: strict }, ...(wide > strict ? [{ from, to: wide }] : [])];
}

/**
 * Return the spans of a day in which a visit is tried, the best first: inside the wish, begun inside it, the whole day.
 * A firm wish, and with `keepsPromise` a promise too, leaves out the last.
 */
export function wishedSpans(
  wish: Wish | null,
  on: { readonly day: string; readonly minutes: number; readonly now: string },
  keepsPromise = false,
): TimeSpan[] {
  const { day, minutes, now } = on;
  const whole = { from: `${day} 00:00:00`, to: `${day} 23:59:59` };
  if (wish === null || isOver(wish, now)) return [whole];
  if (wish.day !== null && wish.day !== day) return wish.firm ? [] : [whole];
  const within = slotSpans(wish, day, minutes);
  if (within.length === 0) return [whole];
  return wish.firm || (keepsPromise && wish.promised) ? within : [...within, whole];
}

/** Return a wish in words: 11-24 13:30–15:30. */
export function wishWords({ day, from, to }: Wish): Label {
  const [zh, en] = day ? minuteWords(day) : ['', ''];
  const clock = from && to ? `${from.slice(0, 5)}–${to.slice(0, 5)}` : '';
  return [`${zh} ${clock}`.trim(), `${en} ${clock}`.trim()];
}

/** Return the conflict of a time with the wish of an order; null if it is met, or over. Only a firm wish is hard. */
export function wishConflict(wish: Wish | null, window: TimeSpan, now: string): VisitConflict | null {
  const place = wishPlace(wish, window, now);
  if (wish === null || (place !== 'outside' && place !== 'otherDay')) return null;
  const [zh, en] = wishWords(wish);
  return {
    kind: 'wish',
    hard: wish.firm,
    words: wish.firm
      ? [`客户要求必须按时：${zh}`, `The customer must have it on time: ${en}`]
      : wish.promised
        ? [`不在承诺的时间：${zh}`, `Not at the promised time: ${en}`]
        : [`不在客户期望的时间：${zh}`, `Not when the customer wants it: ${en}`],
  };
}

/** Return what a suggestion says about the wish, apart from its conflict. */
export function wishReason(wish: Wish | null, window: TimeSpan, now: string): Ranked['reasons'][number] | null {
  if (wish === null) return null;
  const [zh, en] = wishWords(wish);
  const named: Label = wish.promised ? ['承诺', 'promised'] : ['期望', 'wanted'];
  const place = wishPlace(wish, window, now);
  if (place === 'missed') return { words: [`${named[0]} ${zh} 已过`, `${named[1]} ${en}, which is over`], good: false };
  if (place === 'inside') return { words: [`在${named[0]}时间内`, `when ${named[1]}`], good: true };
  if (place !== 'partly' || wish.to === null) return null;
  const [zhOver, enOver] = lengthWords(minutesBetween(`${dayOf(window.from)} ${wish.to}`, window.to));
  return {
    words: [`${named[0]}时间内到，晚 ${zhOver} 完`, `begins when ${named[1]}, ends ${enOver} later`],
    good: false,
  };
}

/** Return whether a conflict needs a reason on the server. A wish that is not firm needs only the person's consent. */
export const needsForce = (one: VisitConflict): boolean => one.kind !== 'wish' || one.hard;
