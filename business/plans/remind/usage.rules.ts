import { addDays } from '#kernel/language/days.ts';

/** Units of counters by the unit of a consumable, each with its factor. */
const UNITS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  litre: { L: 1, 升: 1, 'm³': 1000 },
  m3: { 'm³': 1, L: 0.001, 升: 0.001 },
  hour: { h: 1, 小时: 1, min: 1 / 60 },
  times: { 次: 1, times: 1 },
};

/** A counter of a device that measures the use of a consumable. */
export interface UseCounter {
  readonly identifier: string;
  readonly factor: number;
}

/** Return the counter that measures in the unit of a consumable; null: the device has none. */
export function counterOfUnit(
  counters: readonly { readonly identifier: string; readonly unit?: string | null }[],
  unit: string | null,
): UseCounter | null {
  const factors = UNITS[unit ?? ''] ?? {};
  const found = counters.find((one) => one.unit && Object.hasOwn(factors, one.unit));
  return found ? { identifier: found.identifier, factor: factors[String(found.unit)] } : null;
}

/** The use of a consumable: what it may serve, what it served, and on how many of the last days it was measured. */
export interface Use {
  readonly life: number;
  readonly used: number;
  /** Use on each of the last days on which it was measured. */ readonly recent: readonly number[];
}

/** Return the day on which a consumable is used up at the mean of the last days; null: its use is not known. */
export function usedUpOn({ life, used, recent }: Use, today: string): string | null {
  if (used >= life) return today;
  const mean = recent.reduce((sum, one) => sum + one, 0) / (recent.length || 1);
  return mean > 0 ? addDays(today, Math.min(36_500, Math.floor((life - used) / mean))) : null;
}

/** A consumable with the days and shares at which its customer is warned. */
export interface WatchedSupplies {
  /** The day by its life in days. */ readonly dueDate: string;
  readonly lifeDays: number;
  readonly warnDays: number;
}

/** Share of the life that is left when the customer is warned, whatever the days. */
const LEFT = 0.1;

const daysTo = (today: string, days: number): string => addDays(today, Math.max(0, Math.floor(days)));

/**
 * Return the day on which a consumable is due, if its customer is to be warned today. It is the earlier of its day and
 * of the day by its use. Null: not yet.
 */
export function suppliesDueOf(
  { dueDate, lifeDays, warnDays }: WatchedSupplies,
  use: Use | null,
  today: string,
): string | null {
  const byUse = use ? usedUpOn(use, today) : null;
  const due = byUse && byUse < dueDate ? byUse : dueDate;
  const isNear = due <= daysTo(today, warnDays) || dueDate <= daysTo(today, lifeDays * LEFT);
  const isNearlyUsed = use !== null && use.used >= use.life * (1 - LEFT);
  return isNear || isNearlyUsed ? due : null;
}
