import type { FrameConfig, FrameField } from '../frame-config.rules.ts';
import { FrameFault } from '../frame.rules.ts';
import { hexReader, numberReader } from './number.rules.ts';
import { hexNumber, outOfRange, wholeFor } from './raw-value.rules.ts';
import type { ValueType } from './value-form.rules.ts';
import { fromLocal, localOf, toLocal } from './zoned-time.rules.ts';

const pad = (value: number): string => String(value).padStart(2, '0');

/** Return the parts of a time of 10, 12 or 14 digits, from the year to the minute or second; null for other digits. */
function partsOf(digits: string): number[] | null {
  if (!/^(?:\d{10}|\d{12}|\d{14})$/.test(digits)) return null;
  const whole = digits.length === 14 ? digits : `20${digits}`;
  return [whole.slice(0, 4), ...(whole.slice(4).match(/../g) ?? [])].map(Number);
}

function digitsAt(local: number, size: number): string {
  const at = new Date(local);
  const rest = [at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()];
  const whole = `${at.getUTCFullYear()}${rest.map(pad).join('')}`;
  return size === 14 ? whole : whole.slice(2, 2 + size);
}

function zoneOf(config: FrameConfig): string {
  const zone = config.timezone || 'Asia/Shanghai';
  try {
    fromLocal(zone, 0);
    return zone;
  } catch {
    throw new FrameFault([`没有时区 ${zone}`, `There is no time zone ${zone}`], 'CONFIG');
  }
}

/** Moments, as milliseconds: decimal digits of local time, or seconds or milliseconds since 1970. */
export function momentType(field: FrameField, config: FrameConfig, order: string): ValueType {
  if (field.dataType !== 'bcdtime') {
    const unit = field.dataType === 'unix' ? 1000 : 1;
    const raw = numberReader(order);
    return {
      read: (bytes, from, to) => raw(bytes, from, to) * unit,
      write: (value, bits) => wholeFor(field, Number(value ?? 0) / unit, bits, false),
      isOrdered: true,
    };
  }
  const zone = zoneOf(config);
  const raw = hexReader(order);
  return {
    read(bytes, from, to) {
      const local = localOf(partsOf(raw(bytes, from, to)) ?? []);
      return local === null ? null : fromLocal(zone, local);
    },
    write(value, bits) {
      const local = toLocal(zone, Number(value ?? Number.NaN));
      if (![10, 12, 14].includes(bits / 4) || !Number.isFinite(local)) throw outOfRange(field, value);
      return hexNumber(digitsAt(local, bits / 4));
    },
    isOrdered: true,
  };
}
