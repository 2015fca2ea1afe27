import { pageNumber, pageSize } from '#kernel/fields/integer/paging.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { calendar, call, choiceOf } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  bothLanguages,
  list,
  nullable,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { mustFind } from '#kernel/language/must.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';
import { device } from '#business/iot/devices/device.paper.ts';
import { ENERGIES, type Energy, energyNames } from '../energy/energies.rules.ts';

/** Views of the ranking: worst first, due for repair, worse within the month, repaired, not comparable, all. */
export const RANK_VIEWS = ['worst', 'due', 'turned', 'repaired', 'none', 'all'] as const;
export type RankView = (typeof RANK_VIEWS)[number];

/** Figures by which the ranking is sorted. */
export const RANK_SORTS = [
  'worse',
  'figure',
  'peer',
  'own',
  'run',
  'extra',
  'perDegree',
  'coverage',
  'repaired',
] as const;
export type RankSort = (typeof RANK_SORTS)[number];

const selection = () => ({
  /** Absent: this month, or the last one before there are enough days. */
  month: calendar(['月份', 'Month'], ['month']),
  view: choiceOf(['视图', 'View'], RANK_VIEWS, { initial: 'worst' as RankView }),
  sort: choiceOf(['排序', 'Sort by'], RANK_SORTS, { initial: 'worse' as RankSort }),
  direction: choiceOf(['方向', 'Direction'], ['desc', 'asc'], { initial: 'desc' as 'desc' | 'asc' }),
  modelId: id(['型号', 'Model']),
  estate: text(['小区', 'Estate'], { max: 100 }),
  team: text(['班组', 'Team'], { max: 64 }),
  /** With or without an open repair request. */
  order: choiceOf(['单据', 'Request'], ['with', 'without']),
  /** Only devices with data for at least 95% of the time. */
  coverage: choiceOf(['数据', 'Data'], ['full', 'partial']),
  search: text(['家庭或地址', 'Home or address'], { max: 64 }),
});

const order = record({ id: anyText, no: anyText, status: anyText, isOpen: yesOrNo });
const sign = record({ of: anyText, value: anyNumber, usual: anyNumber, isBad: yesOrNo });
const figures = {
  figure: nullable(anyNumber),
  peer: nullable(anyNumber),
  peers: anyNumber,
  /** Share by which the device is worse than similar ones; negative: better. */ worse: nullable(anyNumber),
  /** The same beside its own last season; null: too few days in common. */ own: nullable(anyNumber),
  perDegree: nullable(anyNumber),
  extra: nullable(anyNumber),
  run: anyNumber,
  since: nullable(anyText),
  days: anyNumber,
  coverage: anyNumber,
  guess: nullable(anyText),
  signs: list(sign),
  /** Why the device cannot be compared. */ reason: nullable(anyText),
};
const home = { id: anyText, name: anyText, model: anyText, category: anyText, home: anyText, address: anyText };

const answer = record({
  month: anyText,
  /** Last counted day; null: nothing was counted for the month. */ until: nullable(anyText),
  /** An earlier month is shown, because the requested one has too few days. */ isEarlier: yesOrNo,
  total: anyNumber,
  counts: record({
    worst: anyNumber,
    due: anyNumber,
    turned: anyNumber,
    repaired: anyNumber,
    none: anyNumber,
    all: anyNumber,
  }),
  facts: record({
    median: nullable(anyNumber),
    /** Median change beside last season, as a share; positive: worse. */ own: nullable(anyNumber),
    /** Those of the view `worst` with an open request. */ ordered: anyNumber,
    extra: anyNumber,
    cost: nullable(anyNumber),
    back: anyNumber,
  }),
  records: list(
    record({
      ...home,
      ...figures,
      /** Last twenty days: value and median of similar homes. */ trend: list(nullable(list(nullable(anyNumber)))),
      order: nullable(order),
    }),
  ),
});
export type RankingAnswer = AnswerOf<typeof answer>;
export type RankingRow = RankingAnswer['records'][number];

const rankingOf = (energy: Energy) =>
  call(device, `/analysis-server/${energy}/ranking`, {
    method: 'GET',
    needs: 'view',
    title: [`${energyNames[energy][0]}能效榜`, `Ranking of ${energyNames[energy][1].toLowerCase()}`],
    query: { ...selection(), current: pageNumber(), size: pageSize(50, 200) },
    answer,
  });

/** The ranking of each energy. */
export const rankings = ENERGIES.map((energy) => ({ energy, of: rankingOf(energy) }));

/** Return the ranking call of an energy. */
export const rankingCall = (energy: Energy): ReturnType<typeof rankingOf> =>
  mustFind(rankings, (one) => one.energy === energy).of;

const energyInput = () => choiceOf(['能源', 'Energy'], ENERGIES, { required: true });

/** Models, estates and teams by which the ranking of a month can be filtered. */
export const rankingOptions = call(device, '/analysis-server/ranking/options', {
  method: 'GET',
  needs: 'view',
  title: ['能效榜的筛选项', 'Filters of the ranking'],
  query: { energy: energyInput(), month: calendar(['月份', 'Month'], ['month'], { required: true }) },
  answer: record({
    models: list(record({ key: anyText, label: bothLanguages })),
    estates: list(anyText),
    teams: list(anyText),
  }),
});

/** Rows of the ranking as filtered, for an export of at most 10,000 devices. */
export const rankingExport = call(device, '/analysis-server/ranking/rows', {
  method: 'GET',
  needs: 'export',
  title: ['导出能效榜', 'Export the ranking'],
  query: { energy: energyInput(), ...selection() },
  answer: list(record({ ...home, ...figures, orderNo: anyText })),
});

/** One device of the ranking: its days beside similar homes, and the repair request that would be made. */
export const rankedHome = call(device, '/analysis-server/ranking/home', {
  method: 'GET',
  needs: 'view',
  title: ['能效榜的家庭', 'Home of the ranking'],
  query: {
    energy: energyInput(),
    month: calendar(['月份', 'Month'], ['month'], { required: true }),
    deviceId: id(device.title, { required: true }),
  },
  answer: record({
    days: list(
      record({
        day: anyText,
        value: anyNumber,
        middle: nullable(anyNumber),
        lower: nullable(anyNumber),
        upper: nullable(anyNumber),
        outdoor: nullable(anyNumber),
      }),
    ),
    mac: anyText,
    area: nullable(anyNumber),
    /** Null: the home has no customer, so no request can be made. */
    draft: nullable(
      record({
        customer: anyText,
        phone: anyText,
        machine: anyText,
        warrantyUntil: anyText,
        description: bothLanguages,
      }),
    ),
    order: nullable(order),
  }),
});

/** Make a repair request for a device of the ranking. A device with an open one is linked to that. */
export const rankToRepair = call(alarm, '/analysis-server/ranking/to-repair', {
  method: 'POST',
  needs: 'toRepair',
  title: ['能效差转报修', 'Request a repair from the ranking'],
  body: {
    energy: energyInput(),
    month: calendar(['月份', 'Month'], ['month'], { required: true }),
    deviceId: id(device.title, { required: true }),
  },
  answer: record({ repairFormId: anyText, repairNo: anyText, isJoined: yesOrNo }),
});

/** Take back a repair request that the caller made from the ranking within the last minute. */
export const takeBackRepair = call(alarm, '/analysis-server/ranking/take-back', {
  method: 'POST',
  needs: 'toRepair',
  title: ['撤销报修', 'Take back a request'],
  body: { repairFormId: id(repairForm.title, { required: true }) },
  answer: record({ repairFormId: anyText }),
});
