import { asText } from '#kernel/language/values.ts';
import { completionsOf } from '#business/completion/at-door/stations.server.ts';
import {
  type CaseRow,
  type Station,
  joined,
  stationMoney,
  stationAt,
  two,
  word,
} from '#business/intake/timeline/station.rules.ts';
import { bandStation, ownOrder } from '#business/intake/timeline/band/band-station.server.ts';
import type { CaseStations } from '#business/intake/timeline/timeline.server.ts';
import { collection } from './collection.paper.ts';

function collectionNode(of: CaseRow): Station {
  return stationAt('collection', of, {
    at: asText(of.collectTime),
    links: [{ no: asText(of.collectNo), to: `/maintenance/ascollectdetaileds?id=${of.id}` }],
    lead: joined([word(of, 'collectType'), word(of, 'paymentTypeId')]),
    lines: [
      [
        `${word(of, 'technicianId')}${of.technicianId ? ' · ' : ''}${word(of, 'transmitStatus')} · ${word(of, 'invoiceStatus')}`,
        `${word(of, 'technicianId')}${of.technicianId ? ' · ' : ''}${word(of, 'transmitStatus')} · ${word(of, 'invoiceStatus')}`,
      ],
    ],
    amount: two(stationMoney(of.amount)),
    amountNote: [`应收 ${two(stationMoney(of.receivableAmount))}`, `due ${two(stationMoney(of.receivableAmount))}`],
  });
}

/** Timeline entries about the collections of an order. */
export const billingStations: readonly CaseStations[] = [
  {
    kind: 'collection',
    sort: 60,
    band: bandStation(collection, {
      label: ['收款', 'Collection'],
      rows: (of) => of.seen(collection, 'registrationFormId', [of.orderId]),
      orderOf: ownOrder,
      since: ['approvalTime', 'collectTime'],
      steps: { none: 'approve' },
      beside: true,
    }),
    async read(of) {
      const done = (await completionsOf(of)).map((one) => one.id);
      return (await of.seen(collection, 'completionId', done)).map(collectionNode);
    },
  },
];
