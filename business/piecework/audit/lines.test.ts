import { expect, test } from 'vitest';
import {
  type Calculated,
  lineGroupsOf,
  missingOf,
  otherFactors,
  paceOf,
  percent,
  plain,
  ratioOf,
  sharesOf,
  standardMinutesOf,
  totalOfLines,
} from './lines.rules.ts';

const line = (more: Partial<Calculated>): Calculated => ({
  pieceworkProcessId: '1',
  completionEquipmentId: '',
  technicianId: 'a',
  technicianName: '刘志强',
  qty: '6.000',
  qualityCoef: '1.0000',
  timeCoef: '1.0000',
  pieceRatio: '1.0000',
  shareRatio: '0.6000',
  amount: '162.00',
  ...more,
});
const both = [
  line({}),
  line({ technicianId: 'b', technicianName: '赵鹏', shareRatio: '0.4000', amount: '108.00' }),
  line({ pieceworkProcessId: '2', qty: '0.600', shareRatio: '1.0000', amount: '72.00' }),
];

test('the lines of a process are grouped, and each person’s parts are spelled out to the cent', () => {
  expect(lineGroupsOf(both).map(({ lines, total }) => [lines.length, total])).toEqual([
    [2, '270.00'],
    [1, '72.00'],
  ]);
  expect(sharesOf(both)).toEqual([
    { technicianId: 'a', name: '刘志强', parts: ['162.00', '72.00'], total: '234.00' },
    { technicianId: 'b', name: '赵鹏', parts: ['108.00'], total: '108.00' },
  ]);
  expect(totalOfLines(both)).toBe('342.00');
});

test('figures are written without trailing zeros, ratios as percentages', () => {
  expect([plain('6.000'), plain('0.600'), percent('0.6000'), percent('0.3333')]).toEqual(['6', '0.6', '60%', '33.33%']);
  expect(otherFactors(line({ timeCoef: '1.5000' }))).toEqual(['timeCoef']);
});

test('shares are typed as percentages and must be a hundred together', () => {
  expect([ratioOf('60'), ratioOf('33.33'), ratioOf('101'), ratioOf('-1'), ratioOf('a'), ratioOf('')]).toEqual([
    '0.6',
    '0.3333',
    null,
    null,
    null,
    null,
  ]);
  expect([missingOf(['60', '40']), missingOf(['60', '30']), missingOf(['60', '50']), missingOf(['60', ''])]).toEqual([
    '0',
    '10',
    '-10',
    null,
  ]);
});

test('the usual time counts each process once, however many worked on it', () => {
  expect(standardMinutesOf(both, { 1: 40, 2: 30 })).toBe(258);
  expect(standardMinutesOf(both, {})).toBe(0);
  expect([paceOf(29, 100), paceOf(30, 100), paceOf(300, 100), paceOf(301, 100)]).toEqual([
    'short',
    'normal',
    'normal',
    'long',
  ]);
});
