import { afterEach, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { ModbusUnits } from '../../../testing/modbus-unit.ts';
import { connectionModel } from '../points/connection-model.paper.ts';
import { connectionPoint } from '../points/connection-point.paper.ts';
import type { PointValue } from '../points/value.rules.ts';
import { type PointRow, busPointsOf } from './bus-points.rules.ts';
import { ModbusBus } from './bus.server.ts';

const server = await openTestServer(import.meta.url);
const iot = await server.as('as_iot');
const closing: { close(): void }[] = [];
afterEach(() => {
  for (const one of closing.splice(0)) one.close();
});

/**
 * LG Therma V HM051MR, installation manual, page 250 “Modbus gateway memory map”: coils 00001 to 00006 and inputs 10001
 * to 10017 (https://manualshive.com/en/manual/lg/therma-v-hm051mr/213287?page=250).
 */
const thermaV = [
  ['power', '0:0:1', 'flag', 'rw'],
  ['hotWater', '0:1:1', 'flag', 'rw'],
  ['silent', '0:2:1', 'flag', 'rw'],
  ['flowTooLow', '1:0:1', 'flag', 'r'],
  ['waterPump', '1:1:1', 'flag', 'r'],
  ['compressor', '1:3:1', 'flag', 'r'],
  ['defrost', '1:4:1', 'flag', 'r'],
] as const;

/**
 * Mitsubishi Ecodan with Melcobems Mini A1M, registers from zero
 * (https://star.ke.st/library/mitsubishi-ecodan-ftc4-ftc5-ftc6-needs-melcobems-mini-a1m).
 */
const ecodan = [
  ['power', '4:25:1', 'uint', 'rw', '1'],
  ['tankTarget', '4:30:1', 'int', 'rw', '0.01'],
  ['zoneTarget', '4:32:1', 'int', 'rw', '0.01'],
  ['defrost', '4:67:1', 'uint', 'r', '1'],
  ['frequency', '4:73:1', 'uint', 'r', '1'],
] as const;

const empty = {
  ...{ byteOrder: null, bitIndex: null, bitCount: null, readModifyWrite: null },
  ...{ scale: null, shift: null, precision: null, invalidValues: null },
};

/** A row as it is stored: an answer leaves empty values out, or has an empty text. */
const asStored = (row: Record<string, unknown>): PointRow =>
  ({ ...empty, ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')) }) as unknown as PointRow;

async function rowsOf(modelCode: string, points: readonly (readonly string[])[]): Promise<ModbusBusRows> {
  const model = await iot.post(`${connectionModel.path}/add`, {
    ...{ modelCode, modelName: modelCode, protocol: 'modbus_tcp', dataFormat: 'hex' },
  });
  expect(model.status, model.msg).toBe(200);
  const connectionModelId = model.data.id;
  for (const [pointCode, address, dataType, rw, scale] of points) {
    const made = await iot.post(`${connectionPoint.path}/add`, {
      ...{ connectionModelId, pointCode, pointName: pointCode, address, dataType, rw, scale },
    });
    expect(made.status, made.msg).toBe(200);
  }
  const page = await iot.get(`${connectionPoint.path}/page`, { connectionModelId, size: 100 });
  const rows = await Promise.all(
    page.data.records.map(async ({ id }: { id: string }) => (await iot.get(`${connectionPoint.path}/${id}`)).data),
  );
  return { rows: rows.map(asStored), byteOrder: 'ABCD' };
}

interface ModbusBusRows {
  readonly rows: readonly PointRow[];
  readonly byteOrder: string;
}

async function busOf({ rows, byteOrder }: ModbusBusRows, registers: Readonly<Record<string, number>>) {
  const unit = { registers: new Map(Object.entries(registers)) };
  const units = new ModbusUnits({ 1: unit });
  const port = await units.listen();
  const values: Record<string, PointValue> = {};
  const bus = new ModbusBus(
    {
      ...{ host: '127.0.0.1', port, transport: 'modbus_tcp', timeoutMs: 1000 },
      units: [{ unit: 1, points: busPointsOf(rows, byteOrder) }],
    },
    {
      values: (_unit, read) => Object.assign(values, read),
      offline: (number) => expect.unreachable(`unit ${number} is offline`),
      refused: (_unit, addresses) => expect.unreachable(`${addresses.join()} is refused`),
      fault: (_unit, error) => expect.unreachable(String(error)),
    },
  );
  closing.push(bus, units);
  return { bus, values, unit };
}

test('a heat pump with coils and inputs is read and set by rows only', async () => {
  const registers = { '0:0': 1, '0:1': 0, '0:2': 0, '1:0': 0, '1:1': 1, '1:3': 1, '1:4': 0 };
  const { bus, values, unit } = await busOf(await rowsOf('therma_v', thermaV), registers);
  await bus.poll();
  expect(values).toEqual({
    ...{ power: true, hotWater: false, silent: false },
    ...{ flowTooLow: false, waterPump: true, compressor: true, defrost: false },
  });
  expect(await bus.write(1, 'silent', true)).toEqual({ result: 'done', value: true });
  expect(unit.registers.get('0:2')).toBe(1);
  expect(await bus.write(1, 'defrost', true)).toMatchObject({ reason: 'readOnly' });
});

test('a heat pump with scaled holding registers is read and set by rows only', async () => {
  const registers = { '4:25': 1, '4:30': 4850, '4:32': 0xff38, '4:67': 0, '4:73': 62 };
  const { bus, values, unit } = await busOf(await rowsOf('ecodan', ecodan), registers);
  await bus.poll();
  expect(values).toEqual({ power: 1, tankTarget: 48.5, zoneTarget: -2, defrost: 0, frequency: 62 });
  expect(await bus.write(1, 'zoneTarget', 21.5)).toEqual({ result: 'done', value: 21.5 });
  expect(unit.registers.get('4:32')).toBe(2150);
});
