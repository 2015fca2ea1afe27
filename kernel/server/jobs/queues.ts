import pg from 'pg';
import { PgBoss } from 'pg-boss';

/** Names of the queues: jobs of people, imports, work by the clock, and such work for each company. */
export const JOB_QUEUE = 'anju_job';
export const IMPORT_QUEUE = 'anju_import';
export const TIMED_QUEUE = 'anju_timed';
export const COMPANY_QUEUE = 'anju_company';

const SCHEMA = 'pgboss';
/** Version of queues and grants, stored in the database. A start that finds this version there changes nothing. */
const PLAN = 'pg-boss 12.35 plan 2';

/** Options of jobs of people. A job whose process died is noticed by its missing heartbeat and repeated elsewhere. */
const jobOptions = {
  policy: 'exclusive' as const,
  retryLimit: 20,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 7200,
  heartbeatSeconds: 30,
  deleteAfterSeconds: 604_800,
};
const timed = {
  policy: 'exclusive' as const,
  retryLimit: 3,
  retryDelay: 10,
  retryBackoff: true,
  expireInSeconds: 3600,
  heartbeatSeconds: 30,
};

const queues = [
  { name: JOB_QUEUE, options: jobOptions },
  { name: IMPORT_QUEUE, options: jobOptions },
  { name: TIMED_QUEUE, options: { ...timed, deleteAfterSeconds: 86_400 } },
  // This queue gets one job a company and minute, so finished ones are deleted after an hour.
  { name: COMPANY_QUEUE, options: { ...timed, deleteAfterSeconds: 3600 } },
];

/** Create the tables and queues of the job runner as the owner; the work role may only use them. */
export async function prepareQueues(ownerUrl: string, workRole: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const plan = `${PLAN} ${workRole}`;
    const found = await owner.query("select value from anju_meta where id = 'queues'");
    if (found.rows[0]?.value === plan) return;
    await makeQueues(ownerUrl);
    for (const right of [
      `usage on schema ${SCHEMA}`,
      `select, insert, update, delete on all tables in schema ${SCHEMA}`,
      `execute on all functions in schema ${SCHEMA}`,
      `usage on all sequences in schema ${SCHEMA}`,
    ]) {
      await owner.query(`grant ${right} to ${workRole}`);
    }
    await owner.query(
      "insert into anju_meta (id, value) values ('queues', $1) on conflict (id) do update set value = excluded.value",
      [plan],
    );
  } finally {
    await owner.end();
  }
}

async function makeQueues(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schema: SCHEMA, supervise: false, schedule: false, max: 2 });
  boss.on('error', () => {});
  await boss.start();
  try {
    for (const { name, options } of queues) if (!(await boss.getQueue(name))) await boss.createQueue(name, options);
  } finally {
    await boss.stop({ graceful: false });
  }
}

const runnerOptions = (workUrl: string) => ({
  connectionString: workUrl,
  schema: SCHEMA,
  migrate: false,
  createSchema: false,
  reindex: false,
  monitorVacuum: false,
  application_name: 'anju jobs',
});

/** Return the job runner (pg-boss), connected as the work role. It checks every second which schedules are due. */
export const runner = (workUrl: string): PgBoss =>
  new PgBoss({ ...runnerOptions(workUrl), max: 3, cronMonitorIntervalSeconds: 1, cronWorkerIntervalSeconds: 1 });

/** Return the job runner of a process without workers: it only sends jobs. */
export const sender = (workUrl: string): PgBoss =>
  new PgBoss({ ...runnerOptions(workUrl), max: 1, supervise: false, schedule: false });
