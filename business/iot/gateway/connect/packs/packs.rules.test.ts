import { expect, test } from 'vitest';
import { compileFrames } from '../codec/compile.rules.ts';
import { checksumOf } from '../codec/values/checksum.rules.ts';
import { bytesOf, hexOfBytes } from '../codec/frame.rules.ts';
import type { FrameField } from '../codec/frame-config.rules.ts';
import { jsonOfPack } from './pack-json.rules.ts';
import { packs } from './packs.rules.ts';

test.for(
  packs.flatMap((pack) => pack.samples.map((sample) => ({ pack, sample, name: `${pack.code} ${sample.name}` }))),
)('the sample frame decodes: $name', ({ pack, sample }) => {
  const { deviceId, props } = compileFrames(pack.config, pack.fields).decode(bytesOf(sample.frame));
  expect({ deviceId, props }).toEqual({ deviceId: sample.deviceId, props: sample.props });
});

/** The answer of a water meter with these bytes as its reading and unit, with its sum. */
function reading(volume: string): string {
  const head = `6810443322110033788116 1F9000 ${volume} 0077665529 31012211051520 2184`;
  return `${head} ${hexOfBytes(Uint8Array.of(checksumOf('sum8', bytesOf(head))))} 16`;
}

test('a start byte inside the data, another unit and an unreadable number need no change of the configuration', () => {
  const water = packs.find((one) => one.code === 'cjt188-2004')!;
  const decode = (volume: string) => compileFrames(water.config, water.fields).decode(bytesOf(reading(volume)));
  expect(decode('68686868 2C')).toMatchObject({ props: { totalFlow: 686_868.68, monthFlow: 556.677 } });
  expect(decode('00776655 29').props.totalFlow).toBe(556.677);
  expect(decode('FFFFFFFF 2C').props).toEqual({ monthFlow: 556.677 });
  expect(decode('00776655 2C').ts).toBe(Date.parse('2015-05-11T22:01:31+08:00'));
});

test('a scale with more decimals than are stored becomes a field of its own, which the mapping divides', () => {
  const { fields, mapping } = jsonOfPack(packs.find((one) => one.code === 'cjt188-2004')!);
  const read = compileFrames(
    packs.find((one) => one.code === 'cjt188-2004')!.config,
    fields as unknown as readonly FrameField[],
  ).decode(bytesOf(reading('00776655 29')));
  expect(read.props).toEqual({ totalFlowFine: 55_667.7, monthFlowFine: 55_667.7 });
  expect(mapping[0]).toMatchObject({ attribute: 'totalFlow', sourceField: 'totalFlowFine', expression: 'x / 100' });
});
