import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, anyText, list, record } from '#kernel/language/calls/shape.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { pileOfWork } from '#business/masterdata/piles/pile.calls.ts';

/** Forms of a day: how many came, how many were accepted and how fast, and at which hours. */
const pulse = record({ came: anyNumber, accepted: anyNumber, minutes: anyNumber, hours: list(anyNumber) });

/** The work that waits for who asks. */
export const readWork = call(repairForm, 'blade-maintenance/webApi/desk/work', {
  method: 'GET',
  needs: 'person',
  title: ['工作台', 'Workbench'],
  answer: record({ piles: list(pileOfWork) }),
});

/** How a day of calls goes against the same weekday a week before: today, or the last day with some. */
export const readPulse = call(repairForm, 'blade-maintenance/webApi/desk/pulse', {
  method: 'GET',
  needs: 'edit',
  title: ['工作台：报修走势', 'Workbench: calls of the day'],
  answer: record({ day: anyText, now: pulse, before: pulse }),
});

const teamLoad = record({
  team: anyText,
  /** Technicians who work that day. */ people: anyNumber,
  tasks: anyNumber,
  minutes: anyNumber,
  capacityMinutes: anyNumber,
  /** The first moment at which somebody of it has an hour free, today or tomorrow; empty where nobody has. */
  free: anyText,
});

/** How full the day of each team is, of those whose plan the asking person may see. */
export const readTeamLoad = call(dispatchForm, 'teamLoad', {
  method: 'GET',
  needs: 'view',
  title: ['工作台：班组负荷', 'Workbench: load of the teams'],
  answer: record({ day: anyText, teams: list(teamLoad) }),
});

export type Pulse = AnswerOf<typeof pulse>;
export type WorkbenchAnswer = AnswerOf<typeof readWork>;
export type TeamLoad = AnswerOf<typeof teamLoad>;
