import { isFiltersField } from '#kernel/language/calls/call.ts';
import { buttonOf } from '#kernel/language/paper.ts';
import { type Label, type Language, labelIn } from '#kernel/language/label.ts';
import type { Route } from '../route.ts';

const CALLERS: Readonly<Record<string, Label>> = {
  anonymous: ['无需登录。', 'No login is needed.'],
  guest: ['须登录，尚无账号的第三方登录者也可。', 'A login is needed; one of a provider without an account suffices.'],
  person: ['须登录。', 'A login is needed.'],
};

const callerOf = ({ needs, paper }: Route): Label => {
  const button = paper ? buttonOf(paper, needs) : needs;
  return CALLERS[needs] ?? [`须有按钮 ${button}。`, `The button ${button} is needed.`];
};

const isList = ({ filtersOf, contract }: Route): boolean =>
  filtersOf !== undefined || Object.values(contract.query ?? {}).some(isFiltersField);

const FILTERS: Label = [
  '列表还按任一存储字段筛选，字段名后可加运算符，如 `_like`、`_notequal`、`_in`、`_null`、`_dategt`、`_datelt`。',
  'The list also filters by each stored field, with an operator as suffix, such as `_like`, `_notequal`, `_in`, `_null`, `_dategt`, `_datelt`.',
];

const ANYWHERE: Label = [
  '参数可放在地址、表单或 JSON 里。',
  'Its inputs may stand in the address, in a form or in JSON.',
];

/** Return the sentences that describe a call: its subject, its callers, and where its inputs stand. */
export function describedCall(route: Route, language: Language): string {
  const { summary, sameAs, raw, upload, method } = route;
  const sentences: Label[] = [
    [`${summary[0]}。`, `${summary[1]}.`],
    callerOf(route),
    ...(sameAs ? [[`与 /api/${sameAs} 相同。`, `The same as /api/${sameAs}.`] as const] : []),
    ...(isList(route) ? [FILTERS] : []),
    ...(method === 'POST' && !upload ? [ANYWHERE] : []),
    ...(upload ? [['以 multipart 表单上传。', 'It takes a multipart form.'] as const] : []),
    ...(raw ? [['回答没有外层信封。', 'The answer has no envelope.'] as const] : []),
  ];
  return sentences.map((one) => labelIn(one, language)).join(language === 'en' ? ' ' : '');
}
