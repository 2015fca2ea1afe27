import { integer } from '#kernel/fields/integer/integer.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { platformRights } from '../rights.rules.ts';

/** What is to be generated from a model or a table. Paths are kept for the clients that send them and never written to. */
export const codePlan = paper('codePlan', {
  title: ['代码生成', 'Code generation'], table: 'blade_code', path: 'blade-develop/code', rights: platformRights, sight: 'shared', wholeRows: true, copies: 'kept',
  caption: 'codeName', hint: ['tableName'], search: ['codeName', 'tableName', 'serviceName'],
  fields: {
    codeName: text(['模块名', 'Module'], { required: true, list: true, filter: 'like', max: 64 }),
    serviceName: text(['服务名', 'Service'], { list: true, max: 64, initial: 'blade-business' }),
    datasourceId: ref('datasource', ['数据源', 'Datasource'], { list: true, filter: 'exact' }),
    modelId: ref('dataModel', ['数据模型', 'Model'], { list: true, filter: 'exact', help: ['有模型时按模型生成，否则读取数据源中的表', 'With a model it is made from that, else from the table of the datasource'] }),
    tableName: text(['表名', 'Table'], { required: true, list: true, filter: 'like', max: 63, example: 'biz_table_#' }),
    tablePrefix: text(['表前缀', 'Prefix'], { list: true, max: 32 }),
    pkName: text(['主键名', 'Primary key'], { max: 63, initial: 'id' }),
    packageName: text(['包名', 'Package'], { required: true, list: true, max: 100 }),
    baseMode: integer(['基础业务', 'Base mode'], { initial: 2, max: 9 }),
    wrapMode: integer(['包装器', 'Wrapper'], { initial: 2, max: 9 }),
    apiPath: text(['后端路径', 'Server path'], { max: 255, wide: true }),
    webPath: text(['前端路径', 'Client path'], { max: 255, wide: true }),
  },
  buttons: { generate: { label: ['生成代码', 'Generate'], roles: ['admin'] } },
  card: ['codeName', 'tableName', 'packageName'],
  menu: { group: 'develop', icon: 'puzzle', path: '/tool/code', sort: 30 },
});
