import { asText } from '#kernel/language/values.ts';
import { minuteWords } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import { repairForm } from '../repair-form/repair-form.paper.ts';
import { type CaseRow, type Station, both, joined, minuteOf, stationAt, word } from './station.rules.ts';
import { registration } from '../registration/registration.paper.ts';
import { urge } from '../urge/urge.paper.ts';
import { bandStation, ownOrder } from './band/band-station.server.ts';
import type { CaseStations } from './timeline.server.ts';

function repairNode(of: CaseRow): Station {
  const accepted: Label[] = of.acceptTime
    ? [
        [
          `${minuteOf(of.acceptTime)} 由 ${word(of, 'acceptUser')} 受理`,
          `Accepted by ${word(of, 'acceptUser')}, ${minuteWords(asText(of.acceptTime))[1]}`,
        ],
      ]
    : [];
  return stationAt('repairForm', of, {
    at: asText(of.createTime),
    until: asText(of.acceptTime),
    links: [{ no: asText(of.repairNo), to: `/maintenance/asrepairform?id=${of.id}` }],
    lead: joined([word(of, 'source'), word(of, 'repairType'), word(of, 'urgency')]),
    lines: [...both(asText(of.description)), ...accepted],
  });
}

const registrationNode = (of: CaseRow): Station =>
  stationAt('registration', of, {
    at: asText(of.createTime),
    links: [{ no: asText(of.registrationNo), to: `/maintenance/registrationform?id=${of.id}` }],
    lead: joined([word(of, 'receiptsType'), word(of, 'weibao')]),
    lines: [...both(asText(of.content)), ...both(asText(of.weibaoReason))],
  });

/** Timeline entries about the repair form and the registration of an order. */
export const intakeStations: readonly CaseStations[] = [
  {
    kind: 'repair',
    sort: 10,
    band: bandStation(repairForm, {
      label: ['报修', 'Request'],
      rows: (of) => of.seen(repairForm, 'registrationFormId', [of.orderId]),
      orderOf: ownOrder,
      since: ['createTime'],
      steps: { draft: 'submit', submitted: 'accept' },
      rests: ['finished'],
      clocked: true,
      below: [{ paper: urge, parent: 'repairFormId' }],
    }),
    read: async (of) => (await of.seen(repairForm, 'id', [of.order.repairFormId])).map(repairNode),
  },
  {
    kind: 'registration',
    sort: 20,
    band: bandStation(registration, {
      label: ['登记', 'Work order'],
      rows: (of) => of.seen(registration, 'id', [of.orderId]),
      orderOf: (row) => Promise.resolve(row.id),
      since: ['createTime'],
      steps: { waiting: 'release' },
      leads: ['registered'],
      rests: ['finished', 'confirmed'],
      below: [{ paper: urge, parent: 'registrationFormId' }],
    }),
    read: async ({ order }) => [registrationNode(order)],
  },
];
