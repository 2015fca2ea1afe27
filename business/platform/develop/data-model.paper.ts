import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { platformRights } from '../rights.rules.ts';

/** The plan of a paper that is generated from a table: its names, and as lines its columns. */
export const dataModel = paper('dataModel', {
  title: ['数据模型', 'Data model'],
  table: 'blade_model',
  path: 'blade-develop/model',
  rights: platformRights,
  sight: 'shared',
  wholeRows: true,
  caption: 'modelName',
  hint: ['modelCode'],
  search: ['modelName', 'modelCode', 'modelTable'],
  fields: {
    modelName: text(['模型名称', 'Name'], { required: true, list: true, filter: 'like', max: 100 }),
    modelCode: text(['模型编号', 'Code'], { required: true, unique: true, list: true, filter: 'like', max: 64 }),
    modelTable: text(['物理表名', 'Table'], {
      required: true,
      list: true,
      filter: 'like',
      max: 63,
      example: 'biz_table_#',
    }),
    modelClass: text(['模型类名', 'Class'], { wire: true, max: 100 }),
    datasourceId: ref('datasource', ['数据源', 'Datasource'], { list: true, filter: 'exact' }),
    modelRemark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  lines: { columns: { paper: 'modelColumn', parent: 'modelId' } },
  card: ['modelName', 'modelCode', 'modelTable'],
  menu: { group: 'develop', icon: 'boxes', path: '/tool/model', sort: 20 },
});
