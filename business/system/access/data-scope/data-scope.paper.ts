import { dict } from '#kernel/fields/dict/dict.ts';
import { ref } from '#kernel/fields/ref/ref.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import type { Label } from '#kernel/language/label.ts';
import { type RuleCondition, ruleOperatorWords } from '#kernel/language/row-rule.ts';
import { dataScopeType, ruleMatch } from '../../dictionaries.ts';
import { administratorRights } from '../../rights.rules.ts';

/** The parts of a condition of a rule. */
export const ruleParts: readonly StructuredPart[] = [
  { name: 'field', label: ['字段', 'Field'], type: 'text', required: true },
  { name: 'op', label: ['比较', 'Compared'], type: 'choice', choices: ruleOperatorWords, required: true },
  { name: 'value', label: ['值', 'Value'], type: 'text' },
];

/**
 * Determines which rows of one page a role sees. Roles to which it is granted see these rows instead of those of their
 * general scope.
 */
export const dataScope = paper('dataScope', {
  title: ['数据权限', 'Data scope'],
  table: 'blade_data_scope',
  path: 'blade-system/data-scope',
  rights: administratorRights,
  sight: 'shared',
  caption: 'scopeName',
  hint: ['resourceCode'],
  wireNames: { scopeTypeName: 'scopeType' },
  wholeRows: true,
  search: ['scopeName', 'resourceCode'],
  canBeDisabled: true,
  fields: {
    menuId: ref('menu', ['所属菜单', 'Page'], { required: true, list: true, filter: 'exact', width: 160 }),
    resourceCode: text(['资源编号', 'Resource'], {
      list: true,
      filter: 'exact',
      max: 100,
      example: 'blade_post',
      help: ['留空取所属菜单的编号', 'Empty: the code of the page'],
    }),
    scopeName: text(['权限名称', 'Name'], { required: true, list: true, filter: 'like', max: 100, width: 300 }),
    scopeType: dict(dataScopeType, ['规则类型', 'Kind'], {
      required: true,
      numeric: true,
      list: true,
      initial: 2,
      filter: 'exact',
      width: 180,
    }),
    scopeColumn: text(['权限字段', 'Field'], {
      max: 100,
      example: '',
      help: [
        '按哪一个人员或部门字段判断；留空取创建人、创建部门',
        'Which person or department of the row counts; empty: who made the row',
      ],
    }),
    scopeMatch: dict(ruleMatch, ['条件关系', 'Conditions'], { initial: 'all' }),
    scopeValue: structured<
      RuleCondition[],
      { rows: true; asText: true; parts: readonly StructuredPart[]; help: Label; wide: true; example: string }
    >(['自定义规则', 'Own rule'], {
      rows: true,
      asText: true,
      example: '',
      wide: true,
      parts: ruleParts,
      help: [
        '由条件组成，不是 SQL；人员、部门、团队可相对于当前用户',
        'Made of conditions, never SQL; people, departments and teams may be those of who asks',
      ],
    }),
    scopeField: text(['可见字段', 'Visible fields'], {
      max: 1000,
      initial: '*',
      example: '*',
      wide: true,
      help: [
        '没有勾选的字段，持有人在这个页面上看不到；标题、编号与状态总是可见',
        'What is not ticked is not there for whoever has this scope; title, number and state are always seen',
      ],
    }),
    scopeClass: text(['权限类名', 'Class'], { wire: true, max: 500 }),
    remark: text(['备注', 'Remark'], { list: true, max: 255, wide: true }),
  },
  shownWhen: {
    scopeValue: { field: 'scopeType', is: [5] },
    scopeMatch: { field: 'scopeType', is: [5] },
    scopeColumn: { field: 'scopeType', is: [2, 3, 4] },
  },
  menu: { group: 'system', icon: 'filter', path: '/authority/datascope', sort: 60 },
  familyPage: {
    group: 'authority',
    code: 'data_scope',
    path: '/authority/datascope',
    offers: [],
    buttons: { data_scope_setting: { action: 'edit', alias: 'setting', icon: 'setting', place: 2 } },
  },
});
