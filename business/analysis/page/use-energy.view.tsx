import { useCall } from '#kernel/web/query/use-call.ts';
import type { EnergyPeriod, Energy } from '../energy/energies.rules.ts';
import { type EnergyAnswer, analysisCall, degreeDays, similarHomes } from '../energy/energy.calls.ts';

type Figures = readonly (number | null)[];

/**
 * Selection on the page: an energy of a device or a home, and a period with its date. An empty id: no device (or home)
 * is selected.
 */
export interface LookedAt {
  readonly energy: Energy;
  readonly deviceId: string;
  readonly householdId: string;
  readonly period: EnergyPeriod;
  readonly date: string;
}

/** Figures of a period with those that it is compared with; undefined while loading or if there is no comparison. */
export interface EnergyView {
  readonly answer: EnergyAnswer | undefined;
  readonly error: Error | null;
  readonly before: Figures;
  readonly similar:
    | {
        readonly homes: number;
        readonly needed: number;
        readonly median: number | null;
        readonly rank: number | null;
        readonly lower: Figures;
        readonly upper: Figures;
        readonly areaFrom: number | null;
        readonly areaUntil: number | null;
        readonly region: string;
      }
    | undefined;
  readonly weather:
    | {
        readonly base: number;
        readonly degrees: Figures;
        readonly degreesBefore: Figures;
        readonly outdoor: Figures;
        readonly region: string;
      }
    | undefined;
}

/** Return the values of one metric, in the order of the buckets; empty if it is unknown. */
export const seriesNamed = (answer: Pick<EnergyAnswer, 'series'> | undefined, name: string): Figures =>
  answer?.series.find((one) => one.name === name)?.data ?? [];

/** Minimum coverage of a bucket to be compared. */
export const COMPARABLE = 0.95;

/** Return the main metric of the compared period by bucket; null where coverage is too low. */
export function seriesBefore(answer: EnergyAnswer | undefined): Figures {
  const compare = answer?.compare as { series?: EnergyAnswer['series']; buckets?: Figures } | null | undefined;
  if (!answer || !compare?.series) return [];
  return seriesNamed({ series: compare.series }, answer.main).map((value, at) =>
    (compare.buckets?.[at] ?? 0) >= COMPARABLE ? value : null,
  );
}

/**
 * Load a period of energy, compared with a year before. For a month of one device, load similar homes too, and for
 * heating the weather.
 */
export function useEnergy({ energy, deviceId, householdId, period, date }: LookedAt): EnergyView {
  const { data: answer, error } = useCall(
    analysisCall(energy, period),
    {
      kind: 'auto',
      ...(deviceId ? { deviceId } : { householdId }),
      ...(period !== 'total' && { date }),
      compare: 'yoy',
    },
    { quiet: true, retry: false },
  );
  const isMonth = period === 'month' && deviceId !== '';
  const similar = useCall(similarHomes, { deviceId, date }, { quiet: true, retry: false, enabled: isMonth }).data;
  const feelsWeather = energy === 'heat' || energy === 'air';
  const cold = useCall(
    degreeDays,
    { deviceId, date },
    { quiet: true, retry: false, enabled: isMonth && feelsWeather },
  ).data;
  const days = answer?.x ?? [];
  return {
    answer,
    error,
    before: seriesBefore(answer),
    similar:
      isMonth && similar
        ? {
            ...similar,
            lower: days.map((_, at) => similar.days[at]?.lower ?? null),
            upper: days.map((_, at) => similar.days[at]?.upper ?? null),
          }
        : undefined,
    weather:
      isMonth && cold && feelsWeather
        ? {
            base: cold.base,
            region: cold.region,
            degrees: days.map((_, at) => cold.days[at]?.degrees ?? null),
            outdoor: days.map((_, at) => cold.days[at]?.outdoor ?? null),
            degreesBefore: days.map((_, at) => cold.before[at]?.degrees ?? null),
          }
        : undefined,
  };
}
