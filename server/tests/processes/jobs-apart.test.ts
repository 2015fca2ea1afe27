import { afterAll, expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { openApp, startBackground } from '../../assemble.ts';

/** A web process: it requests jobs and runs none. */
const web = await openTestServer(import.meta.url, { works: false });
/** A worker over the same database. */
const worker = await openApp({
  appUrl: web.appUrl,
  dataDir: web.app.dataDir,
  clock: web.clock,
  // Do not print errors: most jobs refuse the empty input of this test, which only checks where they run.
  report: () => undefined,
});

afterAll(async () => {
  await Promise.all([worker.jobs.stop(), worker.outbox.stop(), worker.due.stop()]);
  await worker.close();
});

interface Stored {
  readonly kind: string;
  readonly state: string;
}

const jobs = (): Promise<Stored[]> => web.tables<Stored>('select kind, state from anju_job order by kind');
const ask = (kind: string): Promise<string> =>
  web.work('administrator', (context) => context.enqueueJob(kind, [kind, kind], {}));

test(
  '网页进程要的每一种任务，后台进程都开始做，各一次 a job of every kind that a web process requests is started once, by the worker',
  { timeout: 60_000 },
  async () => {
    const { kinds } = web.app.jobs;
    startBackground(worker, { appUrl: web.appUrl, isTimed: false });
    expect(kinds.toSorted()).toEqual(worker.jobs.kinds.toSorted());
    expect(kinds.length).toBeGreaterThan(5);
    for (const kind of kinds) await ask(kind);
    expect((await jobs()).map((one) => one.kind)).toEqual(kinds.toSorted());
    await expect
      .poll(
        async () => {
          worker.jobs.nudge();
          return (await jobs()).filter((one) => one.state === 'waiting');
        },
        { timeout: 30_000 },
      )
      .toEqual([]);
    // The check of invariants needs no input and succeeds.
    await expect
      .poll(async () => (await jobs()).find((one) => one.kind === 'checkInvariants')?.state, { timeout: 30_000 })
      .toBe('done');
    const sent = await web.tables<{ name: string; kind: string; n: number }>(
      `select q.name, j.kind, count(*)::int as n from pgboss.job q join anju_job j on j.id::text = q.singleton_key
       where q.name in ('anju_job', 'anju_import') group by 1, 2 order by 2`,
    );
    expect(sent.map(({ kind, n }) => [kind, n])).toEqual(kinds.toSorted().map((kind) => [kind, 1]));
    // Imports have a separate queue, whichever process requests them.
    const imports = sent.filter(({ name }) => name === 'anju_import').map(({ kind }) => kind);
    expect(imports.length).toBe(3);
  },
);

test('a job whose process died before sending it is found by a running worker', { timeout: 30_000 }, async () => {
  await web.tables(
    `insert into anju_job (id, tenant_id, person_id, kind, title, asked, state, done, created)
     values (7, '000000', $1, 'checkInvariants', 'lost', '{}', 'waiting', 0, now())`,
    [(await web.as('administrator')).id],
  );
  await expect
    .poll(async () => (await web.tables<Stored>('select state from anju_job where id = 7'))[0].state, {
      timeout: 20_000,
    })
    .toBe('done');
});

test('an undefined kind of job is refused on request', async () => {
  await expect(ask('nobodysWork')).rejects.toThrow('no job nobodysWork');
});
