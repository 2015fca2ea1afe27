import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { coreCalls } from '../http/calls/core.calls.ts';
import { implementRoute, type RouteAsking } from '../http/calls/implement.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import type { Route } from '../http/route.ts';
import { exchange as refuse } from '../refusals.ts';
import { sendStream } from '../import-export/send.ts';
import { nowOf } from '../time/tenancy.ts';

interface JobRow {
  asked: { paper?: string; batch?: string } | null;
  seen: boolean;
  id: string;
  kind: string;
  title: string;
  state: string;
  done: number | null;
  total: number | null;
  answer: Record<string, unknown> | null;
  error: string | null;
  created: string;
  finished: string | null;
}

const columns =
  'asked, seen is not null as seen, id, kind, title, state, done, total, answer, error, created::text as created, finished::text as finished';

/** Return a job of the caller. Refuse jobs of others as missing. */
async function jobOf(id: string, { app, actor }: RouteAsking): Promise<JobRow> {
  if (!isId(id)) throw refuse.jobGone();
  const [row] = await app.db.read(actor.tenancy, (sql) =>
    sql.query<JobRow>(`select ${columns} from anju_job where tenant_id = $1 and person_id = $2 and id = $3`, [
      actor.tenancy.tenantId,
      actor.person.id,
      id,
    ]),
  );
  if (!row) throw refuse.jobGone();
  return row;
}

const shown = ({ answer, asked, ...row }: JobRow): CallAnswer<typeof coreCalls.job> => {
  const { key, ...result } = answer ?? {};
  // `paper` and `batch` lead to the import that the job belongs to; both are empty for other jobs.
  return {
    ...row,
    paper: asked?.paper ?? '',
    batch: asked?.batch ?? '',
    created: row.created.slice(0, 19),
    finished: row.finished?.slice(0, 19) ?? '',
    error: row.error ?? '',
    answer: { ...result, ...(typeof key === 'string' && { file: `blade-core/job/file?id=${row.id}` }) },
  };
};

/** Mark finished jobs as seen by their person. */
const seen = implementRoute(
  coreCalls.seen,
  async ({ ids }, { app, actor }) => {
    await app.db.write(actor.tenancy, (sql) =>
      sql.query(
        'update anju_job set seen = $3 where tenant_id = $1 and person_id = $2 and id = any($4::bigint[]) and finished is not null and seen is null',
        [actor.tenancy.tenantId, actor.person.id, nowOf(app.clock, actor.tenancy), ids],
      ),
    );
    return {};
  },
  { harmless: 'expired' },
);

/** Return the caller's jobs, the newest first. */
const jobs = implementRoute(coreCalls.jobs, async (_none, { app, actor }) =>
  (
    await app.db.read(actor.tenancy, (sql) =>
      sql.query<JobRow>(
        `select ${columns} from anju_job where tenant_id = $1 and person_id = $2 order by id desc limit 20`,
        [actor.tenancy.tenantId, actor.person.id],
      ),
    )
  ).map(shown),
);

/** Return the file of a job, for a week. */
const jobFile = implementRoute(
  coreCalls.jobFile,
  async ({ id }, asking) => {
    const { answer } = await jobOf(id, asking);
    const key = answer?.key;
    if (typeof key !== 'string' || (await asking.app.files.size(key)) === null) throw refuse.jobGone();
    return sendStream(asking, asking.app.files.get(key) as AsyncIterable<Buffer>, {
      name: String(answer?.name ?? 'export.xlsx'),
      type: String(answer?.type ?? 'application/octet-stream'),
    });
  },
  { raw: true, download: true },
);

/** Calls for the state of a job, and its result. */
export const jobRoutes = (): Route[] => [
  implementRoute(coreCalls.job, async ({ id }, asking) => shown(await jobOf(id, asking))),
  jobs,
  seen,
  jobFile,
];
