import {
  type App,
  assertMay,
  readingOf,
  type Route,
  type RouteCall,
  sendStream,
  success,
  transact,
  unpaged,
  writeAbout,
  zip,
  type ZipEntry,
} from '#kernel/server';
import { isId } from '#kernel/fields/ref/ref.ts';
import { labelIn } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { refuse } from '../refusals.ts';
import { codePlan } from './code-plan.paper.ts';
import { dataModel } from './data-model.paper.ts';
import { datasource } from './datasource.paper.ts';
import { type PlannedPaper, camel, plannedFieldOf, generatedFiles } from './definition-text.rules.ts';
import { type ColumnFacts, columnsIn, tablesIn } from './look-into.server.ts';
import { modelColumn } from './model-column.paper.ts';
import { MOST_COLUMNS, modelColumnsOf, idIn, looking, plannedPaper } from './planned.server.ts';

const SYSTEMS = new Set(['', 'saber', 'saber3']);
const MOST_PLANS = 50;

/** A column of another database as a column of a model. */
const asColumn = (column: ColumnFacts, at: number): Record<string, unknown> => {
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

/** A column as clients of the family read it: nothing is null, and yes is 1. */
const wired = (column: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(column).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : (value ?? '')]),
  );

/** What a model's columns are: those that are kept, else those of its table. */
async function prototype(call: RouteCall): Promise<unknown> {
  assertMay(call.actor, dataModel, 'view');
  const kept = await readingOf(call, (tx) => modelColumnsOf(tx, idIn(call, 'modelId')));
  if (kept.length || !call.query.datasourceId) return kept.map(wired);
  const model = await readingOf(call, (tx) => tx.get(dataModel, idIn(call, 'modelId')));
  return looking(call, dataModel, 'view', { named: 'datasourceId' }, async (client) =>
    (await columnsIn(client, model.modelTable)).map((column, at) => wired(asColumn(column, at))),
  );
}

/** One table: named itself, or by the model it belongs to. */
async function tableInfo(call: RouteCall): Promise<unknown> {
  assertMay(call.actor, dataModel, 'view');
  const model = call.query.modelId ? await readingOf(call, (tx) => tx.get(dataModel, idIn(call, 'modelId'))) : null;
  const name = model?.modelTable ?? call.query.tableName ?? '';
  const source = call.query.datasourceId || model?.datasourceId || '';
  if (!name || !isId(source)) throw refuse.idMissing({ name: name ? 'datasourceId' : 'tableName' });
  return looking(call, dataModel, 'view', source, async (client) => {
    const table = (await tablesIn(client)).find((one) => one.name === name);
    if (!table) throw refuse.noTable({ name });
    return { ...table, entityName: camel(name), fields: (await columnsIn(client, name)).map(asColumn) };
  });
}

