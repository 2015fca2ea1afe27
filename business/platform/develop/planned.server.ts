import { must } from '#kernel/language/must.ts';
import type { Row } from '#kernel/language/paper.ts';
import { type Reading, readingOf, type RouteAsking } from '#kernel/server';
import { refuse } from '../refusals.ts';
import { codePlan } from './code-plan.paper.ts';
import { columnCalled } from './columns.rules.ts';
import { dataModel } from './data-model.paper.ts';
import { datasource } from './datasource.paper.ts';
import { MOST_COLUMNS } from './develop.calls.ts';
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

/** The id that a call must name. */
export function idGiven(name: string, id: string | null): string {
  if (!id) throw refuse.idMissing({ name });
  return id;
}

/** Asks another database, by the datasource that the caller may look at. */
export const looking = <T>(call: RouteAsking, source: string, work: Parameters<typeof within<T>>[3]): Promise<T> =>
  readingOf(call, async (tx) => within(call.app, tx, await tx.get(datasource, source), work));

/** The columns of a model as they are kept, in their order. */
export const modelColumnsOf = async (reading: Reading, modelId: string): Promise<Row<typeof modelColumn>[]> => {
  const model = await reading.get(dataModel, modelId);
  return (await reading.find(modelColumn, { modelId: model.id }, { limit: MOST_COLUMNS })).toSorted(
    (a, b) => Number(a.sort) - Number(b.sort) || a.id.localeCompare(b.id),
  );
};

/** A column that a plan may name, with the field it becomes; `shown` = it becomes one by itself. */
interface Column {
  readonly id: string;
  readonly jdbcName: string;
  readonly propertyName: string;
  readonly field: PlannedField;
  readonly shown: boolean;
}

/** A column of a model as a field: what the model says of it comes before what its type says. */
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

/** From the model where it has columns, else from the table itself. */
async function readColumns(
  call: RouteAsking,
  {
    modelId,
    datasourceId,
    table,
    said,
  }: { modelId: string | null; datasourceId: string | null; table: string; said: string },
): Promise<Column[]> {
  const kept = modelId ? await readingOf(call, (tx) => modelColumnsOf(tx, modelId)) : [];
  if (kept.length) return kept.map(plannedFrom).filter((column) => column !== null);
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
  /** The name of the field that a column became; refused where there is no such column. */ called(
    given: string,
  ): string;
}

/** The fields of a paper: every column that is shown or named, but for those whose place the id of the product takes. */
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

/** The lines of a plan of header and lines: the paper of the sub-model, whose named column points at the header. */
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
  // A header and its lines are two papers, also where two tables are called alike once their prefix is gone.
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

/** What a plan asks for: one paper, one whose rows stand below each other, or one with its lines. */
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
