import { dict } from '#kernel/fields/dict/dict.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { moment } from '#kernel/fields/moment/moment.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { invariantState } from '../dictionaries.ts';

/** A row that breaks an invariant: its paper and id, and the reason in words. */
export interface InvariantFinding {
  readonly paper: string;
  readonly id: string;
  readonly words: string;
}

/** The latest result of checking an invariant, which runs every night and on demand. */
export const invariant = paper('invariant', {
  title: ['数据质量', 'Data quality'],
  plural: 'Data quality',
  table: 'asinvariantcheck',
  path: 'blade-system/invariant',
  rights: { read: ['admin', 'as_manager', 'as_admin'], export: ['admin', 'as_manager', 'as_admin'] },
  sight: 'shared',
  readOnly: true,
  caption: 'invariantCode',
  hint: ['invariantTitle'],
  search: ['invariantCode', 'invariantTitle'],
  order: { by: 'violations', down: true },
  fields: {
    invariantCode: text(['规则', 'Rule'], {
      auto: true,
      unique: true,
      list: true,
      filter: 'like',
      max: 16,
      code: true,
    }),
    invariantTitle: text(['内容', 'What holds'], {
      auto: true,
      list: true,
      filter: 'like',
      max: 255,
      wide: true,
      width: 420,
    }),
    invariantState: dict(invariantState, ['结果', 'Result'], { auto: true, list: true, filter: 'exact' }),
    violations: integer(['违反行数', 'Rows that violate the rule'], {
      auto: true,
      list: true,
      filter: 'range',
      width: 136,
    }),
    brokenSince: moment(['首次发现', 'Broken since'], { auto: true, list: true }),
    checkedTime: moment(['检查时间', 'Checked'], { auto: true, list: true, filter: 'range' }),
    durationMs: integer(['耗时（毫秒）', 'Took (ms)'], { auto: true, list: true }),
    failure: text(['检查失败', 'Check failed'], { auto: true, max: 500, wide: true }),
    findings: structured<InvariantFinding[], { auto: true; rows: true; parts: readonly StructuredPart[] }>(
      ['违反的行', 'Rows'],
      {
        auto: true,
        rows: true,
        parts: [
          { name: 'paper', label: ['单据', 'Document'], type: 'text' },
          { name: 'id', label: ['编号', 'Id'], type: 'text' },
          { name: 'words', label: ['说明', 'What is wrong'], type: 'text' },
        ],
      },
    ),
  },
  buttons: { check: { label: ['立即检查', 'Check now'], roles: ['admin', 'as_manager', 'as_admin'] } },
  views: { broken: { label: ['有违反', 'Broken'], filter: { invariantState: 'broken,failed' }, worry: true } },
  card: ['invariantCode', 'invariantState', 'invariantTitle', 'violations', 'checkedTime'],
  menu: { group: 'system', icon: 'shield-check', path: '/system/invariant', sort: 130 },
});
