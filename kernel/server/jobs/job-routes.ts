import { coreContracts } from '../http/calls/core-contracts.ts';
import { isId } from '#kernel/fields/ref/ref.ts';
import type { RouteCall, Route } from '../http/route.ts';
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

/** A job is seen by nobody but the one who asked for it. */
async function jobOf(call: RouteCall): Promise<JobRow> {
  const id = call.query.id ?? '';
  if (!isId(id)) throw refuse.jobGone();
  const [row] = await call.app.db.read(call.actor.tenancy, (sql) =>
    sql.query<JobRow>(`select ${columns} from anju_job where tenant_id = $1 and person_id = $2 and id = $3`, [
      call.actor.tenancy.tenantId,
      call.actor.person.id,
      id,
    ]),
  );
  if (!row) throw refuse.jobGone();
  return row;
}

const shown = ({ answer, asked, ...row }: JobRow): Record<string, unknown> => {
  const { key, ...told } = answer ?? {};
  // Where it leads: the paper it is about, and the import it belongs to.
  return {
    ...row,
    paper: asked?.paper ?? '',
    batch: asked?.batch ?? '',
    created: row.created.slice(0, 19),
    finished: row.finished?.slice(0, 19) ?? '',
    error: row.error ?? '',
    answer: { ...told, ...(typeof key === 'string' && { file: `blade-core/job/file?id=${row.id}` }) },
  };
};

const MOST_SEEN = 100;

/** Their person has seen how these ended: they are no news any more. */
async function see({ app, actor, body }: RouteCall): Promise<unknown> {
  const ids = (Array.isArray(body.ids) ? body.ids : []).map(String).filter(isId).slice(0, MOST_SEEN);
  await app.db.write(actor.tenancy, (sql) =>
    sql.query(
      'update anju_job set seen = $3 where tenant_id = $1 and person_id = $2 and id = any($4::bigint[]) and finished is not null and seen is null',
      [actor.tenancy.tenantId, actor.person.id, nowOf(app.clock, actor.tenancy), ids],
    ),
  );
  return {};
}

/** The file a job made, for a week. */
async function fileOf(call: RouteCall): Promise<unknown> {
  const { answer } = await jobOf(call);
  const key = answer?.key;
  if (typeof key !== 'string' || (await call.app.files.size(key)) === null) throw refuse.jobGone();
  return sendStream(call, call.app.files.get(key) as AsyncIterable<Buffer>, {
    name: String(answer?.name ?? 'export.xlsx'),
    type: String(answer?.type ?? 'application/octet-stream'),
  });
}

/** What became of a job, and what it made. */
export function jobRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: 'blade-core/job',
      contract: coreContracts.job,
      needs: 'person',
      summary: ['任务进度', 'How far a job is'],
      work: async (call) => shown(await jobOf(call)),
    },
    {
      method: 'GET',
      path: 'blade-core/jobs',
      contract: coreContracts.jobs,
      needs: 'person',
      summary: ['我的任务', 'My jobs'],
      work: async ({ app, actor }) =>
        (
          await app.db.read(actor.tenancy, (sql) =>
            sql.query<JobRow>(
              `select ${columns} from anju_job where tenant_id = $1 and person_id = $2 order by id desc limit 20`,
              [actor.tenancy.tenantId, actor.person.id],
            ),
          )
        ).map(shown),
    },
    {
      method: 'POST',
      path: 'blade-core/jobs/seen',
      contract: coreContracts.seen,
      needs: 'person',
      harmless: 'expired',
      summary: ['任务已看', 'Own jobs were seen'],
      work: see,
    },
    {
      method: 'GET',
      path: 'blade-core/job/file',
      contract: coreContracts.jobFile,
      needs: 'person',
      summary: ['任务生成的文件', 'The file a job made'],
      raw: true,
      download: true,
      work: fileOf,
    },
  ];
}
