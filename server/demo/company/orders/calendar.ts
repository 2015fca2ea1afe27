import { weekdayOf } from '#kernel/language/days.ts';
import { Chance, twoDigits } from '#business/system/seed/demo-world.seed.ts';

/** Weights of the months, weekdays and hours in which calls come in. */
const months = [1.4, 1.0, 0.8, 0.7, 0.9, 1.3, 1.6, 1.5, 0.8, 0.9, 1.3, 1.4];
const weekdays = [1.15, 1.05, 1.0, 1.0, 1.05, 0.95, 0.8];
const byPhone: Readonly<Record<string, number>> = {
  '07': 2,
  '08': 8,
  '09': 15,
  '10': 15,
  '11': 10,
  '12': 4,
  '13': 7,
  '14': 8,
  '15': 8,
  '16': 7,
  '17': 5,
  '18': 3,
  '19': 4,
  '20': 3,
  '21': 1,
};
const byWechat: Readonly<Record<string, number>> = {
  '07': 3,
  '08': 5,
  '09': 7,
  '10': 7,
  '11': 5,
  '12': 6,
  '13': 4,
  '14': 4,
  '15': 4,
  '16': 4,
  '17': 5,
  '18': 8,
  '19': 14,
  '20': 15,
  '21': 9,
};

export type SeedChannel = 'phone' | 'wechat' | 'iot' | 'site' | 'store';

/** Return a moment of the day at which a call of this channel comes in. */
export function momentOn(chance: Chance, day: string, channel: SeedChannel): string {
  const hour =
    channel === 'iot' ? twoDigits(chance.between(0, 23)) : chance.weighted(channel === 'wechat' ? byWechat : byPhone);
  return `${day} ${hour}:${twoDigits(chance.between(0, 59))}:${twoDigits(chance.between(0, 59))}`;
}

/** Return the weight of a day: its number of calls relative to an average day. */
export const callWeight = (day: string): number => months[Number(day.slice(5, 7)) - 1] * weekdays[weekdayOf(day) - 1];
