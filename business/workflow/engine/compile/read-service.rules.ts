import type { Mapping, ProcessNode } from '../model/compiled-process.rules.ts';
import type { NodeType } from '../model/node-types.rules.ts';
import { eventName } from './read-events.rules.ts';
import { type ModdleElement, stringIn } from './moddle-element.rules.ts';
import type { ReadContext } from './read-context.rules.ts';

const attribute = ({ $attrs }: ModdleElement, name: string, element: ModdleElement): string =>
  ($attrs?.[name] ?? stringIn(element, name)).trim();

const mappings = (elements: readonly ModdleElement[]): Mapping[] =>
  elements
    .map((one) => ({
      source: attribute(one, 'sourceExpression', one) || attribute(one, 'source', one),
      target: attribute(one, 'target', one),
    }))
    .filter(({ source, target }) => source !== '' && target !== '');

/** Attributes by which other products name code to run. The engine cannot run it, so a task with one is an error. */
const FOREIGN = ['class', 'delegateExpression', 'expression', 'type', 'topic'];

function serviceOf(task: ModdleElement, context: ReadContext): Partial<ProcessNode> {
  const service = context.extensions.text(task, 'service');
  const foreign = FOREIGN.map((name) => context.extensions.text(task, name)).find((text) => text !== '');
  if (foreign !== undefined && service === '')
    context.report({ code: 'foreignService', level: 'error', node: context.idOf(task), detail: foreign });
  const resultVariable = context.extensions.first(task, 'resultVariable', 'resultVariableName');
  return { ...(service && { service }), ...(resultVariable && { resultVariable }) };
}

/** Return the lines `variable = expression` of a script; report any other line as an error. */
function scriptOf(task: ModdleElement, context: ReadContext): Partial<ProcessNode> {
  const lines = stringIn(task, 'script')
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const script = lines.flatMap((line): Mapping[] => {
    const [, target, source] = /^([\p{L}_$][\p{L}\p{N}_$]*) ?=(?!=)(.+)$/u.exec(line) ?? [];
    if (target !== undefined && source !== undefined) return [{ source: source.trim(), target }];
    context.report({ code: 'scriptLine', level: 'error', node: context.idOf(task), detail: line.slice(0, 80) });
    return [];
  });
  return { script };
}

function calledOf(task: ModdleElement, context: ReadContext): Partial<ProcessNode> {
  const { extensions } = context;
  const handed = [...extensions.elements(task, 'in'), ...extensions.elements(task, 'out')];
  const inputs = mappings(extensions.elements(task, 'in'));
  const outputs = mappings(extensions.elements(task, 'out'));
  if (inputs.length + outputs.length < handed.length)
    context.report({ code: 'changesMeaning', level: 'error', node: context.idOf(task), detail: 'in, out' });
  return {
    calledProcess: stringIn(task, 'calledElement'),
    ...(inputs.length > 0 && { inputs }),
    ...(outputs.length > 0 && { outputs }),
  };
}

/** Return the message of a send or receive task, which it names directly instead of by an event definition. */
function messageOf(task: ModdleElement, context: ReadContext): Partial<ProcessNode> {
  const name = eventName(task, 'message', context);
  const correlation = context.extensions.text(task, 'correlation');
  return { events: [{ type: 'message', ...(name && { name }), ...(correlation && { correlation }) }] };
}

const READERS: Partial<Record<NodeType, (task: ModdleElement, context: ReadContext) => Partial<ProcessNode>>> = {
  serviceTask: serviceOf,
  businessRuleTask: serviceOf,
  scriptTask: scriptOf,
  callActivity: calledOf,
  sendTask: (task, context) => ({ ...messageOf(task, context), ...serviceOf(task, context) }),
  receiveTask: messageOf,
};

/** Return the work of tasks that run without people. */
export function readService(task: ModdleElement, type: NodeType, context: ReadContext): Partial<ProcessNode> {
  const fields = context.extensions.elements(task, 'input').map((one) => ({
    source: attribute(one, 'value', one) || (one.$body ?? '').trim(),
    target: attribute(one, 'name', one),
  }));
  return { ...(fields.length > 0 && { inputs: fields }), ...READERS[type]?.(task, context) };
}
