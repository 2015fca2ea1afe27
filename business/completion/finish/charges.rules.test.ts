import { expect, test } from 'vitest';
import type { Visit } from '../at-door/own-day.calls.ts';
import {
  type ChargeLine,
  MAX_CHARGES,
  chargeBody,
  chargeFiles,
  chargedIn,
  chargesFor,
  isAmount,
  roomFor,
} from './charges.rules.ts';

const line = (amount: string, more: Partial<ChargeLine> = {}): ChargeLine => ({
  chargeType: 'highWork',
  amount,
  reason: '外机在四楼外墙',
  photos: [],
  photoLinks: [],
  closed: false,
  ...more,
});
const emptyRun = line('50.00', { chargeType: 'emptyRun', reason: 'RW7', closed: true });
const visit = (part: object): Visit => ({ closedDoors: [], completion: {}, ...part }) as unknown as Visit;

test('之前白跑的门，第一次填完工时自动列为空跑费，之后以已存的为准 a closed door is listed as an empty trip until charges are saved', () => {
  const closedDoors = [{ id: '1', taskNo: 'RW7', fee: '50.00' }];
  expect(chargesFor(visit({ closedDoors }))).toEqual([emptyRun]);
  expect(chargesFor(visit({}))).toEqual([]);
  expect(chargesFor(visit({ closedDoors, completion: { charges: [] } }))).toEqual([]);
  const stored = {
    id: '9',
    chargeType: 'access',
    amount: '20.50',
    reason: '拆橱柜',
    photos: null,
    closedVisitId: null,
    payer: '',
  };
  expect(
    chargesFor(visit({ closedDoors, completion: { charges: [stored, { ...stored, closedVisitId: '1' }] } })),
  ).toMatchObject([{ id: '9', amount: '20.50', photoLinks: [], closed: false, payer: 'customer' }, { closed: true }]);
});

test('金额是正数，最多两位小数 an amount is above zero, with two decimals at most', () => {
  const typed = ['0.01', ' 80 ', '99999999.99', '0', '0.00', '-5', '1.005', '100000000', '1e3', '八十', '', '5.'];
  expect(typed.filter(isAmount)).toEqual(['0.01', ' 80 ', '99999999.99']);
});

test('只加客户付的，精确到分；白跑的门由付其他费的人付 only charges that the customer pays are added, to the cent', () => {
  const lines = [line('0.10'), line('0.20'), line('八十'), line('7', { payer: 'company' })];
  expect(chargedIn(lines, 'customer')).toBe('0.30');
  expect(chargedIn([...lines, emptyRun], 'customer')).toBe('50.30');
  expect(chargedIn([...lines, emptyRun], 'company')).toBe('0.30');
  expect(chargedIn([{ ...emptyRun, payer: 'customer' }], 'company')).toBe('50.00');
  expect(chargedIn([], 'customer')).toBe('0.00');
});

test('技师最多加三笔，白跑的门不占名额 three may be added, closed doors aside', () => {
  expect([[], [emptyRun], [line('1'), emptyRun, line('2')]].map(roomFor)).toEqual([3, 3, 1]);
  expect(roomFor(Array.from({ length: MAX_CHARGES }, () => line('1')))).toBe(0);
});

test('每张照片跟着它那一笔，编号从前面的文件往后接 each photo follows its charge, numbered after the earlier files', () => {
  const [one, two, three] = ['1', '2', '3'].map((text) => new Blob([text]));
  const charges = [
    line(' 80 ', { photos: [one, two], reason: ' 四楼 ' }),
    emptyRun,
    line('5', { id: '8', photos: [three], photoLinks: ['old.jpg'] }),
  ];
  expect(chargeBody(charges, 4)).toEqual([
    { chargeType: 'highWork', amount: '80', reason: '四楼', photos: ['@file:4', '@file:5'] },
    { id: '8', chargeType: 'highWork', amount: '5', reason: '外机在四楼外墙', photos: ['old.jpg', '@file:6'] },
  ]);
  expect(chargeFiles(charges)).toEqual([
    { name: 'charge-1-1.jpg', blob: one },
    { name: 'charge-1-2.jpg', blob: two },
    { name: 'charge-3-1.jpg', blob: three },
  ]);
  // The fee for a visit where nobody was at home is stored on the server, so only the id of its row is sent.
  expect(chargeBody([emptyRun, { ...emptyRun, id: '3', amount: '1' }], 0)).toEqual([{ id: '3' }]);
});
