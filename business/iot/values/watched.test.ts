import { afterAll, expect, test } from 'vitest';
import { Watches } from '#kernel/server/http/realtime/watch.ts';
import { saved } from '#kernel/testing/sample.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { device } from '../devices/device.paper.ts';
import { watchedDevices } from './watched.server.ts';

const server = await openTestServer(import.meta.url);
const MINUTE = 60_000;
const now = Date.now();

interface Told {
  readonly rows: readonly { readonly id: string; readonly values: Readonly<Record<string, unknown>> }[];
}
const heard: string[] = [];
const names = new Map<string, string>();
const watches = new Watches(new Map([['device', watchedDevices]]), (watch, data) => {
  for (const { id, values } of (data as unknown as Told).rows)
    heard.push(`${watch.page}: ${names.get(id)} ${String(values.n)}`);
});
afterAll(() => watches.stop());

const says = (id: string, n: number, ts: number): Promise<unknown> =>
  server.tables(
    `insert into iot_device_latest (device_id, tenant_id, ts, data) values ($1, '000000', to_timestamp($3::float8 / 1000), jsonb_build_object('n', $2::int))
     on conflict (device_id) do update set ts = excluded.ts, data = excluded.data`,
    [id, n, ts],
  );
const opens = (page: string, ids: readonly string[]): void =>
  watches.put(server.app, { tenantId: '000000', personId: '1', sessionId: 's', page, of: 'device', ids });

test('an open page receives each device value once, with any clock and delay', async () => {
  const [fast, slow] = [(await saved(server, device)).id, (await saved(server, device)).id];
  names.set(fast, 'fast').set(slow, 'slow');
  await says(fast, 1, now + 60 * MINUTE);
  opens('one', [fast, slow]);
  await expect.poll(() => heard).toEqual(['one: fast 1']);
  // Values of `slow` are an hour behind those of `fast`, and older than the page.
  await says(slow, 1, now - 5 * MINUTE);
  await expect.poll(() => heard).toEqual(['one: fast 1', 'one: slow 1']);
  // A page that renews its subscription gets no value twice; a new page gets the current values.
  opens('one', [fast, slow]);
  opens('two', [slow]);
  await says(fast, 2, now + 61 * MINUTE);
  await expect.poll(() => heard.toSorted()).toEqual(['one: fast 1', 'one: fast 2', 'one: slow 1', 'two: slow 1']);
  await says(slow, 2, now - 4 * MINUTE);
  await expect
    .poll(() => heard.filter((one) => one.endsWith('slow 2')).toSorted())
    .toEqual(['one: slow 2', 'two: slow 2']);
  expect(heard).toHaveLength(6);
});
