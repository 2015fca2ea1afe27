import {
  type App,
  implementRoute,
  readingOf,
  type Route,
  type RouteAsking,
  sendStream,
  success,
  transact,
  writeAbout,
  zip,
  type ZipEntry,
  listedRows,
  raw,
  sql,
} from '#kernel/server';
import { isId } from '#kernel/fields/ref/ref.ts';
import { labelIn } from '#kernel/language/label.ts';
import type { CallAnswer, CallInputOf, SentRow } from '#kernel/language/calls/call.ts';
import type { AnyPaper, Row } from '#kernel/language/paper.ts';
import { refuse } from '../refusals.ts';
import { codePlan } from './code-plan.paper.ts';
import { dataModel } from './data-model.paper.ts';
import { datasource } from './datasource.paper.ts';
import {
  type FoundColumn,
  type WiredColumn,
  columnSaves,
  columnsOfModel,
  columnsToChoose,
  datasourcesToChoose,
  generateCode,
  modelsToChoose,
  tableOfDatasource,
  tablesOfDatasource,
  tryDatasource,
} from './develop.calls.ts';
import { type PlannedPaper, camel, plannedFieldOf, generatedFiles } from './definition-text.rules.ts';
import { type ColumnFacts, columnsIn, tablesIn } from './look-into.server.ts';
import { modelColumn } from './model-column.paper.ts';
import { idGiven, looking, modelColumnsOf, plannedPaper } from './planned.server.ts';

const SYSTEMS = new Set(['', 'saber', 'saber3']);
const MAX_PLANS = 50;

/** Return a column of another database in the form of a model's column. */
const asColumn = (column: ColumnFacts, at: number): FoundColumn => {
  const field = plannedFieldOf(column);
  return {
    sort: at + 1,
    jdbcName: column.name,
    jdbcType: column.type,
    jdbcComment: column.comment,
    propertyName: camel(column.name),
    propertyType: field?.kind ?? '',
    isList: Boolean(field?.list),
    isForm: Boolean(field),
    isRow: Boolean(field?.wide),
    isRequired: Boolean(field?.required),
    isQuery: Boolean(field?.query),
    componentType: field?.kind ?? '',
    isKey: column.key,
    length: column.length,
  };
};

/** Return a column as published clients expect it: empty text for null, 1 for true and 0 for false. */
const wired = (column: FoundColumn | Row<typeof modelColumn>): WiredColumn =>
  Object.fromEntries(
    Object.entries(column).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : (value ?? '')]),
  ) as WiredColumn;

const keptOf = (asking: RouteAsking, modelId: string | null): Promise<Row<typeof modelColumn>[]> =>
  readingOf(asking, (tx) => modelColumnsOf(tx, idGiven('modelId', modelId)));

/** Return the columns of a model: the stored ones, or those of its table in the datasource. */
async function prototype(
  { modelId, datasourceId }: CallInputOf<typeof columnsOfModel>,
  asking: RouteAsking,
): Promise<WiredColumn[]> {
  const id = idGiven('modelId', modelId);
  const stored = await keptOf(asking, id);
  if (stored.length || !datasourceId) return stored.map(wired);
  const model = await readingOf(asking, (tx) => tx.get(dataModel, id));
  return looking(asking, datasourceId, async (client) =>
    (await columnsIn(client, model.modelTable)).map((column, at) => wired(asColumn(column, at))),
  );
}

/** Return a table with its columns; the table is named directly or by a model. */
async function tableInfo(
  { modelId, tableName, datasourceId }: CallInputOf<typeof tableOfDatasource>,
  asking: RouteAsking,
): Promise<CallAnswer<typeof tableOfDatasource>> {
  const model = modelId ? await readingOf(asking, (tx) => tx.get(dataModel, modelId)) : null;
  const name = model?.modelTable ?? tableName;
  const source = datasourceId ?? model?.datasourceId;
  if (!name || !source) throw refuse.idMissing({ name: name ? 'datasourceId' : 'tableName' });
  return looking(asking, source, async (client) => {
    const table = (await tablesIn(client)).find((one) => one.name === name);
    if (!table) throw refuse.noTable({ name });
    return { ...table, entityName: camel(name), fields: (await columnsIn(client, name)).map(asColumn) };
  });
}

/**
 * Generate a zip with definition, menu rows and test for each plan. No file is written on this server, whatever paths
 * the plan names.
 */
