import { dict } from '#kernel/fields/dict/dict.ts';
import { secret } from '#kernel/fields/secret/secret.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { driverClass } from '../dictionaries.ts';
import { platformRights } from '../rights.rules.ts';

/** The connection to another PostgreSQL, whose tables can be read for code generation. No call returns its password. */
export const datasource = paper('datasource', {
  title: ['数据源', 'Datasource'],
  plural: 'Datasources',
  table: 'blade_datasource',
  path: 'blade-develop/datasource',
  rights: { ...platformRights, import: [] },
  sight: 'shared',
  wholeRows: true,
  caption: 'name',
  search: ['name', 'url'],
  fields: {
    name: text(['名称', 'Name'], { required: true, unique: true, list: true, filter: 'like', max: 100 }),
    driverClass: dict(driverClass, ['驱动类', 'Driver'], {
      required: true,
      list: true,
      initial: 'org.postgresql.Driver',
    }),
    url: text(['连接地址', 'Address'], {
      required: true,
      list: true,
      max: 500,
      wide: true,
      example: 'jdbc:postgresql://127.0.0.1:5432/business#',
      help: [
        'jdbc:postgresql://主机:端口/库名，主机须在允许名单中',
        'jdbc:postgresql://host:port/database; the host must be on the list of allowed ones',
      ],
    }),
    username: text(['用户名', 'User'], { required: true, list: true, max: 100 }),
    password: secret(['密码', 'Password'], { max: 200 }),
    remark: text(['备注', 'Remark'], { max: 255, wide: true }),
  },
  buttons: { test: { label: ['测试连接', 'Try the connection'], roles: ['admin'] } },
  card: ['name', 'url', 'username'],
  menu: { group: 'develop', icon: 'database', path: '/tool/datasource', sort: 10 },
  familyPage: { group: 'tool', code: 'datasource', path: '/tool/datasource' },
});
