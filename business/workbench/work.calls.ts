import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, anyText, list, nullable, record } from '#kernel/language/calls/shape.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { repairForm } from '#business/intake/repair-form/repair-form.paper.ts';
import { benchFigure, benchNext, orderedList } from '#business/masterdata/piles/bench.calls.ts';
import { pileOfWork } from '#business/masterdata/piles/pile.calls.ts';

/**
 * Repair forms of a day: number received and accepted, median minutes until acceptance, and number received in each
 * hour.
 */
const pulse = record({ came: anyNumber, accepted: anyNumber, minutes: anyNumber, hours: list(anyNumber) });

/** Returns the piles of work that wait for the caller. */
export const readWork = call(repairForm, 'blade-maintenance/webApi/desk/work', {
  method: 'GET',
  needs: 'person',
  title: ['工作台', 'Workbench'],
  answer: record({ piles: list(pileOfWork), ordered: nullable(orderedList) }),
});

/** Returns the figures that the caller's role can move, at most three. */
export const readBenchFigures = call(repairForm, 'blade-maintenance/webApi/desk/figures', {
  method: 'GET',
  needs: 'person',
  title: ['工作台：三个数', 'Workbench: figures'],
  answer: record({ figures: list(benchFigure), failed: list(anyText) }),
});

/** Returns what comes by itself for the caller's role, the earliest first. */
export const readNext = call(repairForm, 'blade-maintenance/webApi/desk/next', {
  method: 'GET',
  needs: 'person',
  title: ['工作台：接下来', 'Workbench: what comes next'],
  answer: record({ next: list(benchNext), failed: list(anyText) }),
});

/** Returns the calls of a day and of the same weekday a week earlier. The day is today, or the last one with calls. */
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
  /** The first time with a free hour, today or tomorrow; empty if there is none. */
  free: anyText,
});

/** Returns the load of each team's day, for the teams whose plan the caller may see. */
export const readTeamLoad = call(dispatchForm, 'teamLoad', {
  method: 'GET',
  needs: 'view',
  title: ['工作台：班组负荷', 'Workbench: load of the teams'],
  answer: record({ day: anyText, teams: list(teamLoad) }),
});

export type Pulse = AnswerOf<typeof pulse>;
export type WorkbenchAnswer = AnswerOf<typeof readWork>;
export type TeamLoad = AnswerOf<typeof teamLoad>;
