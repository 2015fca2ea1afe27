import { integer } from '#kernel/fields/integer/integer.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import type { Label } from '#kernel/language/label.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { recordRights } from '../rights.rules.ts';
import { callFields } from './call-fields.rules.ts';

const statementParts: readonly StructuredPart[] = [
  { name: 'kind', label: ['', ''], type: 'text' },
  { name: 'count', label: ['×', '×'], type: 'number' },
  { name: 'ms', label: ['毫秒', 'ms'], type: 'number' },
];

/** A logged call: one that wrote, was refused, failed or was slow. Inputs and answers are not logged. */
export const logApi = paper('logApi', {
  title: ['接口日志', 'API log'],
  plural: 'API log',
  table: 'blade_log_api',
  path: 'blade-log/api',
  rights: recordRights,
  sight: 'shared',
  readOnly: true,
  wholeRows: true,
  caption: 'requestUri',
  hint: ['title'],
  search: ['requestUri', 'title', 'createBy'],
  indexed: { requestId: 'calls of a request' },
  fields: {
    type: text(['类型', 'Type'], { auto: true, wire: true, max: 16 }),
    title: text(['接口', 'Call'], {
      auto: true,
      list: true,
      filter: 'like',
      max: 200,
      width: 200,
      isProductText: true,
    }),
    ...callFields,
    answerStatus: integer(['应答状态', 'Status'], { auto: true, list: true, filter: 'range' }),
    time: integer(['耗时（毫秒）', 'Took (ms)'], { auto: true, list: true, filter: 'range', asText: true }),
    sqlCount: integer(['语句数', 'Statements'], { auto: true }),
    statements: structured<
      { kind: string; count: number; ms: number }[],
      { rows: true; auto: true; wide: true; parts: readonly StructuredPart[]; help: Label }
    >(['数据库语句', 'Statements by kind'], {
      rows: true,
      auto: true,
      wide: true,
      parts: statementParts,
      help: ['只记语句种类、次数与耗时（毫秒），从不记值', 'Kinds, counts and milliseconds, never values'],
    }),
    personId: id(['用户ID', 'User id'], { wire: true, auto: true }),
  },
  views: {
    refused: { label: ['被拒绝', 'Refused'], filter: { answerStatus_ge: '400' } },
    slow: { label: ['超过1秒', 'Over a second'], filter: { time_ge: '1000' } },
  },
  columns: ['title', 'createTime', 'createBy', 'answerStatus', 'time'],
  card: ['title', 'createBy', 'answerStatus', 'time'],
  menu: { group: 'monitor', icon: 'activity', path: '/monitor/log/api', sort: 20 },
  familyPage: { group: 'log', code: 'log_api', path: '/monitor/log/api' },
});
