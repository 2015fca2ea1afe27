import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { chunkFrame } from './chunk.rules.ts';

it('a part of a file has its upgrade, place, length, flags, data and checksum', () => {
  const data = Buffer.from('firmware');
  const frame = chunkFrame({ runId: '9007199254740993', offset: 370, data, isLast: true }, crc32);
  expect(frame.length).toBe(16 + 8 + 4);
  expect(frame.readBigUInt64BE(0)).toBe(9_007_199_254_740_993n);
  expect([frame.readUInt32BE(8), frame.readUInt16BE(12), frame.readUInt16BE(14)]).toEqual([370, 8, 1]);
  expect(frame.subarray(16, 24)).toEqual(data);
  expect(frame.readUInt32BE(24)).toBe(crc32(data));
});

it('a request that cannot be served gets the flag 15 and no data', () => {
  const frame = chunkFrame({ runId: '7', offset: 5, data: null, isLast: false }, crc32);
  expect([frame.length, frame.readUInt16BE(12), frame.readUInt16BE(14)]).toEqual([20, 0, 0x8000]);
});
