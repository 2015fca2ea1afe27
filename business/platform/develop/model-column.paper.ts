import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { platformRights } from '../rights.rules.ts';

/** A column of a model: its name and type in the table, and its place in form, list and search. */
export const modelColumn = paper('modelColumn', {
  title: ['模型字段', 'Column of a model'],
  plural: 'Columns of a model',
  table: 'blade_model_prototype',
  path: 'blade-develop/model-prototype',
  rights: platformRights,
  sight: 'shared',
  caption: 'jdbcName',
  hint: ['jdbcComment'],
  order: { by: 'sort' },
  uniques: [['modelId', 'jdbcName']],
  fields: {
    modelId: ref('dataModel', ['模型', 'Model'], { required: true, filter: 'exact' }),
    sort: integer(['排序', 'Order'], { list: true, initial: 1, max: 1_000_000 }),
    jdbcName: text(['物理列名', 'Column'], { required: true, list: true, max: 63, example: 'column_#' }),
    jdbcType: text(['物理类型', 'Type'], { list: true, max: 64 }),
    jdbcComment: text(['注释', 'Comment'], { list: true, max: 200 }),
    propertyName: text(['属性名', 'Property'], { list: true, max: 63, example: 'column#' }),
    propertyType: text(['属性类型', 'Kind of field'], {
      list: true,
      max: 64,
      help: [
        'text、longText、integer、quantity、money、flag、day、moment、phone；其他按物理类型',
        'text, longText, integer, quantity, money, flag, day, moment or phone; anything else follows the type of the column',
      ],
    }),
    propertyEntity: text(['属性全类名', 'Class'], { wire: true, max: 100 }),
    isList: flag(['列表显示', 'In the list'], { list: true, initial: true }),
    isForm: flag(['表单显示', 'In the form'], { list: true, initial: true }),
    isRow: flag(['独占一行', 'Whole row'], { initial: false }),
    isRequired: flag(['必填', 'Required'], { list: true, initial: false }),
    isQuery: flag(['查询条件', 'Filter'], { list: true, initial: false }),
    componentType: text(['组件类型', 'Component'], { wire: true, max: 32 }),
    dictCode: text(['字典编号', 'Dictionary'], { wire: true, max: 64 }),
    queryType: text(['查询方式', 'Kind of query'], { wire: true, max: 16 }),
  },
});
