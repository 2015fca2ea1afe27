import { dict } from '#kernel/fields/dict/dict.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { logLevel } from '../dictionaries.ts';
import { recordRights } from '../rights.rules.ts';
import { callFields } from './call-fields.rules.ts';

/** A security event, such as a login, an export, a grant, or a value read in clear. */
export const logUsual = paper('logUsual', {
  title: ['通用日志', 'Event log'],
  plural: 'Event log',
  table: 'blade_log_usual',
  path: 'blade-log/usual',
  rights: recordRights,
  sight: 'shared',
  readOnly: true,
  wholeRows: true,
  caption: 'logId',
  hint: ['logData'],
  search: ['logId', 'logData', 'createBy'],
  fields: {
    logLevel: dict(logLevel, ['日志级别', 'Level'], { auto: true, list: true, filter: 'exact' }),
    logId: text(['日志业务ID', 'Event'], { auto: true, list: true, filter: 'like', max: 64 }),
    logData: text(['日志数据', 'What happened'], {
      auto: true,
      list: true,
      max: 500,
      wide: true,
      width: 320,
      isProductText: true,
    }),
    ...callFields,
  },
  views: { warnings: { label: ['警告', 'Warnings'], filter: { logLevel: 'warn,error' }, worry: true } },
  columns: ['logId', 'createTime', 'logData', 'createBy', 'logLevel'],
  card: ['logId', 'logData', 'createBy', 'logLevel'],
  menu: { group: 'monitor', icon: 'list-checks', path: '/monitor/log/usual', sort: 10 },
  familyPage: { group: 'log', code: 'log_usual', path: '/monitor/log/usual' },
});
