import { id } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call, rows } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  choice,
  either,
  fileAnswer,
  list,
  nullable,
  of,
  optional,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { codePlan } from './code-plan.paper.ts';
import { dataModel } from './data-model.paper.ts';
import { datasource } from './datasource.paper.ts';
import { modelColumn } from './model-column.paper.ts';

export const MAX_COLUMNS = 500;

const source = { datasourceId: id(['数据源', 'Datasource']) };
const model = { modelId: id(['模型', 'Model']) };

export const datasourcesToChoose = call(datasource, 'select', {
  method: 'GET',
  needs: 'view',
  title: ['数据源下拉', 'Datasources to choose from'],
  answer: list(of(datasource, ['id', 'name'])),
});

export const tryDatasource = call(datasource, 'test', {
  method: 'POST',
  needs: 'test',
  title: ['测试连接', 'Try the connection'],
  query: { id: id(['数据源', 'Datasource']) },
  answer: record({ version: anyText, tables: anyNumber }),
});

export const modelsToChoose = call(dataModel, 'select', {
  method: 'GET',
  needs: 'view',
  title: ['模型下拉', 'Models to choose from'],
  answer: list(of(dataModel, ['id', 'modelName', 'modelCode', 'modelTable'])),
});

const ofTable = { name: anyText, comment: anyText };
/** A table of another database. */
const table = record(ofTable);

export const tablesOfDatasource = call(dataModel, 'table-list', {
  method: 'GET',
  needs: 'view',
  title: ['数据源中的表', 'Tables of a datasource'],
  query: source,
  answer: list(table),
});

/** A column of another database in the form of a model's column. */
const foundColumn = record({
  sort: anyNumber,
  jdbcName: anyText,
  jdbcType: anyText,
  jdbcComment: anyText,
  propertyName: anyText,
  propertyType: anyText,
  isList: yesOrNo,
  isForm: yesOrNo,
  isRow: yesOrNo,
  isRequired: yesOrNo,
  isQuery: yesOrNo,
  componentType: anyText,
  isKey: yesOrNo,
  length: nullable(anyNumber),
});

export const tableOfDatasource = call(dataModel, 'table-info', {
  method: 'GET',
  needs: 'view',
  title: ['表信息', 'One table'],
  query: { ...model, tableName: text(['表名', 'Table'], { max: 200 }), ...source },
  answer: record({ ...ofTable, entityName: anyText, fields: list(foundColumn) }),
});

const numberOrEmpty = either(anyNumber, choice(''));

/** A column as published clients expect it: empty text for null, and 1 or 0 for a boolean. */
const wiredColumn = of(
  modelColumn,
  [
    'id',
    'modelId',
    'jdbcName',
    'jdbcType',
    'jdbcComment',
    'propertyName',
    'propertyType',
    'propertyEntity',
    'componentType',
    'dictCode',
    'queryType',
    'createUser',
    'createDept',
    'createTime',
    'updateUser',
    'updateTime',
    'status',
    'isDeleted',
    'version',
    'tenantId',
  ],
  {
    /** Of a column of another database. */ isKey: optional(numberOrEmpty),
    length: optional(numberOrEmpty),
    sort: numberOrEmpty,
    isList: numberOrEmpty,
    isForm: numberOrEmpty,
    isRow: numberOrEmpty,
    isRequired: numberOrEmpty,
    isQuery: numberOrEmpty,
  },
);

/** Returns the stored columns of a model, or those of its table in the datasource. */
export const columnsOfModel = call(dataModel, 'model-prototype', {
  method: 'GET',
  needs: 'view',
  title: ['模型字段', 'Columns of a model'],
  query: { ...model, ...source },
  answer: list(wiredColumn),
});

export const columnsToChoose = call(dataModel, `${modelColumn.path}/select`, {
  method: 'GET',
  needs: 'view',
  title: ['模型字段下拉', 'Columns of a model to choose from'],
  query: model,
  answer: list(wiredColumn),
});

/** Saves columns of a model: one with an id is replaced, others are added. */
export const columnSaves = [`${dataModel.path}/submit-list`, `${modelColumn.path}/submit-list`].map((path) =>
  call(dataModel, path, {
    method: 'POST',
    needs: 'edit',
    title: ['保存模型字段', 'Save the columns of a model'],
    body: { list: rows(modelColumn, { most: MAX_COLUMNS }) },
    answer: list(record({ id: anyText })),
  }),
);

/** Answers a zip with definition, menu rows and test for each plan. A client that accepts JSON gets its address. */
export const generateCode = call(codePlan, 'gen-code', {
  method: 'POST',
  needs: 'generate',
  title: ['生成代码', 'Generate code'],
  query: { ids: refs('codePlan', ['代码方案', 'Plans']), system: text(['前端', 'Client'], { max: 20, initial: '' }) },
  answer: fileAnswer('application/zip'),
});

export type FoundTable = AnswerOf<typeof table>;
export type FoundColumn = AnswerOf<typeof foundColumn>;
export type WiredColumn = AnswerOf<typeof wiredColumn>;
