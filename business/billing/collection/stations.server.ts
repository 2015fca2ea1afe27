import { completionsOf } from '#business/completion/at-door/stations.server.ts';
import {
  type CaseRow,
  type Station,
  joined,
  money,
  stationAt,
  text,
  two,
  word,
} from '#business/intake/timeline/station.rules.ts';
import type { CaseStations } from '#business/intake/timeline/timeline.server.ts';
import { collection } from './collection.paper.ts';

function collectionNode(of: CaseRow): Station {
  return stationAt('collection', of, {
    at: text(of.collectTime),
    links: [{ no: text(of.collectNo), to: `/maintenance/ascollectdetaileds?id=${of.id}` }],
    lead: joined([word(of, 'collectType'), word(of, 'paymentTypeId')]),
    lines: [
      [
        `${word(of, 'technicianId')}${of.technicianId ? ' · ' : ''}${word(of, 'transmitStatus')} · ${word(of, 'invoiceStatus')}`,
        `${word(of, 'technicianId')}${of.technicianId ? ' · ' : ''}${word(of, 'transmitStatus')} · ${word(of, 'invoiceStatus')}`,
      ],
    ],
    amount: two(money(of.amount)),
    amountNote: [`应收 ${two(money(of.receivableAmount))}`, `due ${two(money(of.receivableAmount))}`],
  });
}

/** What was taken. */
export const billingStations: readonly CaseStations[] = [
  {
    kind: 'collection',
    sort: 60,
    async read(of) {
      const done = (await completionsOf(of)).map((one) => one.id);
      return (await of.seen(collection, 'completionId', done)).map(collectionNode);
    },
  },
];
