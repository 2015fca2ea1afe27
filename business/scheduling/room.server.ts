import { contributing, type RoomServer } from '#kernel/server';
import slaClock from './sla/sla-clock.server.ts';
import leaveForm from './leave/leave-form.server.ts';
import leaveStatistics from './leave/statistics/leave-statistics.server.ts';
import { invariants } from './invariants.server.ts';
import { workbenchPiles } from '#business/masterdata/piles/piles.server.ts';
import { calendarPile } from './calendar-pile.server.ts';
import { schedulingPiles } from './leave/piles.server.ts';
import { available } from './figures/available.figure.ts';
import { cockpitFigures } from '#business/system/quality/figures/figure.server.ts';

/** The server side of the calendar, leave and clocks. */
export default {
  behaviours: [slaClock, leaveForm, leaveStatistics],
  invariants,
  contributions: [
    contributing(cockpitFigures, [available]),
    contributing(workbenchPiles, [...schedulingPiles, calendarPile]),
  ],
  locks: ['technician', { paper: 'slaClock' }, 'equipment', { named: 'leave statistics ' }, 'message to '],
} satisfies RoomServer;
