import { expect, test } from 'vitest';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { chain, deploy, drawing, ok, startInstanceOf } from '../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const [admin, keeper, cs] = [await server.as('administrator'), await server.as('as_manager'), await server.as('as_cs')];
let count = 0;
const hired = (): Promise<TestCaller> => server.as('as_cs', { who: `stand${(count += 1)}` });

/** Register a substitute for a person. */
const away = (one: TestCaller, by: TestCaller) =>
  one.post('blade-flow/absence/submit', {
    userId: one.id,
    delegateId: by.id,
    startTime: '2026-01-01 00:00:00',
    endTime: '2027-12-31 00:00:00',
    reason: '出差',
    enabled: true,
  });

/** Return people of whom each is the substitute of the one before. */
async function chainOf(length: number): Promise<TestCaller[]> {
  const all = [await hired()];
  for (let at = 1; at <= length; at++) {
    all.push(await hired());
    ok(await away(all[at - 1], all[at]));
  }
  return all;
}

async function taskFor(one: TestCaller): Promise<{ instance: string; to: string; of: string | null }> {
  const by = JSON.stringify({ mode: 'single', by: [{ type: 'user', values: [one.id] }], empty: 'pass' });
  const xml = drawing(
    `stand${(count += 1)}`,
    `<startEvent id="s" /><userTask id="a" name="一" anju:assignment='${by}' /><endEvent id="e" />${chain('s', 'a', 'e')}`,
  );
  const instance = await startInstanceOf(cs, await deploy(keeper, xml));
  const [task] = await server.tables<{ to: string; of: string | null }>(
    "select assignee_id::text as to, on_behalf_of::text as of from wf_task where instance_id = $1 and state = 'open'",
    [instance],
  );
  return { instance, ...task };
}

const circlesOf = (instance: string) =>
  server.tables("select user_ids::text[] as of from wf_action where instance_id = $1 and action = 'standInCircle'", [
    instance,
  ]);

test('no person appoints themselves the substitute of another', async () => {
  const [one, other] = [await hired(), await hired()];
  const body = {
    userId: one.id,
    delegateId: other.id,
    startTime: '2026-01-01 00:00:00',
    endTime: '2027-01-01 00:00:00',
  };
  for (const person of [other, keeper])
    expect(await person.post('blade-flow/absence/submit', { ...body, reason: '代' })).toMatchObject({
      status: 403,
      reason: 'row.notForOthers',
    });
  expect(await taskFor(one)).toMatchObject({ to: one.id, of: null });
});

test('a chain of substitutes leads to the last present one, at most five steps', async () => {
  const five = await chainOf(5);
  expect(await taskFor(five[0])).toMatchObject({ to: five[5].id, of: five[0].id });
  const six = await chainOf(6);
  const late = await taskFor(six[0]);
  expect(late).toMatchObject({ to: admin.id, of: six[0].id });
  expect(await circlesOf(late.instance)).toEqual([{ of: [six[0].id] }]);
});

test('a circle of substitutes assigns the administrator, and the history shows it', async () => {
  const [first, second, last] = await chainOf(2);
  ok(await away(last, first));
  for (const one of [first, second]) {
    const task = await taskFor(one);
    expect(task).toMatchObject({ to: admin.id, of: one.id });
    expect(await circlesOf(task.instance)).toEqual([{ of: [one.id] }]);
  }
});
