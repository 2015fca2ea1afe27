import { expect, test } from 'vitest';
import { type Stocks, compared } from './differences.rules.ts';
import { paired } from './evidence.rules.ts';
import type { OwnMove } from '../sap-flow.calls.ts';
import { queueState } from '../cockpit/queue.rules.ts';
import { byWarehouse, plainQuantity, signedQuantity, signedAmount } from '../cockpit/shown.rules.ts';
import { type Behind, type ExplainedDifference, type FlowBehind, sinceWhen, whyOf } from './why.rules.ts';

const item = { id: '7', name: '水压传感器', isSerial: false, cost: '9.0000' };

/** Compare one item of one warehouse. */
function difference(ours: string, sap: string | null, more: Partial<Stocks> = {}) {
  const at = { whsCode: 'W01', itemCode: 'A' };
  const all = compared({
    ours: [
      { ...at, qty: ours, stores: 1, cost: '86.0000' },
      { whsCode: 'W01', itemCode: 'B', qty: '4', stores: 1, cost: '1' },
    ],
    sap: [...(sap === null ? [] : [{ ...at, qty: sap }]), { whsCode: 'W01', itemCode: 'B', qty: '4' }],
    ...{ inFlight: [], unanswered: [], unposted: [] },
    items: new Map([
      ['A', item],
      ['B', item],
    ]),
    ...more,
  });
  return all.differences[0];
}

const flying = (qty: string) => [{ whsCode: 'W01', itemCode: 'A', qty }];

test('each kind of difference has its guess, and its value at moving average cost', () => {
  expect(difference('4', '4')).toBeUndefined();
  expect(difference('3', '5', { inFlight: flying('-2') })).toMatchObject({ delta: '0.000', guess: 'inFlight' });
  expect(difference('3', '5', { inFlight: flying('-4'), unanswered: flying('-2') })).toMatchObject({
    delta: '2.000',
    guess: 'inFlight',
    amount: '172.00',
  });
  expect(difference('3', '5', { inFlight: flying('-4'), unanswered: flying('-3') })).toMatchObject({ guess: 'count' });
  expect(difference('1', '2', { unposted: flying('-1') })).toMatchObject({ guess: 'unposted', amount: '-86.00' });
  expect(difference('84', '82')).toMatchObject({ guess: 'count', isInSap: true });
  expect(difference('212.5', null)).toMatchObject({ guess: 'unknownItem', isInSap: false, amount: '18275.00' });
  expect(difference('0', '2', { items: new Map() })).toMatchObject({ guess: 'unknownItem', materialId: null });
});

test('two lost answers count in all, and one of several by itself', () => {
  const two = [...flying('-2'), ...flying('-1')];
  expect(difference('4', '4', { inFlight: flying('-3'), unanswered: two })).toMatchObject({
    delta: '3.000',
    guess: 'inFlight',
  });
  expect(difference('3', '4', { inFlight: flying('-3'), unanswered: two })).toMatchObject({
    delta: '2.000',
    guess: 'inFlight',
  });
});

test('items that are compared are counted by warehouse', () => {
  const { counts, differences } = compared({
    ours: [{ whsCode: 'W01', itemCode: 'A', qty: '1', stores: 2, cost: null }],
    sap: [
      { whsCode: 'W01', itemCode: 'A', qty: '2' },
      { whsCode: 'W02', itemCode: 'A', qty: '0' },
    ],
    ...{ inFlight: [], unanswered: [], unposted: [] },
    items: new Map([['A', item]]),
  });
  expect([...counts]).toEqual([
    ['W01', 1],
    ['W02', 1],
  ]);
  expect(differences).toMatchObject([{ whsCode: 'W01', isGroup: true, amount: '-9.00' }]);
});

const flow = (more: Partial<FlowBehind>): FlowBehind => ({
  ...{ id: '1', billId: '11', billNo: 'FL1', billType: 'shipment', who: '汤明', qty: '-1', state: 'none' },
  ...{ isSent: false, isRetried: false },
  ...more,
});
const of = (more: Partial<ExplainedDifference>): ExplainedDifference => ({
  ...{ whsCode: 'W01', itemCode: 'A', materialId: '7', isInSap: true, delta: '-1.000', guess: 'unposted' },
  ...more,
});
const behind = (more: Partial<Behind>): Behind => ({
  ...{ flows: [], moves: null, equalDay: '2026-11-20', today: '2026-11-24' },
  ...more,
});
const moved = { countQty: '0', countId: null, countNo: null, countDay: null, usedQty: '0', moves: 0, unsent: 0 };

test('goods handed over and not pushed name their shipment and are pushed', () => {
  const why = whyOf(
    of({}),
    behind({ flows: [flow({}), flow({ billType: 'returnBack', billId: '12', billNo: 'TL1' })] }),
  );
  expect(why.sentence[0]).toBe('FL1 等 2 张已移交汤明 2，还没推送');
  expect(why.next).toEqual({ kind: 'push', ids: ['11'], to: '' });
});

test('a lost answer is asked again with the rows that failed', () => {
  const flows = [
    flow({ id: '5', qty: '-2', state: 'failed', isSent: true }),
    flow({ id: '6', qty: '-2', state: 'queued' }),
  ];
  const why = whyOf(of({ delta: '2.000', guess: 'inFlight' }), behind({ flows }));
  expect(why).toMatchObject({ next: { kind: 'retry', ids: ['5'] } });
  expect(why.sentence[0]).toContain('在途多算 2');
});

