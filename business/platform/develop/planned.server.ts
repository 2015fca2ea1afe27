import { must } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Reading, readingOf, type RouteAsking } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { codePlan } from './code-plan.paper.ts';
import { columnCalled } from './columns.rules.ts';
import { dataModel } from './data-model.paper.ts';
import { datasource } from './datasource.paper.ts';
import { MAX_COLUMNS } from './develop.calls.ts';
import {
  type PlannedField,
  type PlannedPaper,
  asReference,
  camel,
  distinct,
  fieldName,
  plannedFieldOf,
  kindMeant,
  identifierOf,
} from './definition-text.rules.ts';
import { columnsIn, within } from './look-into.server.ts';
import { modelColumn } from './model-column.paper.ts';

/** Return this id; refuse a missing one, with the name of the input. */
export function idGiven(name: string, id: string | null): string {
  if (!id) throw refuse.idMissing({ name });
  return id;
}

/** Query another database by a datasource that the caller may read. */
export const looking = <T>(call: RouteAsking, source: string, work: Parameters<typeof within<T>>[3]): Promise<T> =>
  readingOf(call, async (tx) => within(call.app, tx, await tx.get(datasource, source), work));

/** Return the stored columns of a model, in order. */
export const modelColumnsOf = async (reading: Reading, modelId: string): Promise<Row<typeof modelColumn>[]> => {
  const model = await reading.get(dataModel, modelId);
  return (await reading.find(modelColumn, { modelId: model.id }, { limit: MAX_COLUMNS })).toSorted(
    (a, b) => Number(a.sort) - Number(b.sort) || a.id.localeCompare(b.id),
  );
};

/**
 * A column that a plan can use, with the field that is generated for it. `shown`: it becomes a field unless the plan
 * says otherwise.
 */
interface Column {
  readonly id: string;
  readonly jdbcName: string;
  readonly propertyName: string;
  readonly field: PlannedField;
  readonly shown: boolean;
}

/**
 * Return a model's column with its field. Settings of the model override those derived from the type; null for columns
 * that every table has.
 */
function plannedFrom(column: Row<typeof modelColumn>): Column | null {
  const field = plannedFieldOf({
    name: column.jdbcName,
    type: column.jdbcType ?? 'text',
    comment: column.jdbcComment ?? '',
    length: null,
    required: column.isRequired === true,
  });
  if (!field) return null;
  const kind = kindMeant(column.propertyType, field.kind);
  const planned: PlannedField = {
    ...field,
    kind,
    max: kind === 'text' ? (field.max ?? 200) : null,
    name: column.propertyName ? fieldName(column.propertyName) : field.name,
    list: column.isList === true,
    query: column.isQuery === true && (kind === 'text' || kind === 'phone'),
    wide: column.isRow === true || kind === 'longText',
  };
  return {
    id: column.id,
    jdbcName: column.jdbcName,
    propertyName: column.propertyName ?? '',
    field: planned,
    shown: column.isForm !== false,
  };
}

/** Return the columns of a plan: the stored ones of the model, or those of the table in the datasource. */
async function readColumns(
  call: RouteAsking,
  {
    modelId,
    datasourceId,
    table,
    said,
  }: { modelId: string | null; datasourceId: string | null; table: string; said: string },
): Promise<Column[]> {
  const stored = modelId ? await readingOf(call, (tx) => modelColumnsOf(tx, modelId)) : [];
  if (stored.length) return stored.map(plannedFrom).filter((column) => column !== null);
  const model = modelId ? await readingOf(call, (tx) => tx.get(dataModel, modelId)) : null;
  const source = datasourceId ?? model?.datasourceId;
  if (!source) throw refuse.noColumns({ name: said });
  const found = await looking(call, source, (client) => columnsIn(client, model?.modelTable ?? table));
  return found.flatMap((column): Column[] => {
    const field = plannedFieldOf(column);
    return field ? [{ id: '', jdbcName: column.name, propertyName: camel(column.name), field, shown: true }] : [];
  });
}

