import { dict } from '#kernel/fields/dict/dict.ts';
import { id } from '#kernel/fields/ref/ref.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { call } from '#kernel/language/calls/call.ts';
import {
  type AnswerOf,
  anyNumber,
  anyText,
  choice,
  list,
  optional,
  record,
  yesOrNo,
} from '#kernel/language/calls/shape.ts';
import { type RuleCondition, ruleOperators } from '#kernel/language/row-rule.ts';
import { ruleMatch } from '../../dictionaries.ts';
import { dataScope, ruleParts } from './data-scope.paper.ts';

/** The table that a scope limits: `resourceCode` names it, or `menuId` names the menu of its page. */
const resource = {
  resourceCode: text(['资源编号', 'Resource'], { max: 100 }),
  menuId: id(['所属菜单', 'Page']),
};

export const previewRule = call(dataScope, 'preview', {
  method: 'POST',
  needs: 'edit',
  title: ['预览规则命中的数据', 'The rows that a rule shows'],
  body: {
    ...resource,
    scopeMatch: dict(ruleMatch, ['条件关系', 'Conditions'], { initial: 'all' }),
    scopeValue: structured<readonly Partial<RuleCondition>[], { rows: true; parts: readonly StructuredPart[] }>(
      ['条件', 'Conditions'],
      { rows: true, parts: ruleParts },
    ),
  },
  answer: record({
    count: anyNumber,
    /** More rows exist than `count` says: counting stops at 10,001. */ more: yesOrNo,
    /** The newest rows that the rule shows. */ rows: list(record({ id: anyText, caption: anyText })),
  }),
});

/** A field of the page's paper that a scope can use. */
const scopeColumn = record({
  name: anyText,
  label: anyText,
  kind: anyText,
  /** For a reference: the name of the paper that it points to. */ paper: optional(anyText),
  /** Operators by which a rule may compare the field. */ ops: list(choice(...ruleOperators)),
  /** Is it a field of the paper's own, not a base field such as the creator? */ own: yesOrNo,
  /** Is it visible whatever fields the scope shows? */ always: yesOrNo,
});

export const ruleColumns = call(dataScope, 'columns', {
  method: 'GET',
  needs: 'view',
  title: ['规则可用的字段', 'Fields that a rule may name'],
  query: resource,
  answer: record({ table: anyText, columns: list(scopeColumn) }),
});

export type ScopeColumn = AnswerOf<typeof scopeColumn>;
