import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { templateType } from '../dictionaries.ts';
import { platformRights } from '../rights.rules.ts';

/**
 * A plan to generate code from a model or a table. Paths and modes that only other products use are stored for clients
 * that send them, but have no effect and are not shown.
 */
export const codePlan = paper('codePlan', {
  title: ['代码生成', 'Code generation'],
  plural: 'Code generation',
  table: 'blade_code',
  path: 'blade-develop/code',
  rights: platformRights,
  sight: 'shared',
  wholeRows: true,
  copies: 'kept',
  caption: 'codeName',
  hint: ['tableName'],
  search: ['codeName', 'tableName', 'serviceName'],
  fields: {
    codeName: text(['模块名', 'Module'], { required: true, list: true, filter: 'like', max: 64 }),
    serviceName: text(['服务名', 'Service'], { list: true, max: 64, initial: 'blade-business' }),
    datasourceId: ref('datasource', ['数据源', 'Datasource'], { list: true, filter: 'exact' }),
    modelId: ref('dataModel', ['数据模型', 'Model'], {
      list: true,
      filter: 'exact',
      help: [
        '有模型时按模型生成，否则读取数据源中的表',
        'With a model it is made from that, else from the table of the datasource',
      ],
    }),
    tableName: text(['表名', 'Table'], { required: true, list: true, filter: 'like', max: 63, example: 'biz_table_#' }),
    tablePrefix: text(['表前缀', 'Prefix'], { list: true, max: 32 }),
    pkName: text(['主键名', 'Primary key'], {
      max: 63,
      initial: 'id',
      help: ['该列不生成字段：由系统自己的编号代替', 'No field is made of it: the id of the product takes its place'],
    }),
    packageName: text(['包名', 'Package'], {
      required: true,
      list: true,
      max: 100,
      help: ['最后一段是生成到的业务目录', 'Its last part is the room that the files go to'],
    }),
    author: text(['作者', 'Author'], { max: 64, help: ['写在生成文件的开头', 'Stands in the head of the files'] }),
    templateType: dict(templateType, ['模板类型', 'Template'], { list: true, filter: 'exact', initial: 'crud' }),
    treeId: text(['树主键字段', 'Key of a row'], {
      max: 63,
      example: '',
      help: ['与主键名一样，不生成字段', 'Like the primary key, it becomes no field'],
    }),
    treePid: text(['树父主键字段', 'Key of the row above'], {
      max: 63,
      example: '',
      help: ['行按此列排在上级之下', 'Rows stand below each other by it'],
    }),
    treeName: text(['树名称字段', 'Name of a row'], {
      max: 63,
      example: '',
      help: ['行在树中显示的名称；留空取第一个文本列', 'What a row is called in the tree; empty: its first text'],
    }),
    subModelId: ref('dataModel', ['子表模型', 'Model of the lines'], {
      help: ['每张主单的明细', 'The lines of each row'],
    }),
    subFkId: text(['子表绑定外键', 'Column that points at the header'], { max: 63, example: '' }),
    baseMode: integer(['基础业务', 'Base mode'], { wire: true, initial: 2, max: 9 }),
    wrapMode: integer(['包装器', 'Wrapper'], { wire: true, initial: 2, max: 9 }),
    feignMode: integer(['远程调用', 'Remote calls'], { wire: true, max: 9 }),
    codeStyle: text(['代码风格', 'Style of the code'], { wire: true, max: 32 }),
    apiPath: text(['后端路径', 'Server path'], { wire: true, max: 255, wide: true }),
    webPath: text(['前端路径', 'Client path'], { wire: true, max: 255, wide: true }),
  },
  groups: [
    {
      label: ['来源', 'Source'],
      fields: ['codeName', 'datasourceId', 'modelId', 'tableName', 'tablePrefix', 'pkName'],
    },
    {
      label: ['生成', 'What is made'],
      fields: [
        'packageName',
        'serviceName',
        'author',
        'templateType',
        'treeId',
        'treePid',
        'treeName',
        'subModelId',
        'subFkId',
      ],
    },
  ],
  shownWhen: {
    treeId: { field: 'templateType', is: ['tree'] },
    treePid: { field: 'templateType', is: ['tree'] },
    treeName: { field: 'templateType', is: ['tree'] },
    subModelId: { field: 'templateType', is: ['sub'] },
    subFkId: { field: 'templateType', is: ['sub'] },
  },
  buttons: { generate: { label: ['生成代码', 'Generate'], roles: ['admin'] } },
  card: ['codeName', 'tableName', 'packageName'],
  menu: { group: 'develop', icon: 'puzzle', path: '/tool/code', sort: 30 },
  familyPage: { group: 'tool', code: 'code', path: '/tool/code' },
});
