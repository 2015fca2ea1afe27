import { describe, expect, it } from 'vitest';
import { wantedRange } from './range.rules.ts';

const etag = '"abc"';
const wanted = (range?: string, ifRange?: string, size = 1000) => wantedRange({ range, ifRange }, { size, etag });

describe('the part of a file that a device wants', () => {
  it.each([
    ['bytes=370-', 370, 999],
    ['bytes=0-0', 0, 0],
    ['bytes=0-5000', 0, 999],
    ['bytes=-100', 900, 999],
    ['bytes=-5000', 0, 999],
  ])('%s is the bytes %i to %i', (range, from, to) => {
    expect(wanted(range)).toEqual({ from, to });
  });

  it('is the whole file without a range, with several, or with nonsense', () => {
    for (const range of [undefined, 'bytes=0-1,5-6', 'bytes=-', 'bytes=9-3', 'lines=1-2', 'bytes=a-b'])
      expect(wanted(range)).toBeUndefined();
  });

  it('is out of the file behind its end', () => {
    expect(wanted('bytes=1000-')).toBeNull();
    expect(wanted('bytes=-0')).toBeNull();
    expect(wanted('bytes=0-', undefined, 0)).toBeNull();
  });

  it('is the whole file if the file has changed since', () => {
    expect(wanted('bytes=370-', etag)).toEqual({ from: 370, to: 999 });
    expect(wanted('bytes=370-', '"other"')).toBeUndefined();
  });
});
