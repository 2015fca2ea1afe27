import { afterEach, expect, test } from 'vitest';
import { ModbusUnits, type SimulatedUnit } from '../../../testing/modbus-unit.ts';
import type { PointForm, PointValue } from '../points/value.rules.ts';
import type { BusPoint, UnitId } from './bus.rules.ts';
import { ModbusBus } from './bus.server.ts';

const closing: { close(): void }[] = [];
afterEach(() => {
  for (const one of closing.splice(0)) one.close();
});

function point(code: string, address: string, over: Partial<PointForm & BusPoint> = {}): BusPoint {
  const form = {
    ...{ dataType: 'int', byteOrder: null, bitIndex: null, bitCount: null },
    ...{ scale: null, shift: null, precision: null, invalidValues: null, ...over },
  };
  return { code, address, form, isWritable: over.isWritable ?? true, readModifyWrite: over.readModifyWrite ?? false };
}

const holding = (...words: number[]): SimulatedUnit => ({
  registers: new Map(words.map((word, register) => [`4:${register}`, word])),
});

interface Seen {
  readonly values: [UnitId, Readonly<Record<string, PointValue>>][];
  readonly offline: UnitId[];
  readonly refused: string[];
  readonly faults: unknown[];
}

async function bus(simulated: Record<number, SimulatedUnit>, points: readonly BusPoint[], now?: () => number) {
  const units = new ModbusUnits(simulated);
  const port = await units.listen();
  const seen: Seen = { values: [], offline: [], refused: [], faults: [] };
  const made = new ModbusBus(
    {
      ...{ host: '127.0.0.1', port, transport: 'modbus_tcp', timeoutMs: 300, now },
      units: Object.keys(simulated).map((unit) => ({ unit: Number(unit), points })),
    },
    {
      values: (unit, values) => seen.values.push([unit, values]),
      offline: (unit) => seen.offline.push(unit),
      refused: (unit, addresses, code) => seen.refused.push(`${unit} ${addresses.join()} ${code}`),
      fault: (_unit, error) => seen.faults.push(error),
    },
  );
  closing.push(made, units);
  return { bus: made, units, seen };
}

test('adjacent registers are read in one request, a gap in another, and stale answers are dropped', async () => {
  const unit = { ...holding(215, 0xff9c, 0, 4, 5), repeatsOld: true };
  const points = [point('inlet', '4:0:1', { scale: '0.1' }), point('outlet', '4:1:1'), point('far', '4:4:1')];
  const { bus: one, units, seen } = await bus({ 7: unit }, points);
  await one.poll();
  expect(seen.values).toEqual([[7, { inlet: 21.5, outlet: -100, far: 5 }]]);
  expect(units.requests).toEqual(['7 read 4:0:2', '7 read 4:4:1']);
});

test('a block over a missing register is split once, and the refused point is not read again', async () => {
  const unit = holding(1, 2, 3, 4);
  unit.registers.delete('4:2');
  const points = [0, 1, 2, 3].map((register) => point(`r${register}`, `4:${register}:1`));
  const { bus: one, units, seen } = await bus({ 1: unit }, points);
  await one.poll();
  expect(seen.values).toEqual([[1, { r0: 1, r1: 2, r3: 4 }]]);
  expect(seen.refused).toEqual(['1 4:2:1 2']);
  units.requests.length = 0;
  await one.poll();
  expect(units.requests).toEqual(['1 read 4:0:2', '1 read 4:3:1']);
  expect(seen.values[1]).toEqual(seen.values[0]);
});

test('a refused register is read again after an hour, because its unit may have learnt it', async () => {
  let now = 0;
  const unit = holding(1);
  const { bus: one, units, seen } = await bus({ 1: unit }, [point('r0', '4:0:1'), point('r9', '4:9:1')], () => now);
  await one.poll();
  unit.registers.set('4:9', 77);
  now = 3_599_000;
  await one.poll();
  expect(seen.values.at(-1)).toEqual([1, { r0: 1 }]);
  now = 3_601_000;
  await one.poll();
  expect(seen.values.at(-1)).toEqual([1, { r0: 1, r9: 77 }]);
  expect(units.requests.filter((request) => request === '1 read 4:9:1')).toHaveLength(2);
});

