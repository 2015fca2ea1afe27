import { expect, test } from 'vitest';
import { productActor } from '#kernel/server/jobs/outbox.ts';
import { transact } from '#kernel/server/write/transaction.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { readTaskDetail } from '../work/detail/task-detail.server.ts';
import { assertSeesInstance, takesPart } from '../work/sight.server.ts';
import { chain, deploy, drawing, startInstanceOf, todoOf } from '../testing/processes.ts';

const server = await openTestServer(import.meta.url);
const [keeper, cs, hr] = [await server.as('as_manager'), await server.as('as_cs'), await server.as('as_hr')];
const zone = 'Asia/Shanghai';
const asProduct = <T>(tenantId: string, work: Parameters<typeof transact<T>>[2]): Promise<T> =>
  transact(server.app, productActor(server.app, { tenantId, zone }, 'flow'), work);

test('the product reads every case of its company, has no task, and reads no other company', async () => {
  const instance = await startInstanceOf(
    cs,
    await deploy(
      keeper,
      drawing(
        'seen',
        `<startEvent id="s" anju:fields='{"amount":"edit"}' /><userTask id="a" name="一" anju:assignment='{"mode":"single","by":[{"type":"user","values":["${hr.id}"]}]}' /><endEvent id="e" />${chain('s', 'a', 'e')}`,
      ),
    ),
    { amount: 5 },
  );
  const [{ taskId }] = await todoOf(hr, instance);
  await asProduct('000000', async ({ context }) => {
    await assertSeesInstance(context, instance);
    expect(await takesPart(context, instance)).toBe(true);
    for (const query of [
      { taskId, processInstanceId: null },
      { taskId: null, processInstanceId: instance },
    ]) {
      const detail = await readTaskDetail(context, query);
      expect(detail.form.variables).toMatchObject({ amount: 5 });
      expect(detail.flow.map((one) => one.historyActivityType)).toEqual(['startEvent', 'userTask']);
      // The product may read every instance, but may not decide a task.
      expect(detail.buttons.filter((one) => one !== 'cc')).toEqual([]);
    }
  });
  // Reading by the product does not mark a task as opened.
  expect(await server.tables('select seen_at from wf_task where id = $1', [taskId])).toEqual([{ seen_at: null }]);
  await asProduct('300001', async ({ context }) => {
    await expect(assertSeesInstance(context, instance)).rejects.toMatchObject({ reason: 'workflow.noInstance' });
    await expect(readTaskDetail(context, { taskId, processInstanceId: null })).rejects.toMatchObject({ status: 404 });
  });
});
