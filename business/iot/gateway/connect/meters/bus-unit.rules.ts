import { busUnitOf } from '../../../devices/device.rules.ts';
import { isMeter } from './meter-names.rules.ts';
import { meterProtocol } from './meter-protocol.rules.ts';
import type { UnitId } from '../modbus/bus.rules.ts';

/** Are the units of a protocol polled? */
export const isPolled = (protocol: string): boolean => protocol.startsWith('modbus') || isMeter(protocol);

/** Parts of a device that name its unit. */
export interface UnitSource {
  readonly extensions: unknown;
  readonly serial: string | null;
}

/** Return the unit of a device on a bus: a number, or the address of a meter, which may be its serial number. */
export function unitOn(protocol: string, { extensions, serial }: UnitSource): UnitId | null {
  const unit = busUnitOf(extensions);
  if (!isMeter(protocol)) return typeof unit === 'number' ? unit : null;
  const { digits } = meterProtocol(protocol);
  return [unit, serial].find((one): one is string => typeof one === 'string' && digits.test(one)) ?? null;
}
