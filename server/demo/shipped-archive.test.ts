import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { arrivalIn } from '#kernel/server/jobs/arrival.ts';
import { verifyAudit } from '#kernel/server/secrets/seals/verify.ts';
import { inZone } from '#kernel/server/time/clock.ts';
import { prepare } from '../prepare.ts';
import { SHIPPED_ARCHIVE, openArchive } from './archive/manifest.ts';
import { archiveEnd } from './archive/shift.rules.ts';
import { demoNumbers, isWithin, measured } from './numbers.ts';
import { WEEK_MS, brokenOf, empty } from './testing/archives.ts';

/** Thirty weeks after the archive ends, on its Monday. */
const END = archiveEnd(openArchive(SHIPPED_ARCHIVE)!.monday) + 30 * WEEK_MS;
const NOW = END + 60_000;

let ownerUrl = '';
const server = await openTestServer(import.meta.url, {
  env: { ANJU_SEED: 'demo' },
  async before(of) {
    ({ ownerUrl } = of);
    await empty(of);
    await prepare({ ...of, seed: 'demo', now: NOW, isWhole: true, say: () => {} });
  },
});
server.clock.set(NOW);

test('the shipped company arrives whole, its invariants hold, and no log entry was changed', async () => {
  const [{ value }] = await server.tables<{ value: string }>("select value from anju_meta where id = 'demo'");
  expect(arrivalIn(value)).toBeNull();
  expect(await brokenOf(server.app, (sql, values) => server.tables(sql, values), NOW)).toEqual([]);
  const { findings, entries, seals } = await verifyAudit(server.app);
  expect([findings, entries > 50_000, seals > 1]).toEqual([[], true, true]);
});

test('messages have the days of their events', async () => {
  const [found] = await server.tables<{ all: number; late: number }>(
    `select count(*)::int as all, count(*) filter (where m.create_time > v.create_time + interval '1 day')::int as late
     from asmessage m join dispatchlist v on v.id = m.biz_id where m.message_event = 'visitCreated'`,
  );
  expect(found.all).toBeGreaterThan(300);
  expect(found.late).toBe(0);
});

// The figures of docs/demo.md. Those marked “season” are left out, as the archive is moved to other months.
test.for(demoNumbers().filter((one) => !one.isOfSeason))('$title', async (one) => {
  const [value] = await measured(ownerUrl, [one], `${inZone(END, 'Asia/Shanghai')}+08`);
  expect(isWithin(one, value), `${value} of ${one.low} to ${one.high}`).toBe(true);
});
