import type { Loop } from '../model/compiled-process.rules.ts';
import {
  expressionBody,
  childOf,
  flagIn,
  type ModdleElement,
  referenceIn,
  stringIn,
  typeName,
} from './moddle-element.rules.ts';
import type { ReadContext } from './read-context.rules.ts';

/** Return how an activity repeats: a standard loop, or several instances. Undefined if it does not. */
export function readLoop(activity: ModdleElement, context: ReadContext): Loop | undefined {
  const loop = childOf(activity, 'loopCharacteristics');
  if (!loop) return undefined;
  if (typeName(loop) === 'standardLoopCharacteristics') return standardLoop(loop);
  const behavior = stringIn(loop, 'behavior');
  if (behavior !== '' && behavior !== 'All')
    context.report({ code: 'multiBehavior', level: 'error', node: context.idOf(activity), detail: behavior });
  return multiLoop(loop, context);
}

function standardLoop(loop: ModdleElement): Loop {
  const condition = expressionBody(loop, 'loopCondition');
  const most = stringIn(loop, 'loopMaximum');
  return {
    kind: 'standard',
    testBefore: flagIn(loop, 'testBefore', false),
    ...(condition !== '' && { condition }),
    ...(most !== '' && { most }),
  };
}

function multiLoop(loop: ModdleElement, context: ReadContext): Loop {
  const { extensions, literals } = context;
  const cardinality = expressionBody(loop, 'loopCardinality');
  const collection = extensions.text(loop, 'collection') || referenceIn(loop, 'loopDataInputRef', literals);
  const item = childOf(loop, 'inputDataItem');
  const elementVariable = extensions.text(loop, 'elementVariable') || (item ? (item.name ?? item.id ?? '') : '');
  const completion = expressionBody(loop, 'completionCondition');
  return {
    kind: 'multi',
    sequential: flagIn(loop, 'isSequential', false),
    ...(cardinality !== '' && { cardinality }),
    ...(collection !== '' && { collection }),
    ...(elementVariable !== '' && { elementVariable }),
    ...(completion !== '' && { completion }),
  };
}
