import type { Label } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import { MIN_DAYS, MIN_PEERS, MUCH_WORSE, WORSE } from '../month-rank.rules.ts';
import { RANK_SPECS, type RankSpec } from '../rank-spec.rules.ts';
import type { RankSort, RankView, RankingRow } from '../ranking.calls.ts';

export const viewNames: Readonly<Record<RankView, Label>> = {
  worst: ['最差在前', 'Worst first'],
  due: ['该报修', 'Due for repair'],
  turned: ['一个月里变差', 'Worse this month'],
  repaired: ['修过的', 'Repaired'],
  none: ['比不了', 'Not comparable'],
  all: ['全部', 'All'],
};

const reasons: Readonly<Record<string, Label>> = {
  noData: ['没有一天数据齐全', 'No complete day'],
  fewDays: [`数据齐全的不到 ${MIN_DAYS} 天`, `Fewer than ${MIN_DAYS} complete days`],
  noArea: ['房屋没有面积或城市', 'Floor area or city is missing'],
  fewHomes: [`相似家庭不到 ${MIN_PEERS} 户`, `Fewer than ${MIN_PEERS} similar homes`],
};
export const reasonWords = (reason: string): Label => reasons[reason] ?? [reason, reason];

export const emptyWords: Readonly<Record<RankView, Label>> = {
  worst: ['没有比相似家庭差 15% 以上的', 'None is 15% worse than similar homes'],
  due: ['没有连着 7 天还没有单的', 'None is due for repair'],
  turned: ['这个月没有变差的', 'None became worse this month'],
  repaired: ['60 天里没有修过的', 'None was repaired within 60 days'],
  none: ['都能比', 'All can be compared'],
  all: ['还没有测这种能源的设备', 'No device measures this energy yet'],
};

export const sortNames: Readonly<Record<RankSort, Label>> = {
  worse: ['差 %', 'Gap %'],
  figure: ['能效', 'Figure'],
  peer: ['相似 / 户', 'Similar / homes'],
  own: ['比自己去年', 'Own last year'],
  run: ['连着', 'Days'],
  extra: ['多用', 'Extra'],
  perDegree: ['每度日', 'Per degree day'],
  coverage: ['数据', 'Data'],
  repaired: ['修过', 'Repaired'],
};

export const specOf = (category: string): RankSpec =>
  must(
    RANK_SPECS.find((spec) => spec.categories.includes(category)),
    category,
  );

/** Format a share by which a figure is worse as a signed change of the figure, e.g. `−36.8`. */
export function gapText(good: 1 | -1, worse: number | null): string {
  if (worse === null) return '–';
  const change = worse * 100 * -good;
  return `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(1)}`;
}

export const toneOf = (worse: number | null): 'bad' | 'warn' | undefined =>
  worse === null ? undefined : worse > MUCH_WORSE ? 'bad' : worse > WORSE ? 'warn' : undefined;

/** The repair request of a row that is shown: its own open one. */
export const openOrder = ({ order }: Pick<RankingRow, 'order'>): RankingRow['order'] => (order?.isOpen ? order : null);