test('a dead unit of five is paused alone, and its pause grows to five minutes', async () => {
  let now = 0;
  const units = Object.fromEntries([1, 2, 3, 4, 5].map((unit) => [unit, holding(unit)]));
  units[3].isSilent = true;
  const { bus: one, units: there, seen } = await bus(units, [point('v', '4:0:1')], () => now);
  for (let round = 0; round < 4; round++) await one.poll();
  const reads = (): number => there.requests.filter((request) => request.startsWith('3 ')).length;
  expect(reads()).toBe(3);
  expect(seen.offline).toEqual([3]);
  expect(seen.values.filter(([unit]) => unit === 5)).toHaveLength(4);
  for (const [minutes, count] of [
    [1, 4],
    [2, 4],
    [3, 5],
  ]) {
    now = minutes * 60_000;
    await one.poll();
    expect(reads(), `after ${minutes} min`).toBe(count);
  }
  units[3].isSilent = false;
  now = 60 * 60_000;
  await one.poll();
  expect(seen.values.filter(([unit]) => unit === 3)).toHaveLength(1);
  expect(seen.offline).toEqual([3]);
});

test('a command precedes waiting reads, and one request is open at a time', async () => {
  const units = Object.fromEntries([1, 2, 3].map((unit) => [unit, { ...holding(10), delayMs: 20 }]));
  const { bus: one, units: there } = await bus(units, [point('set', '4:0:1')]);
  const poll = Promise.all([one.poll(), one.poll()]);
  const written = await one.write(3, 'set', 55);
  await poll;
  expect(written).toEqual({ result: 'done', value: 55 });
  expect(there.mostOpen).toBe(1);
  expect(there.requests.slice(0, 3)).toEqual(['1 read 4:0:1', '3 write 4:0', '3 read 4:0:1']);
});

test('a write succeeds only if the unit returns the written value', async () => {
  const unit = holding(0, 0, 0);
  const { bus: one } = await bus({ 1: unit }, [
    point('two', '4:0:2', { dataType: 'uint' }),
    point('absent', '4:9:1'),
    point('fixed', '4:2:1', { isWritable: false }),
  ]);
  expect(await one.write(1, 'two', 70_000)).toEqual({ result: 'done', value: 70_000 });
  expect([unit.registers.get('4:0'), unit.registers.get('4:1')]).toEqual([1, 4464]);
  expect(await one.write(1, 'absent', 1)).toEqual({ result: 'failed', reason: 'exception 2' });
  expect(await one.write(1, 'fixed', 1)).toEqual({ result: 'refused', reason: 'readOnly' });
  expect(await one.write(1, 'two', -1)).toEqual({ result: 'refused', reason: 'range' });
  unit.ignoresWrites = true;
  expect(await one.write(1, 'two', 5)).toEqual({ result: 'failed', reason: 'notTaken' });
  unit.isSilent = true;
  expect(await one.write(1, 'two', 5)).toEqual({ result: 'failed', reason: 'timeout' });
});

test('a part of a register is written only where the point allows it, and its other bits stay', async () => {
  const unit = holding(0xab0d);
  const bits = { dataType: 'uint', bitIndex: 4, bitCount: 4 };
  const { bus: one } = await bus({ 1: unit }, [
    point('part', '4:0:1', bits),
    point('allowed', '4:0:1', { ...bits, readModifyWrite: true }),
  ]);
  expect(await one.write(1, 'part', 3)).toEqual({ result: 'refused', reason: 'part' });
  expect(await one.write(1, 'allowed', 3)).toEqual({ result: 'done', value: 3 });
  expect(unit.registers.get('4:0')).toBe(0xab3d);
});
