import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { longText } from '#kernel/fields/long-text/long-text.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { logSource } from '../dictionaries.ts';
import { recordRights } from '../rights.rules.ts';
import { callFields } from './call-fields.rules.ts';

/** A fault of the server or of a browser. Faults with one cause share `cause`; the request number leads to the call. */
export const logError = paper('logError', {
  title: ['错误日志', 'Error log'],
  plural: 'Error log',
  table: 'blade_log_error',
  path: 'blade-log/error',
  rights: recordRights,
  sight: 'shared',
  readOnly: true,
  wholeRows: true,
  caption: 'exceptionName',
  hint: ['message'],
  search: ['exceptionName', 'message', 'createBy'],
  fields: {
    source: dict(logSource, ['来源', 'Source'], { auto: true, list: true, filter: 'exact' }),
    exceptionName: text(['异常名', 'Fault'], { auto: true, list: true, filter: 'like', max: 100 }),
    message: text(['异常消息', 'Message'], {
      auto: true,
      list: true,
      filter: 'like',
      max: 500,
      wide: true,
      width: 340,
    }),
    cause: text(['原因编号', 'Cause'], { auto: true, list: true, filter: 'exact', max: 16 }),
    fileName: text(['文件名', 'File'], { auto: true, max: 200 }),
    lineNumber: integer(['代码行', 'Line'], { auto: true, named: true }),
    stackTrace: longText(['堆栈信息', 'Stack'], { auto: true, max: 8000 }),
    ...callFields,
  },
  views: {
    server: { label: ['服务端', 'Server'], filter: { source: 'server' }, worry: true },
    browser: { label: ['浏览器', 'Browsers'], filter: { source: 'client' } },
  },
  columns: ['exceptionName', 'createTime', 'message', 'source', 'cause'],
  card: ['exceptionName', 'message', 'source', 'cause'],
  menu: { group: 'monitor', icon: 'flame', path: '/monitor/log/error', sort: 30 },
  familyPage: { group: 'log', code: 'log_error', path: '/monitor/log/error' },
});
