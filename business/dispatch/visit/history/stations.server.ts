import { asText } from '#kernel/language/values.ts';
import { minuteWords } from '#kernel/language/days.ts';
import type { Label } from '#kernel/language/label.ts';
import { counted } from '#kernel/language/plural.ts';
import {
  type CaseRow,
  type Station,
  both,
  joined,
  minuteOf,
  stationPercent,
  stationAt,
  word,
} from '#business/intake/timeline/station.rules.ts';
import { bandStation, ownOrder } from '#business/intake/timeline/band/band-station.server.ts';
import type { CaseStations } from '#business/intake/timeline/timeline.server.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import { crewMember } from '../../crew/crew-member.paper.ts';
import { delay } from '../../delay/delay.paper.ts';
import { dispatchForm } from '../../dispatch-form/dispatch-form.paper.ts';
import { visit } from '../visit.paper.ts';

function dispatchNode(of: CaseRow, crew: readonly CaseRow[]): Station {
  const names = crew
    .filter((one) => one.isCurrent === true)
    .map(
      (one) =>
        `${asText(one.technicianName) || word(one, 'technicianId')} ${word(one, 'crewRole')} ${stationPercent(one.shareRatio)}`,
    );
  const moved: Label[] =
    Number(of.transferCount) > 0
      ? [[`转派 ${asText(of.transferCount)} 次`, `Transferred ${counted(Number(of.transferCount), 'time')}`]]
      : [];
  return stationAt('dispatchForm', of, {
    at: asText(of.dispatchTime) || asText(of.createTime),
    links: [{ no: asText(of.dispNo), to: `/maintenance/asdispatchform?id=${of.id}` }],
    lead: word(of, 'dispatchMode'),
    lines: [
      ...both(names.join(' · ')),
      ...(of.planStart
        ? [
            [
              `计划 ${minuteOf(of.planStart)} 至 ${asText(of.planEnd).slice(11, 16)}`,
              `Planned ${minuteWords(asText(of.planStart))[1]} to ${asText(of.planEnd).slice(11, 16)}`,
            ] as Label,
          ]
        : []),
      ...moved,
    ],
  });
}

function visitNode(of: CaseRow, order: CaseRow): Station {
  const facts: Label[] = [];
  if (of.appointFrom)
    facts.push([
      `约 ${minuteOf(of.appointFrom)} 至 ${asText(of.appointTo).slice(11, 16)}`,
      `appointed ${minuteWords(asText(of.appointFrom))[1]} to ${asText(of.appointTo).slice(11, 16)}`,
    ]);
  if (of.arriveDistance !== null && of.arriveDistance !== undefined)
    facts.push([`偏离 ${asText(of.arriveDistance)} 米`, `${asText(of.arriveDistance)} m off`]);
  if (of.workMinutes)
    facts.push([
      `作业 ${asText(of.workMinutes)} 分${order.stdMinutes ? `，预计 ${asText(order.stdMinutes)} 分` : ''}`,
      `${asText(of.workMinutes)} min of work${order.stdMinutes ? `, ${asText(order.stdMinutes)} planned` : ''}`,
    ]);
  return stationAt('visit', of, {
    at:
      asText(of.arriveTime) ||
      asText(of.departTime) ||
      asText(of.acceptTime) ||
      asText(of.sentTime) ||
      asText(of.createTime),
    until: asText(of.finishTime),
    links: [{ no: asText(of.taskNo), to: `/maintenance/dispatchlist?id=${of.id}` }],
    lead: joined([word(of, 'technicianId'), word(of, 'visitResult')]),
    lines: [
      ...(facts.length ? [[facts.map(([zh]) => zh).join(' · '), facts.map(([, en]) => en).join(' · ')] as Label] : []),
      ...both(asText(of.resultNote)),
    ],
  });
}

/** The next step before an order has a dispatch form: to dispatch it on the board. */
const sent = {
  label: ['派工', 'Dispatch'],
  roles: ['as_dispatcher'],
  button: buttonOf(dispatchForm, 'save'),
  to: (orderId: string) => `/maintenance/board?order=${orderId}`,
} as const;

/** Dispatch forms and visits as entries in the timeline of a work order. */
export const dispatchStations: readonly CaseStations[] = [
  {
    kind: 'dispatch',
    sort: 30,
    band: bandStation(dispatchForm, {
      label: ['派工', 'Dispatch'],
      rows: (of) => of.seen(dispatchForm, 'registrationFormId', [of.orderId]),
      orderOf: ownOrder,
      since: ['dispatchTime', 'createTime'],
      steps: { onHold: 'release' },
      leads: ['draft'],
      rests: ['completed'],
      below: [{ paper: delay, parent: 'dispId' }],
      start: sent,
    }),
    async read(of) {
      const forms = await of.seen(dispatchForm, 'registrationFormId', [of.order.id]);
      const crew = await of.parts(crewMember, 'dispId', forms);
      return forms.map((one) =>
        dispatchNode(
          one,
          crew.filter((member) => member.dispId === one.id),
        ),
      );
    },
  },
  {
    kind: 'visit',
    sort: 40,
    band: bandStation(visit, {
      label: ['上门', 'Visit'],
      rows: (of) => of.seen(visit, 'registrationFormId', [of.orderId]),
      orderOf: ownOrder,
      since: ['finishTime', 'arriveTime', 'departTime', 'appointTime', 'acceptTime', 'sentTime', 'createTime'],
      steps: {
        pendingAccept: 'accept',
        accepted: 'appoint',
        appointed: 'depart',
        traveling: 'arrive',
        paused: 'resume',
        finished: 'confirm',
        partial: 'confirm',
      },
      leads: ['working'],
      doer: 'technicianId',
      start: sent,
    }),
    read: async (of) =>
      (await of.seen(visit, 'registrationFormId', [of.order.id])).map((one) => visitNode(one, of.order)),
  },
];
