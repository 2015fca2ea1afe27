import { ExpressionError } from '../expression/expression-error.rules.ts';
import { compileTemplate, compileValue } from '../expression/template.rules.ts';
import type { ProcessNode, SequenceFlow } from '../model/compiled-process.rules.ts';
import type { Hit, LintRule } from './lint-rule.rules.ts';

const written = (texts: readonly (string | undefined)[]): string[] => texts.flatMap((text) => text || []);

/** Return the texts of a task in which `${…}` is evaluated. */
function taskTexts({ userTask }: ProcessNode): (string | undefined)[] {
  if (!userTask) return [];
  const rules = Array.isArray(userTask.assignment.by) ? userTask.assignment.by : [];
  return [...rules.flatMap(({ values = [] }) => values), userTask.dueDate, userTask.priority, userTask.formKey];
}

function textsOf(node: ProcessNode): string[] {
  const { name, events = [], loop, calledProcess } = node;
  return written([
    name,
    calledProcess,
    ...taskTexts(node),
    ...events.flatMap((event) => [event.name, event.timer?.value, event.correlation]),
    loop?.kind === 'multi' ? loop.collection : loop?.most,
  ]);
}

const loopValues = ({ loop }: ProcessNode): (string | undefined)[] =>
  loop?.kind === 'multi' ? [loop.cardinality, loop.completion] : [loop?.condition];

/** Return the texts that are expressions as a whole, with or without `${…}` around them. */
function valuesOf(node: ProcessNode): string[] {
  const { events = [], inputs = [], outputs = [], script = [], service } = node;
  const mappings = service === undefined ? [...inputs, ...outputs] : [];
  return written([
    ...events.map(({ condition }) => condition),
    ...loopValues(node),
    ...[...script, ...mappings].map(({ source }) => source),
  ]);
}

function faultOf(compile: (text: string) => unknown, text: string): string | undefined {
  try {
    compile(text);
    return undefined;
  } catch (fault) {
    if (!(fault instanceof ExpressionError)) throw fault;
    return `${text.slice(0, 80)} (${fault.fault} @ ${fault.at})`;
  }
}

function hitsOf(id: string, texts: readonly string[], compile: (text: string) => unknown): Hit[] {
  return texts.flatMap((text): Hit[] => {
    const fault = faultOf(compile, text);
    return fault === undefined ? [] : [[id, fault]];
  });
}

const conditionsOf = ({ condition }: SequenceFlow): string[] => (condition === undefined ? [] : [condition]);

/** Rules that report expressions which cannot be parsed. */
export const expressionRules: readonly LintRule[] = [
  {
    code: 'expression',
    level: 'error',
    find: ({ nodes, flows }) => [
      ...nodes.flatMap((node) => [
        ...hitsOf(node.id, textsOf(node), compileTemplate),
        ...hitsOf(node.id, valuesOf(node), compileValue),
      ]),
      ...flows.flatMap((flow) => hitsOf(flow.id, conditionsOf(flow), compileValue)),
    ],
  },
];
