import { afterEach, expect, test } from 'vitest';
import { MeterLine, type SimulatedMeter } from '../../../testing/meter-line.ts';
import type { BusPoint, UnitId } from '../modbus/bus.rules.ts';
import type { PointForm, PointValue } from '../points/value.rules.ts';
import { MeterBus } from './meter-bus.server.ts';
import type { MeterName } from './meter-names.rules.ts';
import { meterProtocol } from './meter-protocol.rules.ts';
import { meterWire } from './meter-wire.rules.ts';

const closing: { close(): void }[] = [];
afterEach(() => {
  for (const one of closing.splice(0)) one.close();
});

const point = (code: string, address: string, over: Partial<PointForm> = {}): BusPoint => ({
  ...{ code, address, isWritable: false, readModifyWrite: false },
  form: {
    ...{ dataType: 'bcd', byteOrder: null, bitIndex: null, bitCount: null },
    ...{ scale: null, shift: null, precision: null, invalidValues: null, ...over },
  },
});

async function bus(
  protocol: MeterName,
  meters: Readonly<Record<string, SimulatedMeter>>,
  points: readonly BusPoint[],
  now?: () => number,
) {
  const line = new MeterLine(protocol, meters);
  const port = await line.listen();
  const seen = {
    values: [] as [UnitId, Readonly<Record<string, PointValue>>][],
    wrong: [] as string[],
    refused: [] as string[],
    offline: [] as UnitId[],
    frames: [] as string[],
  };
  const made = new MeterBus(
    {
      ...{ host: '127.0.0.1', port, timeoutMs: 300, now, protocol: meterProtocol(protocol) },
      units: Object.keys(meters).map((unit) => ({ unit, points })),
    },
    {
      values: (unit, values) => seen.values.push([unit, values]),
      offline: (unit) => seen.offline.push(unit),
      refused: (unit, addresses, code) => seen.refused.push(`${unit} ${addresses.join()} ${code}`),
      wrong: (unit, words) => seen.wrong.push(`${unit} ${words[0]}`),
      fault: (_unit, error) => expect.unreachable(String(error)),
      frame: (direction, _unit, _bytes, verdict) => direction === 'up' && seen.frames.push(verdict),
    },
  );
  closing.push(made, line);
  return { bus: made, line, seen };
}

test('a request has the bytes of the standard behind the bytes that wake the line', () => {
  const hex = (name: MeterName, unit: string, di: string): string =>
    Buffer.from(meterWire(meterProtocol(name)).bytesOf({ unit, di }, 1))
      .toString('hex')
      .toUpperCase();
  expect(hex('dlt645', '000000000161', '00010000')).toBe('FEFEFEFE68610100000000681104333334331416');
  expect(hex('cjt188', '78330011223344', '901F')).toBe('FEFEFE68104433221100337801031F90008016');
  expect(hex('cjt188', '2078330011223344', '901F')).toContain('6820443322110033780103');
});

test('electricity meters are read by their identifiers, with the sign and the scale of the point', async () => {
  const meters = { '000000000161': { data: { '00010000': '42061200', '02020100': '503480', '02010100': 'FFFF' } } };
  const {
    bus: one,
    line,
    seen,
  } = await bus('dlt645', meters, [
    point('energy', '00010000', { scale: '0.01' }),
    point('current', '02020100', { scale: '0.001' }),
    point('voltage', '02010100', { scale: '0.1' }),
    point('raw', '00010000', { dataType: 'hex' }),
  ]);
  await one.poll();
  expect(seen.values).toEqual([['000000000161', { energy: 1206.42, current: -3.45, voltage: null, raw: '00120642' }]]);
  // Two points with one identifier cost one request.
  expect(line.requests).toEqual(['000000000161 00010000', '000000000161 02020100', '000000000161 02010100']);
  // The line repeats each request; that is no answer.
  expect(seen.frames).toEqual(['stale', 'ok', 'stale', 'ok', 'stale', 'ok']);
  expect(seen.wrong).toEqual([]);
});

test('water meters are read in cubic metres, whatever unit they send', async () => {
  const data = { '901F': '00776655 2C 00776655 29 31012211051520 2184', D120: '00010000 2C' };
  const { bus: one, seen } = await bus('cjt188', { '78330011223344': { data } }, [
    point('volume', '901F'),
    point('month', 'monthFlow', { scale: '1000' }),
    point('settled', 'D120'),
  ]);
  await one.poll();
  expect(seen.values).toEqual([['78330011223344', { volume: 556_677, month: 556_677, settled: 1 }]]);
});

test('a water meter that names the identifier with its highest byte first is read', async () => {
  // The answer of a meter in the samples of the pack: 123.00 m³.
  const data = { '901F': '00230100 2C 00000000 2C 00000000000000 0000' };
  const { bus: one, seen } = await bus('cjt188', { '00000805000001': { data, keepsOrder: true } }, [
    point('volume', '901F'),
  ]);
  await one.poll();
  expect(seen.values).toEqual([['00000805000001', { volume: 123 }]]);
});

test('a wrong sum, the answer of another meter and a refusal are named in words', async () => {
  const data = { '00010000': '42061200' };
  const {
    bus: one,
    line,
    seen,
  } = await bus(
    'dlt645',
    {
      '000000000001': { data, hasWrongSum: true },
      '000000000002': { data, answersAs: '000000000009' },
      '000000000003': { data: {} },
      '000000000004': { data },
    },
    [point('energy', '00010000', { scale: '0.01' })],
  );
  await one.poll();
  expect(seen.wrong).toEqual(['000000000001 校验不通过', '000000000002 应答来自另一块表 000000000009']);
  expect(seen.refused).toEqual(['000000000003 00010000 2']);
  expect(seen.values).toEqual([['000000000004', { energy: 1206.42 }]]);
  line.requests.length = 0;
  await one.poll();
  expect(line.requests).not.toContain('000000000003 00010000');
});

test('a silent meter is paused alone, and a refused identifier is asked for again after an hour', async () => {
  let now = 0;
  const meters: Record<string, SimulatedMeter> = {
    '000000000001': { data: { '00010000': '00000000' }, isSilent: true },
    '000000000002': { data: {} },
  };
  const { bus: one, line, seen } = await bus('dlt645', meters, [point('energy', '00010000')], () => now);
  for (let round = 0; round < 5; round += 1) await one.poll();
  expect(line.requests.filter((request) => request.startsWith('000000000001'))).toHaveLength(3);
  expect(seen.offline).toEqual(['000000000001']);
  expect(line.requests.filter((request) => request.startsWith('000000000002'))).toHaveLength(1);
  line.meters.set('000000000002', { data: { '00010000': '05000000' } });
  now = 3_600_001;
  await one.poll();
  expect(seen.values).toEqual([['000000000002', { energy: 5 }]]);
});
