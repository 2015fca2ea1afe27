import { expect, test } from 'vitest';
import { type Body, keeper } from '#kernel/testing/sample.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const at = 'blade-maintenance/webApi';
const admin = await keeper(server);
const cs = await server.as('as_cs');

/** The stream of somebody, as his browser reads it. */
async function listening(by: TestCaller): Promise<{ heard: () => string[]; stop: () => void }> {
  const stop = new AbortController();
  const response = await fetch(`${by.base}/api/blade-core/events`, {
    headers: { 'Blade-Auth': `bearer ${by.token}`, 'Tenant-Id': by.tenantId },
    signal: stop.signal,
  });
  let text = '';
  void (async () => {
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) text += part;
  })().catch(() => undefined);
  return {
    heard: () =>
      [...text.matchAll(/^data: (.*)$/gm)]
        .map(([, line]) => JSON.parse(line) as Body)
        .filter((event) => event.type === 'changed')
        .map((event) => `${String(event.paper)} ${String(event.id)}`),
    stop: () => stop.abort(),
  };
}

const customerOf = async (by: TestCaller, team: string, n: number): Promise<string> =>
  (
    await by.post(`${at}/ascustomer/submit`, {
      customerName: `听见${n}`,
      phone: `1370202${String(1000 + n)}`,
      addressDetail: `浦东新区丁香路${n}弄1号`,
      customerServiceTeam: team,
    })
  ).data.id;

test('the stream tells of rows that its reader may see: of his department, of his team, all of them, and no others', async () => {
  const leader = await server.as('as_leader');
  const [all, department, team] = await Promise.all([admin, cs, leader].map(listening));
  const ours = await customerOf(cs, 'east', 1);
  const theirs = await customerOf(admin, 'west', 2);
  await expect.poll(all.heard).toEqual([`customer ${ours}`, `customer ${theirs}`]);
  // The team of a customer is known to the database alone.
  await expect.poll(team.heard).toEqual([`customer ${ours}`]);
  expect(department.heard()).toEqual([`customer ${ours}`]);
  const edited = await admin.post(`${at}/ascustomer/submit`, { id: theirs, customerServiceTeam: 'east' });
  expect(edited.status, edited.msg).toBe(200);
  await expect.poll(team.heard).toEqual([`customer ${ours}`, `customer ${theirs}`]);
  for (const one of [all, department, team]) one.stop();
});
