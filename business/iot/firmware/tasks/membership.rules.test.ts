import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { areBatches, waveOf, wavesOf, isReached, rolloutPlace } from './membership.rules.ts';

const places = Array.from({ length: 20_000 }, (_, device) => rolloutPlace(crc32(`77:${device}`)));

describe('batches of devices', () => {
  it('1 % is a part of 10 %, which is a part of 50 %', () => {
    for (const place of places) {
      if (isReached(place, 1)) expect(isReached(place, 10)).toBe(true);
      if (isReached(place, 10)) expect(isReached(place, 50)).toBe(true);
      expect(isReached(place, 100)).toBe(true);
    }
  });

  it.each([1, 10, 50])('%i %% reach about as many devices', (percent) => {
    const share = places.filter((place) => isReached(place, percent)).length / places.length;
    expect(Math.abs(share - percent / 100)).toBeLessThan(0.01);
  });

  it('each device is in the first batch that reaches it', () => {
    const batches = [{ percent: 5 }, { percent: 25 }, { percent: 100 }];
    expect([0, 499, 500, 2499, 2500, 9999].map((place) => waveOf(place, batches))).toEqual([1, 1, 2, 2, 3, 3]);
    expect(waveOf(9999, wavesOf(null))).toBe(1);
  });

  it('shares must rise up to 100 %', () => {
    expect(areBatches([{ percent: 5, soakMin: 60 }, { percent: 100 }])).toBe(true);
    for (const wrong of [
      [],
      [{ percent: 50 }],
      [{ percent: 50 }, { percent: 50 }, { percent: 100 }],
      [{ percent: 101 }],
    ])
      expect(areBatches(wrong)).toBe(false);
    expect(areBatches([{ percent: Number.NaN }, { percent: 100 }])).toBe(false);
    expect(areBatches([{ percent: 100, soakMin: -1 }])).toBe(false);
  });
});
