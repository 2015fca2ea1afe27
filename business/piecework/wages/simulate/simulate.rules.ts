import Big from 'big.js';
import type { BelowMinimum, SimulatedEffect, SimulationAnswer } from '../wage-period.calls.ts';
import { type Standard, pricedLinesOf, standardOf } from '../../pieces/making/price-lines.rules.ts';

/** A line as it was paid, with the values of its price. Lines of one `group` share a base; the lead is last. */
export interface PastLine {
  readonly group: string;
  readonly technicianId: string;
  readonly technicianName: string;
  readonly period: string;
  readonly processId: string;
  readonly finishDate: string;
  readonly qty: string;
  readonly amount: string;
  readonly shareRatio: string;
  readonly qualityCoef: string;
  readonly timeCoef: string;
  readonly pieceRatio: string;
  readonly receiptsType: string | null;
  readonly weibao: string | null;
  readonly premisesDistrict: string | null;
  readonly technicianLevel: string | null;
  readonly equipmentCategory: string | null;
}

/** The earned amount of a technician in a period at the present prices, to check the minimum wage. */
export interface Month {
  readonly technicianId: string;
  readonly period: string;
  readonly earned: string;
  readonly own: boolean;
}

/** Return the amounts of past lines at other prices. A line without a matching new price retains its amount. */
function repriced(lines: readonly PastLine[], standards: readonly Standard[]): { line: PastLine; after: Big }[] {
  return [...Map.groupBy(lines, (line) => line.group).values()].flatMap((group) => {
    const [first] = group;
    const work = {
      processId: first.processId,
      qty: first.qty,
      completionEquipmentId: null,
      equipmentCategory: first.equipmentCategory,
    };
    const standard = standardOf(standards, work, first, first.finishDate);
    const fresh = standard ? pricedLinesOf(work, standard, group) : [];
    return group.map((line, at) => ({ line, after: new Big(fresh[at]?.amount ?? line.amount) }));
  });
}

const sum = (all: readonly Big[]): Big => all.reduce((total, one) => total.plus(one), new Big(0));

/** Return gains and losses per person, and the months that fall below the minimum wage. */
export function simulated(
  lines: readonly PastLine[],
  standards: readonly Standard[],
  months: readonly Month[],
  minWage: string,
): Omit<SimulationAnswer, 'from' | 'to'> {
  const priced = repriced(lines, standards);
  const deltas = [...Map.groupBy(priced, ({ line }) => line.technicianId).values()].map((mine): SimulatedEffect => {
    const [before, after] = [sum(mine.map(({ line }) => new Big(line.amount))), sum(mine.map((one) => one.after))];
    return {
      technicianId: mine[0].line.technicianId,
      technicianName: mine[0].line.technicianName,
      before: before.toFixed(2),
      after: after.toFixed(2),
      delta: after.minus(before).toFixed(2),
    };
  });
  const belowMinimum = months
    .filter((month) => month.own)
    .flatMap((month): BelowMinimum[] => {
      const mine = priced.filter(
        ({ line }) => line.technicianId === month.technicianId && line.period === month.period,
      );
      const delta = sum(mine.map(({ line, after }) => after.minus(line.amount)));
      const after = new Big(month.earned).plus(delta);
      return mine.length && after.lt(minWage) && !delta.eq(0)
        ? [
            {
              technicianId: month.technicianId,
              technicianName: mine[0].line.technicianName,
              period: month.period,
              before: month.earned,
              after: after.toFixed(2),
              minWage,
            },
          ]
        : [];
    });
  const [before, after] = [sum(deltas.map((one) => new Big(one.before))), sum(deltas.map((one) => new Big(one.after)))];
  return {
    before: before.toFixed(2),
    after: after.toFixed(2),
    delta: after.minus(before).toFixed(2),
    people: deltas.toSorted((a, b) => new Big(b.delta).cmp(a.delta)),
    winners: deltas.filter((one) => new Big(one.delta).gt(0)).length,
    losers: deltas.filter((one) => new Big(one.delta).lt(0)).length,
    belowMinimum,
  };
}
