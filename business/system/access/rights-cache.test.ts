import { expect, test } from 'vitest';
import { SetClock } from '#kernel/server/time/clock.ts';
import { RightsCache, MOST_KEPT } from './rights-cache.server.ts';

test('编造再多的公司与问题也只记住有限的回答 answers are kept within a bound, whatever strangers make up', async () => {
  const clock = new SetClock(0);
  const kept = new RightsCache(clock, 10_000);
  for (let at = 0; at < MOST_KEPT * 2; at++)
    expect(await kept.get('', `tenancy made up ${at}`, ['company'], async () => at)).toBe(at);
  expect(kept.size).toBeLessThanOrEqual(MOST_KEPT);
  // The last ones are still there; what is out of date goes first.
  expect(await kept.get('', `tenancy made up ${MOST_KEPT * 2 - 1}`, ['company'], async () => -1)).toBe(
    MOST_KEPT * 2 - 1,
  );
  clock.pass(11_000);
  await kept.get('', 'one more', ['company'], async () => 0);
  expect(kept.size).toBe(1);
});
