import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import { deviceConnection } from '../gateway/connect/channel/device-connection.paper.ts';
import { isPolled, unitOn } from '../gateway/connect/meters/bus-unit.rules.ts';
import { connectionModel } from '../gateway/connect/points/connection-model.paper.ts';
import { refuse } from '../refusals.ts';
import { device } from './device.paper.ts';
import { busUnitOf } from './device.rules.ts';

type Device = Row<typeof device>;
type Unit = Partial<Pick<Device, 'busUnit' | 'extConfig'>>;

/** Maximal number of units of a bus. */
const MAX_UNITS = 256;

const extensionsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const textOf = (value: unknown): string => String(value ?? '').trim();

/** Return the extensions with another unit; an empty one is removed. */
function withUnit(values: Unit, before: Unit | null | undefined, unit: string): Readonly<Record<string, unknown>> {
  const { unit: _, ...rest } = extensionsOf(values.extConfig ?? before?.extConfig);
  return unit ? { ...rest, unit } : rest;
}

/**
 * Return the values that make the field and the extension `unit`, which published clients write, the same. If both are
 * sent, the one that changes counts.
 */
export function sameUnit(values: Unit, before: Unit | null | undefined): Unit {
  const extension = textOf(extensionsOf(values.extConfig).unit);
  const unit = textOf(values.busUnit);
  const present = textOf(before?.busUnit);
  const isByField = values.busUnit !== undefined && (unit !== present || !extension);
  if (!isByField) return values.extConfig === undefined ? {} : { busUnit: extension || null };
  const hasExtensions = Boolean(unit || present || values.extConfig);
  const extConfig = withUnit(values, before, unit);
  return { busUnit: unit || null, ...(hasExtensions && { extConfig }) };
}

async function protocolOf(context: Context, busId: string): Promise<string> {
  const [bus] = await context.find(deviceConnection, { id: busId }, { first: 1 });
  if (!bus?.connectionModelId) return '';
  const [model] = await context.find(connectionModel, { id: bus.connectionModelId }, { first: 1 });
  return model?.protocol ?? '';
}

/**
 * Refuse a device on a bus whose unit is none of the protocol, or that of another device of the bus. A device without a
 * unit is not polled.
 */
export async function assertUnit(context: Context, row: Device): Promise<void> {
  if (!row.busId || !row.busUnit) return;
  const protocol = await protocolOf(context, row.busId);
  // A connection that is no bus yet takes every unit.
  const unit = isPolled(protocol)
    ? unitOn(protocol, { extensions: row.extConfig, serial: null })
    : busUnitOf(row.extConfig);
  if (unit === null) throw refuse.busUnitWrong({ fields: [{ field: 'busUnit', words: refuse.busUnitWrong().words }] });
  const others = await context.find(device, { busId: row.busId }, { limit: MAX_UNITS });
  const other = others.find(
    (one) => one.id !== row.id && one.instanceStatus !== 'retired' && busUnitOf(one.extConfig) === unit,
  );
  if (!other) return;
  const about = { unit, name: other.deviceName };
  throw refuse.busUnitTaken(about, { fields: [{ field: 'busUnit', words: refuse.busUnitTaken(about).words }] });
}