test('a count of ours is named with its day; without one the difference says how long it exists', () => {
  const counted = {
    ...moved,
    countQty: '2',
    countId: '33',
    countNo: 'PD1',
    countDay: '2026-10-31',
    moves: 1,
    unsent: 1,
  };
  expect(whyOf(of({ delta: '2.000', guess: 'count' }), behind({ moves: counted }))).toEqual({
    sentence: ['10-31 我方盘盈 2，SAP 没有对应单', expect.stringContaining('31 Oct')],
    next: { kind: 'count', ids: [], to: '/maintenance/asstockadjust?id=33' },
  });
  expect(whyOf(of({ guess: 'count' }), behind({ moves: counted })).sentence[0]).toBe('有 1 笔流水 SAP 没有，连差 3 夜');
  expect(whyOf(of({ guess: 'count' }), behind({ moves: { ...moved, moves: 4 } })).sentence[0]).toBe(
    '我方的都推过了，连差 3 夜',
  );
  expect(whyOf(of({ guess: 'count' }), behind({})).sentence[0]).toBe('我方没有出入库，连差 3 夜');
  expect([sinceWhen('2026-11-23', '2026-11-24')[0], sinceWhen(null, '2026-11-24')[1]]).toEqual([
    '今天才有',
    'never equal so far',
  ]);
});

test('an unknown material leads to our material, or to its code', () => {
  expect(whyOf(of({ guess: 'unknownItem', isInSap: false }), behind({})).next?.to).toBe(
    '/maintenance/asbasematerial?id=7',
  );
  const theirs = whyOf(of({ guess: 'unknownItem', materialId: null, itemCode: 'A&B' }), behind({}));
  expect(theirs.next?.to).toBe('/maintenance/asbasematerial?itemCode=A%26B');
});

test('used parts that SAP never gets lead to the ledger', () => {
  expect(whyOf(of({}), behind({ moves: { ...moved, usedQty: '-3', moves: 2 } }))).toMatchObject({
    sentence: ['用掉 3，不推送 SAP', '3 used, which SAP never gets'],
    next: { kind: 'ledger', to: '/maintenance/asstockledger?materialId=7' },
  });
});

test('a levelled difference names its row in the queue', () => {
  const level = of({ delta: '0.000', guess: 'inFlight' });
  expect(whyOf(level, behind({ flows: [flow({ state: 'queued', isRetried: true })] })).sentence[0]).toBe('FL1 等重试');
  expect(whyOf(level, behind({})).sentence[0]).toBe('夜里推送');
});

test('the state of a row in the queue follows its times', () => {
  const row = { sapStatus: 'queued', sentAt: '', nextAt: '2026-11-24 10:00:00', tries: 0, isBlocked: false };
  const now = '2026-11-24 10:05:00';
  expect(queueState(row, now)).toBe('queued');
  expect(queueState({ ...row, sentAt: '2026-11-24 10:04:58' }, now)).toBe('sending');
  expect(queueState({ ...row, sentAt: '2026-11-24 10:00:00', nextAt: '2026-11-24 10:30:00', tries: 3 }, now)).toBe(
    'retry',
  );
  expect(queueState({ ...row, isBlocked: true }, now)).toBe('blocked');
  expect(queueState({ ...row, sapStatus: 'failed' }, now)).toBe('failed');
});

const move = (no: string, qty: string, docNum: string | null): OwnMove => ({
  ...{ no, billNo: no, day: '2026-11-23', at: '2026-11-23 09:00:00', kind: ['发料', 'Shipment'], who: '', qty },
  flow: docNum === null ? null : { no, state: docNum ? 'pushed' : 'failed', docNum, tries: 0 },
});

test('movements of both sides are paired by number, then a lost answer by its quantity', () => {
  const ours = [move('c', '-3', null), move('b', '-2', ''), move('a', '-2', 'S1')];
  const sap = [
    { docNum: 'S1', day: '2026-11-23', qty: '-2.000' },
    { docNum: 'S2', day: '2026-11-23', qty: '-2.000' },
    { docNum: 'S3', day: '2026-11-24', qty: '5.000' },
  ];
  expect(paired(ours, sap).map((one) => [one.ours?.no ?? '', one.sap?.docNum ?? ''])).toEqual([
    ['a', 'S1'],
    ['b', 'S2'],
    ['c', ''],
    ['', 'S3'],
  ]);
});

test('quantities and amounts have their signs', () => {
  expect([
    signedQuantity('2.000'),
    signedQuantity('-1.500'),
    signedQuantity('0.000'),
    plainQuantity('1234.000'),
  ]).toEqual(['+2', '−1.5', '0', '1,234']);
  expect([signedAmount('1654.50'), signedAmount('-312.00')]).toEqual(['+1,654.50', '−312.00']);
});

test('warehouses without a difference are left out', () => {
  const warehouse = (whsCode: string) => ({ whsCode, name: '', stores: 1, isOfVans: false, compared: 3 });
  const row = { whsCode: 'W02' } as Parameters<typeof byWarehouse>[0]['rows'][number];
  expect(
    byWarehouse({ warehouses: [warehouse('W01'), warehouse('W02')], rows: [row] }).map((one) => one.warehouse.whsCode),
  ).toEqual(['W02']);
});
