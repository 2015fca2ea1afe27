import { useCall } from '#kernel/web/query/use-call.ts';
import type { EnergyPeriod, Energy } from '../energy/energies.rules.ts';
import { type EnergyAnswer, analysisCall, degreeDays, similarHomes } from '../energy/energy.calls.ts';

type Figures = readonly (number | null)[];

/** Whose energy is looked at, and when. */
export interface LookedAt {
  readonly energy: Energy;
  readonly deviceId: string;
  readonly householdId: string;
  readonly period: EnergyPeriod;
  readonly date: string;
}

/** A period of energy with what it is compared with, as far as it is known. */
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

/** The figures of one metric, in the order of the buckets. */
export const seriesNamed = (answer: Pick<EnergyAnswer, 'series'> | undefined, name: string): Figures =>
  answer?.series.find((one) => one.name === name)?.data ?? [];

/** Less of a bucket is known than may be compared. */
export const COMPARABLE = 0.95;

/** Those of the period that is compared with, as far as they are whole. */
export function seriesBefore(answer: EnergyAnswer | undefined): Figures {
  const compare = answer?.compare as { series?: EnergyAnswer['series']; buckets?: Figures } | null | undefined;
  if (!answer || !compare?.series) return [];
  return seriesNamed({ series: compare.series }, answer.main).map((value, at) =>
    (compare.buckets?.[at] ?? 0) >= COMPARABLE ? value : null,
  );
}

/** Reads a period of energy, and beside a month of one device its neighbours and its weather. */
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
