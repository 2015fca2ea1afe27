import { expect, test } from 'vitest';
import { badgeCode, commandCode, placeCode } from './codes.rules.ts';
import type { ScanLine, ScanSheet } from '../scan.calls.ts';
import { reasoned, requantified } from './commands.rules.ts';
import { NEW_STATE, type ScanOutcome, type ScanState } from './counting.rules.ts';
import { judgedForeign } from './foreign.rules.ts';
import { handedLines, isComplete, lineState } from './lines.rules.ts';
import { scan, toHandOver } from './scan.rules.ts';

const line = (id: string, more: Partial<ScanLine>): ScanLine => ({
  id,
  materialId: id,
  itemCode: `C${id}`,
  itemName: `物料${id}`,
  unit: '个',
  barcode: '',
  packBarcode: '',
  packQty: '',
  isSerial: false,
  toShip: '1.000',
  needDate: '2026-11-24',
  bin: `A-0${id}`,
  onHand: '3.000',
  own: '1',
  others: '0',
  ...more,
});

const sheetOf = (lines: readonly ScanLine[], more: Partial<ScanSheet> = {}): ScanSheet => ({
  shipment: {
    id: '9',
    shipWay: 'pickup',
    trackingNo: null,
    technicianId: '7',
    _names: { technicianId: '周海涛' },
  } as unknown as ScanSheet['shipment'],
  technicianNo: 'SF0001',
  applyIds: [],
  lines,
  serials: [],
  ...more,
});

/** Scan codes one after the other, and return the last outcome. */
function scanAll(sheet: ScanSheet, codes: readonly string[], state: ScanState = NEW_STATE): ScanOutcome {
  let now = state;
  let last: ScanOutcome | undefined;
  for (const code of codes) {
    last = scan(sheet, now, code, { at: '10:42:31', language: 'zh' });
    now = last.state;
  }
  return last!;
}

const SEAL = line('1', {
  itemCode: 'SR2560',
  itemName: '水泵密封圈 25-60',
  barcode: '6901',
  toShip: '6.000',
  bin: 'A-04-2',
});
const FILTER = line('2', {
  itemCode: 'PP1000',
  itemName: 'PP 棉滤芯',
  packBarcode: '16901',
  packQty: '6.000',
  toShip: '12.000',
});
const CONTROL = line('3', { itemCode: 'TH0001', itemName: '温控器 TH-01', isSerial: true, toShip: '2.000' });

const serial = (serialNo: string, promised: string | null = null) => ({
  materialId: '3',
  serialNo,
  bin: 'B-03-1',
  promised,
});
const full = sheetOf([SEAL, FILTER, CONTROL], { serials: [serial('S2214'), serial('S2215'), serial('S9', 'FL1')] });

test('a code counts one, by item code or bar code, in any case and with blanks', () => {
  const { state, verdict } = scanAll(full, ['sr2560', ' 6901 ']);
  expect([state.counts['1'].qty, verdict.tone, verdict.next[0]]).toEqual(['2.000', 'good', '还要 4 个']);
  expect(verdict.text[0]).toBe('水泵密封圈 25-60，2 / 6');
});

test('a box counts all its pieces, and a box that is too much counts none', () => {
  const first = scanAll(full, ['16901']);
  expect(first.state.counts['2'].qty).toBe('6.000');
  const over = scanAll(full, ['PP1000', '16901'], first.state);
  expect([over.verdict.tone, over.state.counts['2'].qty]).toEqual(['wrong', '7.000']);
  expect(over.verdict.text[0]).toContain('只要 5');
});

test('more than a line needs is refused', () => {
  const { verdict, state } = scanAll(sheetOf([line('1', {})]), ['C1', 'C1']);
  expect([verdict.tone, state.counts['1'].qty, state.log.length]).toEqual(['wrong', '1.000', 2]);
});

test('two lines of one material: the earlier need is filled first, a box fills both', () => {
  const [late, soon] = [
    line('1', { materialId: 'm', itemCode: 'X', needDate: '2026-11-26', toShip: '2.000' }),
    line('2', {
      materialId: 'm',
      itemCode: 'X',
      needDate: '2026-11-24',
      packBarcode: 'BOX',
      packQty: '3',
      toShip: '2.000',
    }),
  ];
  const sheet = sheetOf([late, { ...soon }].map((one) => ({ ...one, packBarcode: 'BOX', packQty: '3.000' })));
  expect(scanAll(sheet, ['X']).state.lineId).toBe('2');
  const { counts } = scanAll(sheet, ['BOX']).state;
  expect([counts['2'].qty, counts['1'].qty]).toEqual(['2.000', '1.000']);
});

test('serial numbers are judged at once: counted once, promised ones and item codes are refused', () => {
  const counted = scanAll(full, ['S2214']);
  expect(counted.state.counts['3']).toMatchObject({ qty: '1.000', serials: ['S2214'] });
  for (const code of ['S2214', 'S9', 'TH0001']) {
    const { verdict, state } = scanAll(full, [code], counted.state);
    expect([verdict.tone, state.counts['3'].qty]).toEqual(['wrong', '1.000']);
  }
  expect(scanAll(full, ['S9']).verdict.text[0]).toContain('FL1');
});