const oneLine = (text: string): string => text.replaceAll(/['"`\\$\s]/g, ' ').trim();
const englishOf = (name: string): string =>
  name.replaceAll(/([A-Z])/g, ' $1').replace(/^./, (letter) => letter.toUpperCase());
const tableOf = (name: string): string => (camel(name) === name ? name : name.toLowerCase().replaceAll(/[^\w]/g, '_'));
const withoutPrefix = (table: string, prefix: string | null): string =>
  prefix && table.startsWith(prefix) ? table.slice(prefix.length) : table;

interface Fields {
  readonly fields: readonly PlannedField[];
  /** Return the name of the field that is generated for a column; refuse an unknown column. */
  called(name: string): string;
}

/**
 * Return the fields of a generated paper: the columns that are shown or named in the plan. The primary key is left out,
 * since the product has its own id.
 */
function fieldsFrom(
  columns: readonly Column[],
  { keys, named, said, table }: { keys: readonly string[]; named: readonly string[]; said: string; table: string },
): Fields {
  const taken = columns.filter(
    (column) =>
      !keys.some((key) => columnCalled(column, key)) &&
      (column.shown || named.some((name) => columnCalled(column, name))),
  );
  const fields = distinct(taken.map((column) => column.field));
  if (!fields.length) throw refuse.noColumns({ name: said });
  return {
    fields,
    called(given) {
      const at = taken.findIndex((column) => columnCalled(column, given));
      if (at < 0) throw refuse.noSuchColumn({ name: given, table });
      return fields[at].name;
    },
  };
}

const filled = (...given: readonly (string | null)[]): string[] => given.flatMap((one) => (one ? [one] : []));

/**
 * Return the lines of a plan with header and lines: the paper of its sub-model. The plan names the column that refers
 * to the header.
 */
async function linesOf(
  call: RouteAsking,
  plan: Row<typeof codePlan>,
  header: PlannedPaper,
): Promise<NonNullable<PlannedPaper['lines']>> {
  if (!plan.subModelId || !plan.subFkId) throw refuse.templateUnfinished();
  const model = await readingOf(call, (tx) => tx.get(dataModel, must(plan.subModelId, 'subModelId')));
  const columns = await readColumns(call, {
    modelId: model.id,
    datasourceId: model.datasourceId,
    table: model.modelTable,
    said: model.modelName,
  });
  const { fields, called } = fieldsFrom(columns, {
    keys: [],
    named: [plan.subFkId],
    said: model.modelName,
    table: model.modelTable,
  });
  const parent = called(plan.subFkId);
  const name = identifierOf(withoutPrefix(model.modelTable, plan.tablePrefix));
  // A header and its lines are two papers, even if their names without prefix are equal.
  const apart = name === header.name ? `${name}Line` : name;
  const key =
    ['lines', 'rows', 'details'].find((one) => !header.fields.some((field) => field.name === one)) ?? `${apart}Rows`;
  return {
    key,
    parent,
    paper: {
      ...header,
      name: apart,
      table: tableOf(model.modelTable),
      path: `${header.path.split('/')[0]}/${apart}`,
      zh: oneLine(model.modelName),
      en: englishOf(apart),
      fields: fields.map((field) =>
        field.name === parent ? asReference(field, header.name, { required: true, query: true }) : field,
      ),
    },
  };
}

/** Return the paper of a plan: plain, a tree, or with lines. */
export async function plannedPaper(call: RouteAsking, id: string): Promise<PlannedPaper> {
  const plan = await readingOf(call, (tx) => tx.get(codePlan, id));
  const isTree = plan.templateType === 'tree';
  const columns = await readColumns(call, {
    modelId: plan.modelId,
    datasourceId: plan.datasourceId,
    table: plan.tableName,
    said: plan.codeName,
  });
  const named = isTree ? filled(plan.treePid, plan.treeName) : [];
  const { fields, called } = fieldsFrom(columns, {
    keys: filled(plan.pkName, isTree ? plan.treeId : null),
    named,
    said: plan.codeName,
    table: plan.tableName,
  });
  const name = identifierOf(withoutPrefix(plan.tableName, plan.tablePrefix));
  const room = camel(plan.packageName.split('.').at(-1) ?? 'business').toLowerCase();
  const path = `${(plan.serviceName || 'blade-business').replaceAll(/[^\w-]/g, '')}/${name}`;
  const paper: PlannedPaper = {
    name,
    room,
    table: tableOf(plan.tableName),
    path,
    zh: oneLine(plan.codeName),
    en: englishOf(name),
    author: plan.author ?? '',
    fields,
  };
  if (plan.templateType === 'sub') return { ...paper, lines: await linesOf(call, plan, paper) };
  if (!isTree) return paper;
  if (!plan.treePid) throw refuse.templateUnfinished();
  const parent = called(plan.treePid);
  return {
    ...paper,
    parent,
    ...(plan.treeName && { caption: called(plan.treeName) }),
    fields: fields.map((field) => (field.name === parent ? asReference(field, name) : field)),
  };
}