async function generate({ ids, system }: CallInputOf<typeof generateCode>, call: RouteAsking): Promise<unknown> {
  if (!ids?.length) throw refuse.idMissing({ name: 'ids' });
  if (!SYSTEMS.has(system)) throw refuse.unknownSystem();
  const plans: PlannedPaper[] = [];
  for (const id of ids.slice(0, MAX_PLANS)) plans.push(await plannedPaper(call, id));
  const files = plans.flatMap((plan) => generatedFiles(plan));
  const job = await transact(call.app, call.actor, async (tx) => {
    await writeAbout(tx, codePlan, 'generate', plans.map((plan) => plan.table).join(', '));
    return asksForWords(call)
      ? call.app.jobs.ask(tx, {
          kind: CODE_JOB,
          title: labelIn(['生成代码', 'Generated code'], call.actor.language),
          asked: { files },
        })
      : null;
  });
  if (!job) return sendStream(call, archive(files), ARCHIVE);
  call.app.jobs.nudge();
  return success({ job, file: `/api/blade-core/job/file?id=${job}` }, call.actor.language, [
    '代码已生成，可在“我的任务”中下载',
    'The code is made: take it from “My jobs”',
  ]);
}

type NamedText = readonly [name: string, text: string];

const ARCHIVE = { name: 'code.zip', type: 'application/zip' } as const;
const archive = (files: readonly NamedText[]): AsyncIterable<Buffer> =>
  zip(files.map(([name, text]): ZipEntry => ({ name, content: [text] })));

/**
 * Does the client accept JSON? Published clients do, and treat an archive as a failure, so they get its address
 * instead.
 */
const asksForWords = ({ request }: RouteAsking): boolean =>
  /\bapplication\/json\b/.test(String(request.headers.accept ?? ''));

const CODE_JOB = 'code';

/** Define the job that stores the archive of the generated files, which its requester downloads. */
export const defineCodeJob = (app: App): void =>
  app.jobs.define(CODE_JOB, async ({ id, actor, asked }) => {
    const key = `jobs/${actor.tenancy.tenantId}-${id}`;
    return { key, size: await app.files.put(key, archive(asked.files as readonly NamedText[])), ...ARCHIVE };
  });

/** Save columns of models: one with an id is replaced, others are added. */
async function submitColumns(
  columns: readonly SentRow<typeof modelColumn>[],
  call: RouteAsking,
): Promise<{ id: string }[]> {
  if (!columns.length) throw refuse.idMissing({ name: 'list' });
  return transact(call.app, call.actor, async (tx) => {
    const rows = [];
    for (const [at, one] of columns.entries()) {
      const body = { sort: at + 1, ...one };
      rows.push(
        isId(String(one.id ?? ''))
          ? await tx.resubmit(modelColumn, String(one.id), body)
          : await tx.submit(modelColumn, body),
      );
    }
    return rows.map((row) => ({ id: row.id }));
  });
}

const chosenFrom = <T>(asking: RouteAsking, paper: AnyPaper, columns: string): Promise<T[]> =>
  readingOf(asking, (tx) =>
    listedRows<T>(
      tx.sql,
      sql`select t.id::text as id, ${raw(columns)} from ${raw(paper.table)} t where t.tenant_id = ${asking.actor.tenancy.tenantId} and t.is_deleted = 0`,
      { order: 't.id desc', limit: 1000 },
    ),
  );

const MODEL = 't.model_name as "modelName", t.model_code as "modelCode", t.model_table as "modelTable"';

/** Return the routes of tools that read other databases, or only generate a download. */
export const developRoutes = (): Route[] => [
  implementRoute(datasourcesToChoose, (_asked, asking) => chosenFrom(asking, datasource, 't.name')),
  implementRoute(tryDatasource, async ({ id }, asking) =>
    looking(asking, idGiven('id', id), async (client) => ({
      version: (await client.query<{ v: string }>("select current_setting('server_version') as v")).rows[0].v,
      tables: (await tablesIn(client)).length,
    })),
  ),
  implementRoute(modelsToChoose, (_asked, asking) => chosenFrom(asking, dataModel, MODEL)),
  implementRoute(tablesOfDatasource, async ({ datasourceId }, asking) =>
    looking(asking, idGiven('datasourceId', datasourceId), tablesIn),
  ),
  implementRoute(tableOfDatasource, tableInfo),
  implementRoute(columnsOfModel, prototype),
  implementRoute(columnsToChoose, async ({ modelId }, asking) => {
    return (await keptOf(asking, modelId)).map(wired);
  }),
  ...columnSaves.map((one) => implementRoute(one, ({ list }, asking) => submitColumns(list ?? [], asking))),
  implementRoute(generateCode, generate, { raw: true }),
];