/** A zip with a definition, its rows of the menu and a test for each plan. Nothing is written on this machine, whatever paths the plan names. */
async function generate(call: RouteCall): Promise<unknown> {
  assertMay(call.actor, codePlan, 'generate');
  const ids = String(call.query.ids ?? call.body.ids ?? '')
    .split(',')
    .filter(isId)
    .slice(0, MOST_PLANS);
  if (!ids.length) throw refuse.idMissing({ name: 'ids' });
  if (!SYSTEMS.has(String(call.query.system ?? call.body.system ?? ''))) throw refuse.unknownSystem();
  const plans: PlannedPaper[] = [];
  for (const id of ids) plans.push(await plannedPaper(call, id));
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

/** Published clients ask for JSON by name and take an archive for a failure: they are told where it lies. */
const asksForWords = ({ request }: RouteCall): boolean =>
  /\bapplication\/json\b/.test(String(request.headers.accept ?? ''));

const CODE_JOB = 'code';

/** Keeps what was generated for its person to take away. */
export const defineCodeJob = (app: App): void =>
  app.jobs.define(CODE_JOB, async ({ id, actor, asked }) => {
    const key = `jobs/${actor.tenancy.tenantId}-${id}`;
    return { key, size: await app.files.put(key, archive(asked.files as readonly NamedText[])), ...ARCHIVE };
  });

/** Columns of models, saved as a whole: those that are named with an id are changed, others are new. */
async function submitColumns(call: RouteCall): Promise<unknown> {
  assertMay(call.actor, dataModel, 'edit');
  const given = (Array.isArray(call.body.list) ? call.body.list : [])
    .filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null)
    .slice(0, MOST_COLUMNS);
  if (!given.length) throw refuse.idMissing({ name: 'list' });
  return transact(call.app, call.actor, async (tx) => {
    const rows = [];
    for (const [at, one] of given.entries()) {
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

const chosenFrom =
  (paper: AnyPaper, columns: string) =>
  async (call: RouteCall): Promise<unknown> => {
    assertMay(call.actor, paper, 'view');
    return readingOf(call, (tx) =>
      unpaged(tx.sql, {
        text: `select t.id::text as id, ${columns} from ${paper.table} t where t.tenant_id = $1 and t.is_deleted = 0`,
        order: 't.id desc',
        values: [call.actor.tenancy.tenantId],
        most: 1000,
      }),
    );
  };

/** The calls of the tools that look beyond our own database, or write nothing but a file to take away. */
export const developRoutes = (): Route[] => [
  {
    method: 'GET',
    path: `${datasource.path}/select`,
    needs: 'view',
    paper: datasource,
    summary: ['数据源下拉', 'Datasources to choose from'],
    work: chosenFrom(datasource, 't.name'),
  },
  {
    method: 'POST',
    path: `${datasource.path}/test`,
    needs: 'test',
    paper: datasource,
    summary: ['测试连接', 'Try the connection'],
    query: ['id'],
    work: async (call) =>
      looking(call, datasource, 'test', { named: 'id' }, async (client) => ({
        version: (await client.query<{ v: string }>('show server_version')).rows[0].v,
        tables: (await tablesIn(client)).length,
      })),
  },
  {
    method: 'GET',
    path: `${dataModel.path}/select`,
    needs: 'view',
    paper: dataModel,
    summary: ['模型下拉', 'Models to choose from'],
    work: chosenFrom(
      dataModel,
      't.model_name as "modelName", t.model_code as "modelCode", t.model_table as "modelTable"',
    ),
  },
  {
    method: 'GET',
    path: `${dataModel.path}/table-list`,
    needs: 'view',
    paper: dataModel,
    summary: ['数据源中的表', 'Tables of a datasource'],
    query: ['datasourceId'],
    work: async (call) => looking(call, dataModel, 'view', { named: 'datasourceId' }, tablesIn),
  },
  {
    method: 'GET',
    path: `${dataModel.path}/table-info`,
    needs: 'view',
    paper: dataModel,
    summary: ['表信息', 'One table'],
    query: ['modelId', 'tableName', 'datasourceId'],
    work: tableInfo,
  },
  {
    method: 'GET',
    path: `${dataModel.path}/model-prototype`,
    needs: 'view',
    paper: dataModel,
    summary: ['模型字段', 'Columns of a model'],
    query: ['modelId', 'datasourceId'],
    work: prototype,
  },
  {
    method: 'GET',
    path: `${modelColumn.path}/select`,
    needs: 'view',
    paper: dataModel,
    summary: ['模型字段下拉', 'Columns of a model to choose from'],
    query: ['modelId'],
    work: async (call) => {
      assertMay(call.actor, dataModel, 'view');
      return (await readingOf(call, (tx) => modelColumnsOf(tx, idIn(call, 'modelId')))).map(wired);
    },
  },
  ...[`${dataModel.path}/submit-list`, `${modelColumn.path}/submit-list`].map((path): Route => ({
    method: 'POST',
    path,
    needs: 'edit',
    paper: dataModel,
    summary: ['保存模型字段', 'Save the columns of a model'],
    work: submitColumns,
  })),
  {
    method: 'POST',
    path: `${codePlan.path}/gen-code`,
    needs: 'generate',
    paper: codePlan,
    summary: ['生成代码', 'Generate code'],
    query: ['ids', 'system'],
    raw: true,
    work: generate,
  },
];
