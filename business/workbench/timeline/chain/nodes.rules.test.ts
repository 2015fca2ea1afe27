import { expect, test } from 'vitest';
import { stationAt } from '#business/intake/timeline/station.rules.ts';
import { type PlacedStation, nodesOf, sumOfKind } from './nodes.rules.ts';

const station = (kind: string, id: string, at: string, amount: string | null = null, sort = 0): PlacedStation => ({
  ...stationAt(kind, { id }, { at: `2026-11-${at}`, links: [], amount }),
  kind,
  sort,
});

test('站点按时间排，同一刻按先后次序 stations are sorted by time, those of one moment by their own order', () => {
  const nodes = nodesOf([
    station('collect', '3', '23 10:00:00', '100', 2),
    station('visit', '2', '23 10:00:00', null, 1),
    station('wage', '4', '24 00:00:00'),
    station('order', '1', '23 09:59:59'),
  ]);
  expect(nodes.map((one) => one.key)).toEqual(['order 1', 'visit 2', 'collect 3', 'wage 4']);
  expect(nodes.some((one) => 'sort' in one)).toBe(false);
});

test('结余逐站累计到分；没有金额的站不显示结余，也不打断累计 the balance accumulates to the cent', () => {
  const nodes = nodesOf([
    station('collect', '1', '23 10:00:00', '0.1'),
    station('visit', '2', '23 11:00:00'),
    station('collect', '3', '23 12:00:00', '0.2'),
    station('part', '4', '23 13:00:00', '-1.505'),
    station('part', '5', '23 14:00:00', '0.00'),
  ]);
  expect(nodes.map((one) => one.balance)).toEqual(['0.10', null, '0.30', '-1.21', '-1.21']);
});

test('每类的合计，和全部的合计 nodes are summed by kind and in total', () => {
  const nodes = nodesOf([
    station('collect', '1', '23 10:00:00', '100.10'),
    station('collect', '2', '23 11:00:00', '0.20'),
    station('part', '3', '23 12:00:00', '-40.00'),
    station('visit', '4', '23 13:00:00'),
  ]);
  expect(['collect', 'part', 'visit', 'wage', 'all'].map((kind) => sumOfKind(nodes, kind))).toEqual([
    '100.30',
    '-40.00',
    '0.00',
    '0.00',
    '60.30',
  ]);
  expect(sumOfKind([], 'all')).toBe('0.00');
});

test('同一张单据的两类站各有各的键 two stations of one row have different keys', () => {
  const nodes = nodesOf([station('piece', '7', '23 10:00:00'), station('wage', '7', '23 10:00:00')]);
  expect(new Set(nodes.map((one) => one.key)).size).toBe(2);
});
