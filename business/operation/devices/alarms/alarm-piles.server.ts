import { listedPile } from '#business/masterdata/piles/piles.server.ts';
import { alarm } from '#business/iot/alarms/alarm/alarm.paper.ts';

/**
 * Unconfirmed critical and major alarms, as a group of pending work on the workbench. Only roles that may confirm
 * alarms see it.
 */
export const alarmPiles = [
  listedPile({
    name: 'alarms',
    sort: 45,
    label: ['未确认告警', 'Unconfirmed alarms'],
    paper: alarm,
    by: 'confirm',
    all: '/iot/alarmCentre',
    when: 'came',
    worry: true,
    query: { alarmStatus: 'active', level_in: 'critical,major', ascs: 'startTime' },
    who: 'householdId',
    words: 'title',
    moment: 'startTime',
  }),
];