test('a foreign serial number names its holder, a wrong item names the nearest line', () => {
  const thing = { itemCode: 'TH0001', itemName: '温控器 TH-01', bin: '', serialNo: 'S2207', holder: '沈国栋车上' };
  const elsewhere = judgedForeign(full, NEW_STATE, { code: 'S2207', thing, at: '1' });
  expect([elsewhere.verdict.tone, elsewhere.state.lineId]).toEqual(['wrong', '3']);
  expect(elsewhere.verdict.text[0]).toContain('沈国栋车上');
  const other = { itemCode: 'SR2580', itemName: '水泵密封圈 25-80', bin: 'A-04-3', serialNo: '', holder: '' };
  const near = judgedForeign(full, NEW_STATE, { code: 'SR2580', thing: other, at: '1' });
  expect(near.verdict.text[0]).toBe('扫到 水泵密封圈 25-80。第 1 行要 水泵密封圈 25-60');
  expect(near.verdict.next[0]).toBe('放回 A-04-3，去 A-04-2 拿');
  expect(near.state.counts).toEqual({});
  const unknown = judgedForeign(full, NEW_STATE, { code: '???', thing: null, at: '1' });
  expect(unknown.verdict.tone).toBe('wrong');
  expect(scanAll(full, ['NOSUCH']).then).toBe('lookUp');
});

test('commands undo, shorten, change the quantity and go on, as the keys do', () => {
  const two = scanAll(full, ['SR2560', 'SR2560']).state;
  expect(scanAll(full, [commandCode('UNDO')], two).state.counts['1'].qty).toBe('1.000');
  expect(scanAll(full, [commandCode('UNDO')]).verdict.tone).toBe('plain');
  const short = scanAll(full, [commandCode('SHORT')], two);
  expect(short.state.counts['1']).toMatchObject({ qty: '2.000', short: '账 3 架 2' });
  expect([short.verdict.tone, lineState(short.state, SEAL)]).toEqual(['short', 'short']);
  expect(scanAll(full, [commandCode('UNDO')], short.state).state.counts['1'].short).toBeNull();
  expect(reasoned(short.state, SEAL, '包装破损').counts['1'].short).toBe('包装破损');
  expect(scanAll(full, [commandCode('QTY')], two).then).toBe('quantity');
  expect(scanAll(full, [commandCode('NEXT')], two).then).toBe('next');
});

test('the quantity of the last scan is replaced, within what the line needs', () => {
  const one = scanAll(sheetOf([line('1', { toShip: '2.400', unit: 'kg' })]), ['C1']).state;
  const sheet = sheetOf([line('1', { toShip: '2.400', unit: 'kg' })]);
  expect(requantified(sheet, one, '2.4', '1').state.counts['1'].qty).toBe('2.400');
  for (const text of ['2.5', '0', 'x', '1.2345'])
    expect(requantified(sheet, one, text, '1')).toMatchObject({
      verdict: { tone: 'wrong' },
      state: { counts: one.counts },
    });
  expect(requantified(sheet, NEW_STATE, '1', '1').verdict.tone).toBe('plain');
});

test('the badge of the receiver hands over when each line is full or short, and not before', () => {
  const sheet = sheetOf([line('1', {}), line('2', {})]);
  const early = scanAll(sheet, ['C1', badgeCode('SF0001')]);
  expect([early.then, early.verdict.tone, early.verdict.head[0]]).toEqual([undefined, 'short', '还差 1 行']);
  const done = scanAll(sheet, [commandCode('SHORT'), badgeCode('SF0001')], early.state);
  expect([done.then, isComplete(sheet, done.state)]).toEqual(['handOver', true]);
  expect(handedLines(sheet, done.state)).toEqual([
    { id: '1', shipQty: '1.000' },
    { id: '2', shipQty: '0.000', diffReason: '账 3 架 0' },
  ]);
  expect(scanAll(sheet, [badgeCode('SF0002')], early.state).verdict.tone).toBe('wrong');
  expect(scanAll(sheet, [badgeCode('SF0002')]).then).toBe('open');
  const none = scanAll(sheet, [commandCode('SHORT'), commandCode('SHORT')]).state;
  expect(toHandOver(sheet, none)).toMatchObject({ verdict: { tone: 'short' } });
  expect(toHandOver(sheet, none).then).toBeUndefined();
});

test('for a courier the tracking number is the last scan', () => {
  const sheet = sheetOf([line('1', {})]);
  const courier = { ...sheet, shipment: { ...sheet.shipment, shipWay: 'courier' as const } };
  expect(toHandOver(courier, scanAll(courier, ['C1']).state).verdict.head[0]).toContain('物流单号');
  const done = scanAll(courier, ['C1', 'sf1234567']);
  expect([done.then, done.state.trackingNo]).toEqual(['handOver', 'SF1234567']);
});

test('the code of a place selects its line, and a paper opens', () => {
  const there = scanAll(full, [placeCode('a-04-2')]);
  expect([there.state.lineId, there.verdict.tone]).toEqual(['1', 'plain']);
  expect(scanAll(full, ['FL202611240006']).then).toBe('open');
});
