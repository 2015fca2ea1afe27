import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gone, logInOverHttp } from '#kernel/testing/power-cut.ts';
import { SplitProduct, type SplitProcess } from './split-product.ts';

const product = new SplitProduct();
/** All web processes behind the balancer. */
const known: SplitProcess[] = [];
let token = '';

beforeAll(async () => {
  const first = await product.begin();
  token = await logInOverHttp(first.base);
  for (let n = 0; n < 2; n += 1) known.push(await product.start('web', { DRAIN_SECONDS: '2' }));
  await product.kill(first);
}, 60_000);

afterAll(() => product.end());

/** Addresses of the ready processes, as a balancer that checks five times a second knows them. */
let ready: readonly string[] = [];
async function look(): Promise<void> {
  const bases = known.map(({ base }) => base);
  const isReady = await Promise.all(
    bases.map((base) =>
      fetch(`${base}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  );
  ready = bases.filter((_, at) => isReady[at]);
}

/** Send one write once, to a ready process. */
async function write(n: number): Promise<number> {
  const answer = await fetch(`${ready[n % ready.length]}/api/blade-system/param/submit`, {
    method: 'POST',
    headers: { 'Blade-Auth': `bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ paramName: `r${n}`, paramKey: `rolling.${n}`, paramValue: '1' }),
  });
  return answer.status;
}

test(
  '网页进程轮流重启，一个请求也不失败 web processes restart in turn under writes, and no call fails',
  { timeout: 60_000 },
  async () => {
    await look();
    expect(ready.length).toBe(2);
    const statuses: (number | string)[] = [];
    const stop = new AbortController();
    const looking = (async () => {
      for (; !stop.signal.aborted; await sleep(200)) await look();
    })();
    const writing = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = writer; !stop.signal.aborted; n += 4) {
        statuses.push(await write(n).catch((error: unknown) => String((error as Error).cause ?? error)));
        await sleep(50);
      }
    });
    for (const old of known.slice()) {
      const fresh = await product.start('web', { DRAIN_SECONDS: '2' });
      known.push(fresh);
      await expect.poll(() => ready.includes(fresh.base), { timeout: 20_000 }).toBe(true);
      process.kill(old.server.pid!, 'SIGTERM');
      await gone(old.server);
      expect(old.server.exitCode).toBe(0);
      known.splice(known.indexOf(old), 1);
    }
    stop.abort();
    await Promise.all([looking, ...writing]);
    expect(statuses.length).toBeGreaterThan(100);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  },
);
