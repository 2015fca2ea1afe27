import type { ProcessNode } from '../model/compiled-process.rules.ts';
import { isActivityType, isEventType, NODE_TYPES, type NodeType } from '../model/node-types.rules.ts';
import { childrenOf, flagIn, type ModdleElement, referenceIn, stringIn, typeName } from './moddle-element.rules.ts';
import { jsonOf, type ReadContext } from './read-context.rules.ts';
import { readEvents } from './read-events.rules.ts';
import { readLoop } from './read-loop.rules.ts';
import { readService } from './read-service.rules.ts';
import { readUserTask } from './read-user-task.rules.ts';

/** Return the node type of an element; undefined if the engine does not run it. */
export const nodeTypeOf = (element: ModdleElement): NodeType | undefined => {
  const name = typeName(element);
  return NODE_TYPES.find((type) => type === name);
};

function eventPart(event: ModdleElement, type: NodeType, context: ReadContext): Partial<ProcessNode> {
  const events = readEvents(event, context);
  const initiatorVariable = context.extensions.text(event, 'initiator');
  const outcome = context.extensions.text(event, 'outcome');
  const fields = type === 'startEvent' ? jsonOf<Record<string, string>>(event, 'fields', context) : undefined;
  const startFields = Object.entries(fields ?? {}).flatMap(([name, right]) => (right === 'edit' ? [name] : []));
  return {
    ...(events.length > 0 && { events }),
    ...(flagIn(event, 'parallelMultiple', false) && { parallelMultiple: true }),
    ...(type === 'boundaryEvent' && {
      attachedTo: referenceIn(event, 'attachedToRef', context.literals),
      interrupting: flagIn(event, 'cancelActivity', true),
    }),
    ...(type === 'startEvent' && { interrupting: flagIn(event, 'isInterrupting', true) }),
    ...(initiatorVariable && { initiatorVariable }),
    ...(startFields.length > 0 && { startFields }),
    ...((outcome === 'approved' || outcome === 'rejected') && { outcome }),
  };
}

function quantity(activity: ModdleElement, name: string, context: ReadContext): number {
  const text = stringIn(activity, name) || '1';
  if (!/^[1-9]\d{0,3}$/.test(text))
    context.report({ code: 'quantity', level: 'error', node: context.idOf(activity), detail: `${name} = ${text}` });
  return Number(text) || 1;
}

function activityPart(activity: ModdleElement, type: NodeType, context: ReadContext): Partial<ProcessNode> {
  const loop = readLoop(activity, context);
  const [start, completion] = ['startQuantity', 'completionQuantity'].map((name) => quantity(activity, name, context));
  const isAsync = context.extensions.first(activity, 'async', 'asyncBefore') === 'true';
  return {
    ...(loop && { loop }),
    ...(flagIn(activity, 'isForCompensation', false) && { isForCompensation: true }),
    ...(flagIn(activity, 'triggeredByEvent', false) && { triggeredByEvent: true }),
    ...(type === 'receiveTask' && flagIn(activity, 'instantiate', false) && { instantiates: true }),
    ...(isAsync && { async: true }),
    ...(start > 1 && { startQuantity: start }),
    ...(completion > 1 && { completionQuantity: completion }),
    ...(type === 'userTask' ? { userTask: readUserTask(activity, context) } : readService(activity, type, context)),
  };
}

/** Return one node as the engine runs it. Its flows, boundary events and lanes are attached later by `joined`. */
export function readNode(element: ModdleElement, type: NodeType, scope: string, context: ReadContext): ProcessNode {
  const { extensions } = context;
  const [onEnter, onComplete] = [extensions.text(element, 'onEnter'), extensions.text(element, 'onComplete')];
  const documentation = childrenOf(element, 'documentation')
    .map((one) => stringIn(one, 'text'))
    .join('\n');
  const defaultFlow = referenceIn(element, 'default', context.literals);
  return {
    id: context.idOf(element),
    type,
    name: (element.name ?? '').trim(),
    scope,
    incoming: [],
    outgoing: [],
    ...(defaultFlow && { defaultFlow }),
    ...(isEventType(type) && eventPart(element, type, context)),
    ...(isActivityType(type) && activityPart(element, type, context)),
    ...(onEnter && { onEnter }),
    ...(onComplete && { onComplete }),
    ...(documentation && { documentation }),
  };
}
