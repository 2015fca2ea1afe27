import { addDays } from '#kernel/language/days.ts';
import { type PushLimits, stricter } from '../setting/stricter.rules.ts';

/** The customer of a push, as far as it decides about reminders. */
export interface PushReceiver {
  readonly isOptedOut: boolean;
  readonly customerLevel: string | null;
  readonly receiveMarketing: boolean | null;
  /** False where the contract of the target has no automatic notices. */
  readonly autoPush: boolean | null;
  /** Reminders of today, sent or to be sent. */
  readonly remindedToday: number;
}

/** PushSettings of the contract, of the customer and of the company; those of the scene before those of all scenes. */
export interface SettingsByLevel<S extends PushLimits = PushLimits> {
  readonly scheme: readonly S[];
  readonly customer: readonly S[];
  readonly tenant: readonly S[];
}

/** Hours of a message: the rule's, and whether it is advertising. */
export interface SendingHours {
  readonly from: string;
  readonly to: string;
  readonly isMarketing: boolean;
}

export type OutReason = 'optedOut' | 'schemeOff' | 'customerOff' | 'companyOff' | 'noConsent' | 'blocked' | 'limit';
export type WaitReason = 'quiet' | 'marketingHours' | 'window';

/** The verdict about a push, with the first reason in the order of the rules. */
export type PushVerdict =
  | { readonly verdict: 'send' }
  | { readonly verdict: 'wait'; readonly reason: WaitReason; readonly until: string }
  | { readonly verdict: 'out'; readonly reason: OutReason | 'noHour' };

/** Hours in which the product pushes at all. */
export const RUN_HOURS = ['08:30', '20:00'] as const;
/** Hours of advertising. */
const MARKETING_HOURS = ['09:00', '20:00'] as const;
/** Reminders of a customer and day, unless a setting says otherwise. */
const USUAL_LIMIT = 1;

const LEVELS = ['scheme', 'customer', 'tenant'] as const;
const OFF = { scheme: 'schemeOff', customer: 'customerOff', tenant: 'companyOff' } as const;

/** Return the one setting of a level: the strictest where a merge left several. */
const settingOf = <S extends PushLimits>(rows: readonly S[]): S | undefined =>
  rows.length ? rows.reduce((one, other) => stricter(one, other)) : undefined;

/** Return the level that switches a push off; null where the first setting that exists allows it. */
function offBy(settings: SettingsByLevel, { autoPush }: PushReceiver): (typeof OFF)[keyof typeof OFF] | null {
  for (const level of LEVELS) {
    const setting = settingOf(settings[level]);
    if (setting) return setting.enabled === false ? OFF[level] : null;
    if (level === 'scheme' && autoPush === false) return OFF.scheme;
  }
  return null;
}

/** Return the first value that a level sets. */
function firstOf<K extends keyof PushLimits>(settings: SettingsByLevel, name: K): PushLimits[K] | null {
  for (const level of LEVELS) {
    const value = settingOf(settings[level])?.[name];
    if (value !== null && value !== undefined) return value;
  }
  return null;
}

/** Return the quiet hours that hold for a push; null for none. */
export function quietOf(settings: SettingsByLevel): readonly [from: string, to: string] | null {
  for (const level of LEVELS) {
    const setting = settingOf(settings[level]);
    if (setting?.quietFrom && setting.quietTo) return [setting.quietFrom, setting.quietTo];
  }
  return null;
}

/** Return the channel that a setting demands; null for those of the rule. */
export const channelOf = (settings: SettingsByLevel): string | null => firstOf(settings, 'channel');

/** Return how many reminders a customer gets in a day at most. */
export const dailyLimitOf = (settings: SettingsByLevel, perPhone: number): number =>
  Math.min(firstOf(settings, 'dailyLimit') ?? USUAL_LIMIT, perPhone);

const isWithin = (clock: string, [from, to]: readonly [string, string]): boolean =>
  from <= to ? clock >= from && clock < to : clock >= from || clock < to;

/** Return why a time of day does not suit; null where it does. */
function unsuited(clock: string, hours: SendingHours, quiet: readonly [string, string] | null): WaitReason | null {
  if (quiet && isWithin(clock, quiet)) return 'quiet';
  if (hours.isMarketing && !isWithin(clock, MARKETING_HOURS)) return 'marketingHours';
  return isWithin(clock, [hours.from, hours.to]) && isWithin(clock, RUN_HOURS) ? null : 'window';
}

/** Return when a push may leave: now, at the next begin of all hours, or never. `now` is `yyyy-MM-dd HH:mm:ss`. */
function whenOf(hours: SendingHours, quiet: readonly [string, string] | null, now: string): PushVerdict {
  const [today, clock] = [now.slice(0, 10), now.slice(11, 16)];
  const reason = unsuited(clock, hours, quiet);
  if (!reason) return { verdict: 'send' };
  const begins = [RUN_HOURS[0], MARKETING_HOURS[0], hours.from, ...(quiet ? [quiet[1]] : [])].toSorted();
  for (const [day, after] of [
    [today, clock],
    [addDays(today, 1), ''],
  ] as const) {
    const begin = begins.find((one) => one > after && !unsuited(one, hours, quiet));
    if (begin) return { verdict: 'wait', reason, until: `${day} ${begin}:00` };
  }
  return { verdict: 'out', reason: 'noHour' };
}

/** Return why a customer is never pushed; null where pushes are allowed. */
function never(to: PushReceiver, settings: SettingsByLevel, isMarketing: boolean): OutReason | null {
  if (to.isOptedOut) return 'optedOut';
  const off = offBy(settings, to);
  if (off) return off;
  if (isMarketing && to.receiveMarketing !== true) return 'noConsent';
  return to.customerLevel === 'black' ? 'blocked' : null;
}

/**
 * Return whether a push may leave. In this order: opt-out, settings, consent to advertising, blocked customers, the
 * limit of the day, and the hours. Hours make a push wait; they never block it.
 */
export function maySend(
  to: PushReceiver,
  settings: SettingsByLevel,
  hours: SendingHours,
  { now, perPhone }: { readonly now: string; readonly perPhone: number },
): PushVerdict {
  const reason = never(to, settings, hours.isMarketing);
  if (reason) return { verdict: 'out', reason };
  if (to.remindedToday >= dailyLimitOf(settings, perPhone)) return { verdict: 'out', reason: 'limit' };
  return whenOf(hours, quietOf(settings), now);
}
