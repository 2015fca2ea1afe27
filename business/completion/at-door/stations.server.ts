import { asText } from '#kernel/language/values.ts';
import Big from 'big.js';
import { buttonOf } from '#kernel/language/paper.ts';
import { minuteWords } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import { stockMove } from '#business/materials/stores/stock-move.paper.ts';
import { visit } from '#business/dispatch/visit/visit.paper.ts';
import {
  type CaseRow,
  type Station,
  both,
  joined,
  minuteOf,
  stationMoney,
  short,
  stationAt,
  two,
  word,
} from '#business/intake/timeline/station.rules.ts';
import { bandStation, ownOrder } from '#business/intake/timeline/band/band-station.server.ts';
import type { CaseRows, SeenRow } from '#business/intake/timeline/case-rows.server.ts';
import type { CaseStations } from '#business/intake/timeline/timeline.server.ts';
import { completionAnnex } from '../annexes/completion-annex.paper.ts';
import { completionSupply } from '../supplies/completion-supply.paper.ts';
import { completion } from '../completion/completion.paper.ts';

const PHOTOS = 6;

function completionNode(of: CaseRow, photos: readonly CaseRow[]): Station {
  const confirmed: Label[] = of.confirmTime
    ? [
        [
          `${minuteOf(of.confirmTime)} 由 ${word(of, 'confirmUser')} 确认`,
          `Confirmed by ${word(of, 'confirmUser')}, ${minuteWords(asText(of.confirmTime))[1]}`,
        ],
      ]
    : [];
  return stationAt('completion', of, {
    at: asText(of.endTime),
    until: asText(of.confirmTime),
    links: [{ no: asText(of.completionNo), to: `/maintenance/ascompletionregistration?id=${of.id}` }],
    lead: joined([word(of, 'faultCause'), word(of, 'serviceMeasure')]),
    lines: [...both(asText(of.maintenanceContent)), ...confirmed],
    photos: photos
      .filter((one) => one.dispatchListId === of.dispatchListId)
      .slice(0, PHOTOS)
      .map((one) => ({ id: one.id, link: asText(one.fileUrl), name: word(one, 'classifyId') })),
  });
}

/** Return the timeline entry of used parts, with their cost from the stock movements: issues minus returns. */
function partsNode(done: CaseRow, supplies: readonly CaseRow[], moves: readonly CaseRow[]): Station[] {
  const used = supplies.filter((one) => one.completionId === done.id);
  if (used.length === 0) return [];
  const posted = moves.filter((one) => one.billId === done.id && one.billType === 'consume');
  const vans = new Set(used.map((one) => asText(one.warehouseId)));
  const cost = posted.reduce(
    (sum, one) =>
      sum[vans.has(asText(one.fromWarehouseId)) ? 'plus' : 'minus'](
        stationMoney(one.qty).times(stationMoney(one.unitCost)),
      ),
    new Big(0),
  );
  const line = (one: CaseRow): string =>
    `${asText(one.itemName)} ${short(one.qty)} × ${short(one.unitPrice)}（${word(one, 'payer')}）`;
  const lineEn = (one: CaseRow): string =>
    `${asText(one.itemName)} ${short(one.qty)} × ${short(one.unitPrice)} (${word(one, 'payer')})`;
  return [
    stationAt('completionSupply', done, {
      at: asText(posted[0]?.moveTime) || asText(done.endTime),
      links: posted
        .slice(0, 3)
        .map((one) => ({ no: asText(one.moveNo), to: `/maintenance/asstockledger?id=${one.id}` })),
      lead: word(used[0], 'warehouseId'),
      lines: [[used.map(line).join('；'), used.map(lineEn).join('; ')]],
      amount: posted.length ? two(cost.times(-1)) : null,
      amountNote: posted.length
        ? [`成本 ${posted.length} 行`, `cost, ${posted.length} ${posted.length === 1 ? 'line' : 'lines'}`]
        : null,
    }),
  ];
}

/** Return the completions of a work order. */
export const completionsOf = (of: CaseRows): Promise<readonly SeenRow[]> =>
  of.seen(completion, 'registrationFormId', [of.orderId]);

/** Parts, work and photos as entries in the timeline of a work order. */
export const completionStations: readonly CaseStations[] = [
  {
    kind: 'parts',
    sort: 50,
    async read(of) {
      const done = await completionsOf(of);
      const ids = done.map((one) => one.id);
      const supplies = await of.parts(completionSupply, 'completionId', done);
      const moves = await of.seen(stockMove, 'billId', ids);
      return done.flatMap((one) => partsNode(one, supplies, moves));
    },
  },
  {
    kind: 'completion',
    sort: 70,
    band: bandStation(completion, {
      label: ['完工', 'Completion'],
      rows: completionsOf,
      orderOf: ownOrder,
      since: ['confirmTime', 'submitTime', 'endTime', 'createTime'],
      steps: { draft: 'submit', refill: 'submit', submitted: 'pass' },
      waits: { submitted: 'visit' },
      doer: 'technicianId',
      start: {
        label: ['登记完工', 'Write the completion'],
        roles: ['as_technician'],
        button: buttonOf(completion, 'submit'),
        to: (_, visited) => `/maintenance/ascompletionregistration/addForm?dispatchListId=${visited.id}`,
      },
    }),
    async read(of) {
      const visits = await of.seen(visit, 'registrationFormId', [of.order.id]);
      const photos = await of.parts(completionAnnex, 'dispatchListId', visits);
      return (await completionsOf(of)).map((one) => completionNode(one, photos));
    },
  },
];
