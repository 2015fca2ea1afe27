import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import { lastOf, must } from '#kernel/language/must.ts';
import { type AnyPaper, columnOf, storedFields } from '#kernel/language/paper.ts';
import { holdsEverything } from '#kernel/language/permission.ts';
import {
  addedTo,
  type App,
  fileKey,
  http,
  implementRoute,
  nowOf,
  type Route,
  type RouteAsking,
  type RunningJob,
  type Tenancy,
  transact,
  zip,
  type ZipEntry,
} from '#kernel/server';
import { refuse } from '../../refusals.ts';
import { exportTenant } from '../tenant.calls.ts';
import { tenant } from '../tenant.paper.ts';
import { type ArchivedTable, archivedTables } from './archived-tables.server.ts';

const JOB = 'tenantExport';
const STEP = 2000;

/**
 * Tables of a company without a paper: log and its seals, comments, views, grants, counters. Sessions, second factors
 * and short-lived data are left out.
 */
const besides = [
  'anju_audit',
  'anju_seal',
  'anju_comment',
  'anju_view',
  'anju_counter',
  'blade_role_menu',
  'blade_top_menu_setting',
  'blade_role_scope',
  'blade_user_oauth',
] as const;

/** Tables of `besides` with an id column, which are read in batches by id. */
const keyed: ReadonlySet<string> = new Set(['anju_audit', 'anju_comment', 'anju_view', 'blade_user_oauth']);

interface Part {
  readonly table: string;
  readonly without: readonly string[];
  readonly keyed: boolean;
}

/** Return the contents of an archive by table; secrets are left out, even as hashes. */
function partsOf(papers: Iterable<AnyPaper>): Part[] {
  const own = [...papers]
    .filter((paper) => paper.owner !== 'platform')
    .map((paper): Part => ({
      table: paper.table,
      keyed: true,
      without: [
        'search_text',
        ...storedFields(paper)
          .filter(([, field]) => field.secret)
          .map(([name]) => columnOf(name)),
      ],
    }));
  return [...own, ...besides.map((table): Part => ({ table, keyed: keyed.has(table), without: [] }))];
}

/**
 * Yield the rows of a table in the order of their ids, one JSON object a line. Batches keep the memory constant for any
 * size.
 */
async function* linesOf(
  app: App,
  of: Tenancy,
  { table, without, keyed }: Part,
  count: (rows: number) => void,
): AsyncGenerator<string> {
  for (let after = '0'; ;) {
    const rows = await app.db.read(of, (sql) =>
      sql.query<{ id: string; line: string }>(
        `select ${keyed ? 't.id::text' : "'0'"} as id, (to_jsonb(t) - $2::text[])::text as line from ${table} t where t.tenant_id = $1 ${keyed ? `and t.id > $3::bigint order by t.id limit ${STEP}` : 'and $3::text is not null'}`,
        [of.tenantId, [...without], after],
      ),
    );
    if (rows.length) yield `${rows.map((row) => row.line).join('\n')}\n`;
    count(rows.length);
    if (!keyed || rows.length < STEP) return;
    after = lastOf(rows).id;
  }
}

/** Yield the rows of a large table in the order of its key, in batches. */
async function* keyedLines(
  app: App,
  of: Tenancy,
  { table, key }: ArchivedTable,
  count: (rows: number) => void,
): AsyncGenerator<string> {
  const columns = key.map(([column]) => `t.${column}`).join(', ');
  const after = key.map(([, type], at) => `$${at + 2}::${type}`).join(', ');
  for (let last: readonly string[] | null = null; ;) {
    const rows: { line: string; key: string[] }[] = await app.db.read(of, (sql) =>
      sql.query<{ line: string; key: string[] }>(
        `select to_jsonb(t)::text as line, array[${key.map(([column]) => `t.${column}::text`).join(', ')}] as key from ${table} t
         where t.tenant_id = $1 ${last ? `and (${columns}) > (${after})` : ''} order by ${columns} limit ${STEP}`,
        [of.tenantId, ...(last ?? [])],
      ),
    );
    if (rows.length) yield `${rows.map((row) => row.line).join('\n')}\n`;
    count(rows.length);
    if (rows.length < STEP) return;
    last = lastOf(rows).key;
  }
}

