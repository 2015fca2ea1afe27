import { ByteReader, ByteWriter } from '../pack/bytes.rules.ts';
import type { GrowthStates } from './day-figures.rules.ts';
import type { CounterReading, GrowthState } from './growth.rules.ts';

const writeReading = (out: ByteWriter, { ts, value }: CounterReading): void => {
  out.count(ts);
  out.float(value);
};
const readReading = (bytes: ByteReader): CounterReading => ({ ts: bytes.count(), value: bytes.float() });

/** Encode the counter states of a device, sorted by property. */
export function writeGrowthBytes(states: GrowthStates): Buffer {
  const out = new ByteWriter();
  for (const [name, { last, since, suspects }] of [...states].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    out.text(name);
    out.count(last ? 1 : 0);
    if (last) writeReading(out, last);
    out.count(since);
    out.count(suspects.length);
    for (const one of suspects) writeReading(out, one);
  }
  return out.finish();
}

/** Read the output of `writeGrowthBytes`. */
export function readGrowthBytes(data: Uint8Array): GrowthStates {
  const bytes = new ByteReader(data);
  const states = new Map<string, GrowthState>();
  while (!bytes.isAtEnd) {
    const name = bytes.text();
    const last = bytes.count() === 1 ? readReading(bytes) : null;
    const since = bytes.count();
    const suspects = Array.from({ length: bytes.count() }, () => readReading(bytes));
    states.set(name, { last, since, suspects });
  }
  return states;
}
