import { isId } from '#kernel/fields/ref/ref.ts';
import type { AnyPaper, Row } from '#kernel/language/paper.ts';
import { type ZipEntry, zip } from '#kernel/server/exchange/sheet/zip.ts';
import { sendStream } from '#kernel/server/exchange/send.ts';
import type { Call, Route } from '#kernel/server/http/route.ts';
import { assertMay } from '#kernel/server/rows/read.ts';
import { readingOf } from '#kernel/server/rows/reading.ts';
import type { Reading } from '#kernel/server/context.ts';
import { writeAbout } from '#kernel/server/write/log.ts';
import { transact } from '#kernel/server/write/transaction.ts';
import { refuse } from '../refusals.ts';
import { codePlan } from './code-plan.paper.ts';
import { dataModel } from './data-model.paper.ts';
import { datasource } from './datasource.paper.ts';
import { type PlannedField, type PlannedPaper, camel, definitionText, distinct, fieldName, fieldOf, fileNameOf, menuText, nameOf, storyText } from './definition-text.rules.ts';
import { type ColumnFacts, columnsIn, tablesIn, within } from './look-into.server.ts';
import { modelColumn } from './model-column.paper.ts';

const SYSTEMS = new Set(['', 'saber', 'saber3']);
const MOST_PLANS = 50;
const MOST_COLUMNS = 500;

const idIn = (call: Call, name: string): string => {
  const id = String(call.query[name] ?? call.body[name] ?? '');
  if (!isId(id)) throw refuse.idMissing({ name });
  return id;
};

/** Asks another database that the caller may look at; whether he may is said before anything about what he asks. */
async function looking<T>(call: Call, paper: AnyPaper, action: string, id: string | { readonly named: string }, work: Parameters<typeof within<T>>[3]): Promise<T> {
  assertMay(call.actor, paper, action);
  const source = typeof id === 'string' ? id : idIn(call, id.named);
  return readingOf(call, async (tx) => within(call.house, tx, await tx.get(datasource, source), work));
}

/** The columns of a model as they are kept, in their order. */
const columnsOf = async (reading: Reading, modelId: string): Promise<Row<typeof modelColumn>[]> => {
  const model = await reading.get(dataModel, modelId);
  return (await reading.find(modelColumn, { modelId: model.id }, MOST_COLUMNS)).toSorted((a, b) => Number(a.sort) - Number(b.sort) || a.id.localeCompare(b.id));
};

/** A column of another database as a column of a model. */
const asColumn = (column: ColumnFacts, at: number): Record<string, unknown> => {
  const field = fieldOf(column);
  return { sort: at + 1, jdbcName: column.name, jdbcType: column.type, jdbcComment: column.comment, propertyName: camel(column.name), propertyType: field?.kind ?? '', isList: Boolean(field?.list), isForm: Boolean(field), isRow: Boolean(field?.wide), isRequired: Boolean(field?.required), isQuery: Boolean(field?.query), componentType: field?.kind ?? '', isKey: column.key, length: column.length };
};

/** A column as clients of the family read it: nothing is null, and yes is 1. */
const wired = (column: object): Record<string, unknown> => Object.fromEntries(Object.entries(column).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value ?? '']));

/** What a model's columns are: those that are kept, else those of its table. */
async function prototype(call: Call): Promise<unknown> {
  assertMay(call.actor, dataModel, 'view');
  const kept = await readingOf(call, (tx) => columnsOf(tx, idIn(call, 'modelId')));
  if (kept.length || !call.query.datasourceId) return kept.map(wired);
  const model = await readingOf(call, (tx) => tx.get(dataModel, idIn(call, 'modelId')));
  return looking(call, dataModel, 'view', { named: 'datasourceId' }, async (client) => (await columnsIn(client, model.modelTable)).map((column, at) => wired(asColumn(column, at))));
}

