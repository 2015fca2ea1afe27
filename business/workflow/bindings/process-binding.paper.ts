import { flag } from '#kernel/fields/flag/flag.ts';
import { integer } from '#kernel/fields/integer/integer.ts';
import { type StructuredPart, structured } from '#kernel/fields/structured/structured.ts';
import { text } from '#kernel/fields/text/text.ts';
import { paper } from '#kernel/language/paper.ts';
import { bindingRights } from '../rights.rules.ts';

/** A process variable with the expression that computes its value from the fields of the row. */
export interface BoundVariable {
  readonly name: string;
  readonly value: string;
}

/**
 * Binds a paper to the process that approves or rejects its rows. Without an enabled binding the lifecycle of the paper
 * applies alone.
 */
export const processBinding = paper('processBinding', {
  title: ['流程绑定', 'Process binding'],
  table: 'wf_binding',
  path: 'blade-flow/binding',
  rights: bindingRights,
  sight: 'shared',
  caption: 'title',
  search: ['title', 'processKey'],
  fields: {
    title: text(['名称', 'Name'], { required: true, list: true, filter: 'like', max: 100 }),
    paperName: text(['单据', 'Document'], {
      required: true,
      list: true,
      filter: 'exact',
      max: 64,
      example: 'leaveForm',
    }),
    processKey: text(['流程标识', 'Process key'], { required: true, list: true, max: 100, example: 'technicianLeave' }),
    condition: text(['条件', 'Condition'], {
      list: true,
      max: 500,
      example: '',
      help: ['不设条件则全部适用', 'Without a condition it applies to all'],
    }),
    variables: structured<BoundVariable[], { rows: true; parts: readonly StructuredPart[]; example: '' }>(
      ['流程变量', 'Variables'],
      {
        rows: true,
        example: '',
        parts: [
          { name: 'name', label: ['变量', 'Variable'], type: 'text', required: true },
          { name: 'value', label: ['取值', 'Value'], type: 'text', required: true },
        ],
      },
    ),
    enabled: flag(['启用', 'Switched on'], { list: true, filter: 'exact', initial: false }),
    priority: integer(['优先级', 'Priority'], { list: true, initial: 50, max: 1000 }),
  },
  card: ['title', 'paperName', 'processKey', 'enabled'],
  menu: { group: 'flow', icon: 'arrow-left-right', path: '/flow/binding', sort: 40 },
});
