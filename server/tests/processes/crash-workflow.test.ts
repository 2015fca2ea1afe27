import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { cutPower, end, gone, logInOverHttp, startServer } from '#kernel/testing/power-cut.ts';
import { chain, drawing } from '#business/workflow/testing/processes.ts';
import { invariants } from '../../assemble.ts';

/** Number of kills of everything; forty in the acceptance run. */
const ROUNDS = Number(process.env.ANJU_CRASH_ROUNDS ?? 1);
const WORKERS = 8;
/** Number of acknowledged steps before the kill. */
const ENOUGH = 60;

const own = `anju:assignment='{"mode":"single","by":[{"type":"starter"}]}'`;
const PROCESS = drawing(
  'crash',
  `<startEvent id="s" /><userTask id="a" name="一" ${own} /><scriptTask id="x" flowable:async="true"><script>n = 1</script></scriptTask><userTask id="b" name="二" ${own} /><endEvent id="e" />${chain('s', 'a', 'x', 'b', 'e')}`,
);

type Body = Record<string, unknown>;

async function call(
  base: string,
  token: string,
  method: 'GET' | 'POST',
  path: string,
  body?: BodyInit | Body,
  key: string = randomUUID(),
) {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${base}/api/${path}`, {
    method,
    headers: {
      'Blade-Auth': `bearer ${token}`,
      'Idempotency-Key': key,
      ...(!isForm && { 'Content-Type': 'application/json' }),
    },
    ...(method === 'POST' && { body: isForm ? body : JSON.stringify(body ?? {}) }),
  });
  return { status: answer.status, ...((await answer.json()) as { data: Record<string, never>; reason?: string }) };
}

/** A requested step with its idempotency key, and whether it was acknowledged. */
interface Step {
  readonly key: string;
  readonly path: string;
  readonly body: Body;
  isAcknowledged: boolean;
}

/** Start cases and complete tasks until a call fails because the server is gone. */
async function work(base: string, token: string, definition: string, steps: Step[], onStep: () => void): Promise<void> {
  const ask = async (path: string, body: Body): Promise<Record<string, never>> => {
    const step: Step = { key: randomUUID(), path, body, isAcknowledged: false };
    steps.push(step);
    const { status, data } = await call(base, token, 'POST', path, body, step.key);
    step.isAcknowledged = status === 200;
    if (step.isAcknowledged) onStep();
    return data;
  };
  try {
    for (;;) {
      const { processInstanceId } = await ask('blade-flow/process/start', { processDefinitionId: definition });
      const detail = await call(base, token, 'GET', `blade-flow/work/todo-list?current=1&size=200`);
      const rows = detail.data.records as unknown as { taskId: string; processInstanceId: string }[];
      const mine = rows.find((one) => one.processInstanceId === String(processInstanceId));
      if (mine) await ask('blade-flow/work/complete-task', { taskId: mine.taskId, flag: 'ok' });
      const ready = rows.find((one) => one.processInstanceId !== String(processInstanceId));
      if (ready) await ask('blade-flow/work/complete-task', { taskId: ready.taskId, flag: 'ok' });
    }
  } catch {
    // The server was killed.
  }
}

test(
  `kill -9 连同数据库 ${ROUNDS} 次：流程一步不丢、一步不重 a kill of server and database loses no step and doubles none`,
  { timeout: 90_000 + ROUNDS * 30_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'anju-flow-'));
    const steps: Step[] = [];
    let running = await startServer(dataDir);
    try {
      const form = new FormData();
      form.set('category', 'flow_leave');
      form.set('files', new Blob([PROCESS], { type: 'text/xml' }), 'crash.bpmn');
      const first = await logInOverHttp(running.base);
      const deployed = await call(running.base, first, 'POST', 'blade-flow/manager/deploy-upload', form);
      const definition = String((deployed.data.processDefinitionIds as unknown as string[])[0]);
      for (let round = 0; round < ROUNDS; round++) {
        const token = await logInOverHttp(running.base);
        const { promise: cut, resolve } = Promise.withResolvers<void>();
        let acknowledged = 0;
        const onSaid = (): void => {
          if (++acknowledged === ENOUGH) {
            cutPower(running);
            resolve();
          }
        };
        const workers = Array.from({ length: WORKERS }, () => work(running.base, token, definition, steps, onSaid));
        await Promise.race([cut, Promise.all(workers)]);
        await Promise.all(workers);
        await gone(running.server);
        running = await startServer(dataDir);
        const renewed = await logInOverHttp(running.base);
        // Repeat steps without an answer, with the same idempotency key.
        for (const step of steps.filter((one) => !one.isAcknowledged)) {
          const { status, reason } = await call(running.base, renewed, 'POST', step.path, step.body, step.key);
          step.isAcknowledged = status === 200 || reason === 'workflow.taskDone';
        }
      }
      const client = new pg.Client({ connectionString: running.database.ownerUrl });
      await client.connect();
      try {
        const starts = steps.filter((one) => one.path.endsWith('start')).length;
        const { rows: instances } = await client.query(
          "select count(*)::int as n from wf_instance where process_key = 'crash'",
        );
        expect(instances[0].n).toBe(starts);
        const { rows: twice } = await client.query(
          "select task_id from wf_action where action in ('pass', 'reject') group by task_id having count(*) > 1",
        );
        expect(twice).toEqual([]);
        const done = new Set(
          (await client.query("select id::text as id from wf_task where state = 'done'")).rows.map((row) => row.id),
        );
        const lost = steps.filter((one) => one.isAcknowledged && one.body.taskId && !done.has(String(one.body.taskId)));
        expect(lost).toEqual([]);
        for (const { code, sql } of invariants.filter((one) => one.code.startsWith('WF'))) {
          const { rows } = await client.query(
            `select '${code}' as code, x.* from (${sql}) x where $2::timestamptz is not null`,
            ['000000', new Date().toISOString()],
          );
          expect(rows).toEqual([]);
        }
        expect(steps.every((one) => one.isAcknowledged)).toBe(true);
      } finally {
        await client.end();
      }
    } finally {
      await end(running);
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
