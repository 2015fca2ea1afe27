import { expect, test } from 'vitest';
import { type Body, keeper } from '#kernel/testing/sample.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const at = 'blade-maintenance/webApi';
const admin = await keeper(server);
const cs = await server.as('as_cs');

/** Open the event stream of a caller, as a browser reads it. */
async function listening(by: TestCaller, query = ''): Promise<{ heard: () => string[]; stop: () => void }> {
  const stop = new AbortController();
  const response = await fetch(`${by.base}/api/blade-core/events${query}`, {
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

test('the stream names the rows in the scope of its reader: own department, own team or all, and no others', async () => {
  const leader = await server.as('as_leader');
  const [all, department, team] = await Promise.all([admin, cs, leader].map((who) => listening(who)));
  const ours = await customerOf(cs, 'east', 1);
  const theirs = await customerOf(admin, 'west', 2);
  await expect.poll(all.heard).toEqual([`customer ${ours}`, `customer ${theirs}`]);
  // A change does not carry the team of its row, so the stream queries the database before it sends.
  await expect.poll(team.heard).toEqual([`customer ${ours}`]);
  expect(department.heard()).toEqual([`customer ${ours}`]);
  const edited = await admin.post(`${at}/ascustomer/submit`, { id: theirs, customerServiceTeam: 'east' });
  expect(edited.status, edited.msg).toBe(200);
  await expect.poll(team.heard).toEqual([`customer ${ours}`, `customer ${theirs}`]);
  for (const one of [all, department, team]) one.stop();
});

test('a late listener gets the changes since its page was opened, once, and none out of scope', async () => {
  const leader = await server.as('as_leader', { who: 'late-leader' });
  const ours = await customerOf(cs, 'east', 11);
  const theirs = await customerOf(admin, 'west', 12);
  const [all, team, early] = await Promise.all([
    listening(admin, '?ago=5000'),
    listening(leader, '?ago=5000'),
    listening(admin),
  ]);
  const both = [`customer ${ours}`, `customer ${theirs}`];
  await expect.poll(() => all.heard().filter((one) => both.includes(one))).toEqual(both);
  await expect.poll(() => team.heard().filter((one) => both.includes(one))).toEqual([both[0]]);
  const next = await customerOf(cs, 'east', 13);
  await expect.poll(() => early.heard()).toEqual([`customer ${next}`]);
  await expect.poll(() => team.heard().at(-1)).toBe(`customer ${next}`);
  expect(all.heard().filter((one) => one === `customer ${next}`)).toHaveLength(1);
  for (const one of [all, team, early]) one.stop();
});

test('a malformed moment is refused before the stream begins, and a too large one is limited', async () => {
  const ask = (ago: string): Promise<Response> =>
    fetch(`${cs.base}/api/blade-core/events?ago=${ago}`, {
      headers: { 'Blade-Auth': `bearer ${cs.token}`, 'Tenant-Id': cs.tenantId },
      signal: AbortSignal.timeout(5000),
    });
  for (const ago of ['abc', '1e9', '%00']) expect((await ask(ago)).status, ago).toBe(400);
  const far = await ask('999999999');
  expect(far.status).toBe(200);
  await far.body!.cancel();
});