async function* filesOf(app: App, of: Tenancy): AsyncGenerator<ZipEntry> {
  const { table } = must(app.ownPapers.attachment, 'attachment');
  for (let after = '0'; ;) {
    const rows = await app.db.read(of, (sql) =>
      sql.query<{ id: string; extension: string | null }>(
        `select id, extension from ${table} where tenant_id = $1 and is_deleted = 0 and id > $2::bigint order by id limit ${STEP}`,
        [of.tenantId, after],
      ),
    );
    for (const { id, extension } of rows) {
      const key = fileKey(of.tenantId, id);
      if ((await app.files.size(key)) !== null)
        yield {
          name: `files/${id}${extension ? `.${extension}` : ''}`,
          content: app.files.get(key) as AsyncIterable<Buffer>,
        };
    }
    if (rows.length < STEP) return;
    after = lastOf(rows).id;
  }
}

/** Write a company's data as one archive: a JSON line for each row, its files, and a manifest with their numbers. */
async function* archive(
  app: App,
  of: Tenancy,
  { withoutValues, progress }: { readonly withoutValues: boolean; readonly progress: RunningJob['progress'] },
): AsyncGenerator<ZipEntry> {
  const parts = partsOf(app.papers.values());
  const large = withoutValues ? [] : addedTo(app, archivedTables);
  const counts: Record<string, number> = {};
  for (const [at, part] of parts.entries()) {
    counts[part.table] = 0;
    yield {
      name: `tables/${part.table}.jsonl`,
      content: linesOf(app, of, part, (rows) => {
        counts[part.table] += rows;
      }),
    };
    await progress(at + 1, parts.length + large.length + 1);
  }
  for (const [at, one] of large.entries()) {
    counts[one.table] = 0;
    yield {
      name: `tables/${one.table}.jsonl`,
      content: keyedLines(app, of, one, (rows) => {
        counts[one.table] += rows;
      }),
    };
    await progress(parts.length + at + 1, parts.length + large.length + 1);
  }
  yield* filesOf(app, of);
  yield {
    name: 'manifest.json',
    content: [
      JSON.stringify(
        { product: 'Anju', form: 1, tenantId: of.tenantId, zone: of.zone, at: nowOf(app.clock, of), rows: counts },
        null,
        1,
      ),
    ],
  };
}

async function run({ id, app, actor, asked, progress }: RunningJob): Promise<Record<string, unknown>> {
  const of: Tenancy = { tenantId: String(asked.tenantId), zone: String(asked.zone) };
  const key = `jobs/${actor.tenancy.tenantId}-${id}`;
  const size = await app.files.put(
    key,
    zip(archive(app, of, { withoutValues: asked.withoutValues === true, progress })),
  );
  return { key, size, name: `anju-${of.tenantId}-${nowOf(app.clock, of).slice(0, 10)}.zip`, type: 'application/zip' };
}

/**
 * Request an archive: the platform of any company, with a reason; an administrator of their own. A job creates it and
 * notifies the requester.
 */
async function ask(
  input: CallInputOf<typeof exportTenant>,
  { app, actor }: RouteAsking,
): Promise<CallAnswer<typeof exportTenant>> {
  const tenantId = input.tenantId ?? actor.tenancy.tenantId;
  const isOwn = tenantId === actor.tenancy.tenantId;
  if (!(isOwn ? actor.person.roles.some(holdsEverything) : actor.person.platform)) throw http.forbidden();
  const reason = (input.reason ?? '').slice(0, 200);
  if (!isOwn && !reason) throw http.missing({ what: 'reason' });
  const [of] = await app.db.platform((sql) =>
    sql.query<{ id: string; zone: string | null }>(
      'select id, zone from blade_tenant where tenant_id = $1 and is_deleted = 0',
      [tenantId],
    ),
  );
  if (!of) throw refuse.unknownTenant();
  const job = await transact(app, actor, async (tx) => {
    await tx.note(tenant, of.id, 'export', [
      `导出全部数据${reason && `：${reason}`}`,
      `Everything taken along${reason && `: ${reason}`}`,
    ]);
    return tx.enqueueJob(JOB, ['导出租户全部数据', 'Archive of a tenant'], {
      tenantId,
      zone: of.zone || 'Asia/Shanghai',
      withoutValues: input.withoutValues === true,
    });
  });
  return { job };
}

export const startExports = (app: App): void => app.jobs.define(JOB, run);

export const tenantExportRoute = (): Route => implementRoute(exportTenant, ask, { harmless: 'expired' });
