import { expect, test } from 'vitest';
import { pinsIn } from '#kernel/web/tabs/tiles/pins.ts';
import type { BoardTechnician } from '#business/dispatch/board/board.calls.ts';
import { countsByPage } from './page-counts.rules.ts';
import { teamLoads } from './team-load.rules.ts';
import { besideOthers } from './usual-tiles.rules.ts';

const DAY = '2026-11-25';
const NEXT = '2026-11-26';

const visitAt = (from: string, to: string): BoardTechnician['visits'][number] => ({
  id: from,
  dispId: '1',
  registrationFormId: '1',
  taskNo: 'RW1',
  technicianId: '1',
  from: `${DAY} ${from}:00`,
  to: `${DAY} ${to}:00`,
  appointFrom: null,
  appointTo: null,
  state: 'accepted',
  forced: false,
  lockType: null,
  customerId: '1',
  customerName: '',
  premisesName: null,
  location: null,
  repairType: 'boiler',
  urgency: 'normal',
  lead: true,
  version: 0,
  acceptDue: null,
  seen: true,
  content: '',
  partsMissing: null,
});

const technician = (
  team: string,
  visits: BoardTechnician['visits'],
  more: Partial<BoardTechnician> = {},
): BoardTechnician => ({
  technicianId: team + visits.length,
  name: '',
  team,
  level: 't3',
  skills: [],
  homeLocation: null,
  workStart: '08:30',
  workEnd: '17:30',
  capacityMinutes: 480,
  leave: [],
  visits,
  days: [DAY, NEXT].map((day) => ({
    day,
    works: true,
    minutes: 480,
    loadMinutes: day === DAY ? visits.length * 120 : 0,
  })),
  ...more,
});

const board = (technicians: readonly BoardTechnician[]) => ({
  now: `${DAY} 15:00:00`,
  days: [DAY, NEXT],
  roads: { bufferMinutes: 10, speedKmh: 30 },
  lunch: { from: '12:00', to: '13:00' },
  technicians: [...technicians],
});

test('the fullest team is first; technicians away all day do not count; the next free hour is today or tomorrow', () => {
  const away = { leaveNo: 'QJ1', leaveType: 'annual', from: `${DAY} 00:00:00`, to: `${DAY} 23:59:59` };
  const loads = teamLoads(
    board([
      technician('east', [visitAt('15:00', '17:00')]),
      technician('west', [visitAt('09:00', '11:00'), visitAt('13:00', '15:00'), visitAt('15:00', '17:30')]),
      technician('west', [], { leave: [away] }),
    ]),
  );
  expect(loads.map((one) => [one.team, one.people, one.tasks, one.capacityMinutes])).toEqual([
    ['west', 1, 3, 480],
    ['east', 1, 1, 480],
  ]);
  expect(loads[0].free).toBe(`${NEXT} 08:30:00`);
  expect(teamLoads(board([technician('east', [])]))[0].free).toBe(`${DAY} 15:00:00`);
});

test('piles of one page are summed, and red if one of them is', () => {
  const pile = (all: string, count: number, worry = false) => ({ all, count, worry });
  expect(countsByPage([pile('/a?view=x', 3), pile('/a?view=y', 2, true), pile('/b', 0, true), pile('/c', 1)])).toEqual({
    '/a': { count: 5, worry: true },
    '/c': { count: 1, worry: false },
  });
});

test('arranging piles leaves tiles and pins in place', () => {
  const before = ['pile:b', 'pile:a', 'teamLoad', 'reportFile:12'];
  expect(besideOthers(['pile:a', 'pile:b'], before, ['pile:a', 'pile:b'], ['reportFile:12'])).toEqual([
    'pile:a',
    'pile:b',
    'teamLoad',
    'reportFile:12',
  ]);
  expect(besideOthers([], before, ['teamLoad', 'reportFile:12'], ['reportFile:12'])).toEqual([
    'pile:b',
    'pile:a',
    'reportFile:12',
  ]);
  expect(pinsIn(before)).toEqual([{ key: 'reportFile:12', paper: 'reportFile', id: '12' }]);
});
