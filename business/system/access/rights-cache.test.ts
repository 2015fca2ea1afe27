import { expect, test } from 'vitest';
import { SetClock } from '#kernel/server/time/clock.ts';
import { RightsCache, MAX_CACHED } from './rights-cache.server.ts';

test('编造再多的公司与问题也只记住有限的回答 the cache has a limit, whatever ids are invented', async () => {
  const clock = new SetClock(0);
  const cache = new RightsCache(clock, 10_000);
  for (let at = 0; at < MAX_CACHED * 2; at++)
    expect(await cache.get('', `tenancy made up ${at}`, ['company'], async () => at)).toBe(at);
  expect(cache.size).toBeLessThanOrEqual(MAX_CACHED);
  // The newest answers are still cached, and outdated ones are dropped first.
  expect(await cache.get('', `tenancy made up ${MAX_CACHED * 2 - 1}`, ['company'], async () => -1)).toBe(
    MAX_CACHED * 2 - 1,
  );
  clock.pass(11_000);
  await cache.get('', 'one more', ['company'], async () => 0);
  expect(cache.size).toBe(1);
});