/** One table: named itself, or by the model it belongs to. */
async function tableInfo(call: Call): Promise<unknown> {
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

const plannedFrom = (column: Row<typeof modelColumn>): PlannedField | null => {
  const field = fieldOf({ name: column.jdbcName, type: column.jdbcType ?? 'text', comment: column.jdbcComment ?? '', length: null, required: column.isRequired === true });
  return field && column.isForm !== false ? { ...field, name: column.propertyName ? fieldName(column.propertyName) : field.name, list: column.isList === true, query: column.isQuery === true && field.kind === 'text', wide: column.isRow === true } : null;
};

async function fieldsFor(call: Call, plan: Row<typeof codePlan>): Promise<PlannedField[]> {
  const kept = plan.modelId ? await readingOf(call, (tx) => columnsOf(tx, plan.modelId!)) : [];
  const model = plan.modelId ? await readingOf(call, (tx) => tx.get(dataModel, plan.modelId!)) : null;
  const source = plan.datasourceId ?? model?.datasourceId;
  if (kept.length) return kept.map(plannedFrom).filter((field) => field !== null);
  if (!source) throw refuse.noColumns({ name: plan.codeName });
  return looking(call, codePlan, 'generate', source, async (client) => (await columnsIn(client, model?.modelTable ?? plan.tableName)).map(fieldOf).filter((field) => field !== null));
}

async function planned(call: Call, id: string): Promise<PlannedPaper> {
  const plan = await readingOf(call, (tx) => tx.get(codePlan, id));
  const fields = distinct(await fieldsFor(call, plan));
  const bare = plan.tablePrefix && plan.tableName.startsWith(plan.tablePrefix) ? plan.tableName.slice(plan.tablePrefix.length) : plan.tableName;
  const name = nameOf(bare);
  if (!fields.length) throw refuse.noColumns({ name: plan.codeName });
  const zh = plan.codeName.replaceAll(/['"`\\$\s]/g, ' ').trim();
  const room = camel(plan.packageName.split('.').at(-1) ?? 'business').toLowerCase();
  return { name, room, table: camel(plan.tableName) === plan.tableName ? plan.tableName : plan.tableName.toLowerCase().replaceAll(/[^\w]/g, '_'), path: `${(plan.serviceName || 'blade-business').replaceAll(/[^\w-]/g, '')}/${name}`, zh, en: name.replaceAll(/([A-Z])/g, ' $1').replace(/^./, (letter) => letter.toUpperCase()), fields };
}

/** A zip with a definition, its rows of the menu and a story for each plan. Nothing is written on this machine, whatever paths the plan names. */
async function generate(call: Call): Promise<unknown> {
  assertMay(call.actor, codePlan, 'generate');
  const ids = String(call.query.ids ?? call.body.ids ?? '').split(',').filter(isId).slice(0, MOST_PLANS);
  if (!ids.length) throw refuse.idMissing({ name: 'ids' });
  if (!SYSTEMS.has(String(call.query.system ?? call.body.system ?? ''))) throw refuse.unknownSystem();
  const plans: PlannedPaper[] = [];
  for (const id of ids) plans.push(await planned(call, id));
  await transact(call.house, call.actor, (tx) => writeAbout(tx, codePlan, 'generate', plans.map((plan) => plan.table).join(', ')));
  const entries = plans.flatMap((plan): ZipEntry[] => ([['paper.ts', definitionText(plan)], ['story.ts', storyText(plan)], ['menu.json', menuText(plan)]] as const)
    .map(([file, text]) => ({ name: `business/${plan.room}/${fileNameOf(plan.name)}/${fileNameOf(plan.name)}.${file}`, content: [text] })));
  return sendStream(call, zip(entries), { name: 'code.zip', type: 'application/zip' });
}

/** Columns of models, saved as a whole: those that are named with an id are changed, others are new. */
async function submitColumns(call: Call): Promise<unknown> {
  assertMay(call.actor, dataModel, 'edit');
  const given = (Array.isArray(call.body.list) ? call.body.list : []).filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null).slice(0, MOST_COLUMNS);
  if (!given.length) throw refuse.idMissing({ name: 'list' });
  return transact(call.house, call.actor, async (tx) => {
    const rows = [];
    for (const [at, one] of given.entries()) {
      const body = { sort: at + 1, ...one };
      rows.push(isId(String(one.id ?? '')) ? await tx.resubmit(modelColumn, String(one.id), body) : await tx.submit(modelColumn, body));
    }
    return rows.map((row) => ({ id: row.id }));
  });
}

const chosenFrom = (paper: AnyPaper, columns: string) => async (call: Call): Promise<unknown> => {
  assertMay(call.actor, paper, 'view');
  return readingOf(call, (tx) => tx.sql.query(`select t.id::text as id, ${columns} from ${paper.table} t where t.tenant_id = $1 and t.is_deleted = 0 order by t.id desc limit 1000`, [call.actor.tenancy.tenantId]));
};

/** The calls of the tools that look beyond our own database, or write nothing but a file to take away. */
export const developRoutes = (): Route[] => [
  { method: 'GET', path: `${datasource.path}/select`, needs: 'view', paper: datasource, summary: ['数据源下拉', 'Datasources to choose from'], work: chosenFrom(datasource, 't.name') },
  { method: 'POST', path: `${datasource.path}/test`, needs: 'test', paper: datasource, summary: ['测试连接', 'Try the connection'], query: ['id'], work: async (call) => looking(call, datasource, 'test', { named: 'id' }, async (client) => ({ version: (await client.query<{ v: string }>('show server_version')).rows[0].v, tables: (await tablesIn(client)).length })) },
  { method: 'GET', path: `${dataModel.path}/select`, needs: 'view', paper: dataModel, summary: ['模型下拉', 'Models to choose from'], work: chosenFrom(dataModel, 't.model_name as "modelName", t.model_code as "modelCode", t.model_table as "modelTable"') },
  { method: 'GET', path: `${dataModel.path}/table-list`, needs: 'view', paper: dataModel, summary: ['数据源中的表', 'Tables of a datasource'], query: ['datasourceId'], work: async (call) => looking(call, dataModel, 'view', { named: 'datasourceId' }, tablesIn) },
  { method: 'GET', path: `${dataModel.path}/table-info`, needs: 'view', paper: dataModel, summary: ['表信息', 'One table'], query: ['modelId', 'tableName', 'datasourceId'], work: tableInfo },
  { method: 'GET', path: `${dataModel.path}/model-prototype`, needs: 'view', paper: dataModel, summary: ['模型字段', 'Columns of a model'], query: ['modelId', 'datasourceId'], work: prototype },
  { method: 'GET', path: `${modelColumn.path}/select`, needs: 'view', paper: dataModel, summary: ['模型字段下拉', 'Columns of a model to choose from'], query: ['modelId'], work: async (call) => { assertMay(call.actor, dataModel, 'view'); return (await readingOf(call, (tx) => columnsOf(tx, idIn(call, 'modelId')))).map(wired); } },
  ...[`${dataModel.path}/submit-list`, `${modelColumn.path}/submit-list`].map((path): Route => ({ method: 'POST', path, needs: 'edit', paper: dataModel, summary: ['保存模型字段', 'Save the columns of a model'], work: submitColumns })),
  { method: 'POST', path: `${codePlan.path}/gen-code`, needs: 'generate', paper: codePlan, summary: ['生成代码', 'Generate code'], query: ['ids', 'system'], raw: true, work: generate },
];
