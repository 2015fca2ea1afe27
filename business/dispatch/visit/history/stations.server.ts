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
  stationText,
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
        `${stationText(one.technicianName) || word(one, 'technicianId')} ${word(one, 'crewRole')} ${stationPercent(one.shareRatio)}`,
    );
  const moved: Label[] =
    Number(of.transferCount) > 0
      ? [[`转派 ${stationText(of.transferCount)} 次`, `Transferred ${counted(Number(of.transferCount), 'time')}`]]
      : [];
  return stationAt('dispatchForm', of, {
    at: stationText(of.dispatchTime) || stationText(of.createTime),
    links: [{ no: stationText(of.dispNo), to: `/maintenance/asdispatchform?id=${of.id}` }],
    lead: word(of, 'dispatchMode'),
    lines: [
      ...both(names.join(' · ')),
      ...(of.planStart
        ? [
            [
              `计划 ${minuteOf(of.planStart)} 至 ${stationText(of.planEnd).slice(11, 16)}`,
              `Planned ${minuteWords(stationText(of.planStart))[1]} to ${stationText(of.planEnd).slice(11, 16)}`,
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
      `约 ${minuteOf(of.appointFrom)} 至 ${stationText(of.appointTo).slice(11, 16)}`,
      `appointed ${minuteWords(stationText(of.appointFrom))[1]} to ${stationText(of.appointTo).slice(11, 16)}`,
    ]);
  if (of.arriveDistance !== null && of.arriveDistance !== undefined)
    facts.push([`偏离 ${stationText(of.arriveDistance)} 米`, `${stationText(of.arriveDistance)} m off`]);
  if (of.workMinutes)
    facts.push([
      `作业 ${stationText(of.workMinutes)} 分${order.stdMinutes ? `，预计 ${stationText(order.stdMinutes)} 分` : ''}`,
      `${stationText(of.workMinutes)} min of work${order.stdMinutes ? `, ${stationText(order.stdMinutes)} planned` : ''}`,
    ]);
  return stationAt('visit', of, {
    at:
      stationText(of.arriveTime) ||
      stationText(of.departTime) ||
      stationText(of.acceptTime) ||
      stationText(of.sentTime) ||
      stationText(of.createTime),
    until: stationText(of.finishTime),
    links: [{ no: stationText(of.taskNo), to: `/maintenance/dispatchlist?id=${of.id}` }],
    lead: joined([word(of, 'technicianId'), word(of, 'visitResult')]),
    lines: [
      ...(facts.length ? [[facts.map(([zh]) => zh).join(' · '), facts.map(([, en]) => en).join(' · ')] as Label] : []),
      ...both(stationText(of.resultNote)),
    ],
  });
}

/** Sending somebody is done on the board, whatever stands before it. */
const sent = {
  label: ['派工', 'Dispatch'],
  roles: ['as_dispatcher'],
  button: buttonOf(dispatchForm, 'save'),
  to: (orderId: string) => `/maintenance/board?order=${orderId}`,
} as const;

/** Who was sent, and who came. */
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
