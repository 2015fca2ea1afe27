import type { EventDefinition } from '../model/compiled-process.rules.ts';
import type { EventType } from '../model/node-types.rules.ts';
import {
  expressionBody,
  childOf,
  childrenOf,
  type ModdleElement,
  referenceIn,
  stringIn,
  typeName,
} from './moddle-element.rules.ts';
import type { ReadContext } from './read-context.rules.ts';

const TYPES: ReadonlyMap<string, EventType> = new Map([
  ['timerEventDefinition', 'timer'],
  ['messageEventDefinition', 'message'],
  ['signalEventDefinition', 'signal'],
  ['errorEventDefinition', 'error'],
  ['escalationEventDefinition', 'escalation'],
  ['conditionalEventDefinition', 'conditional'],
  ['linkEventDefinition', 'link'],
  ['terminateEventDefinition', 'terminate'],
  ['compensateEventDefinition', 'compensation'],
  ['cancelEventDefinition', 'cancel'],
]);

/**
 * For each type of event: the property that refers to its subject, and the attribute of that subject which identifies
 * it.
 */
const REFERENCES: Partial<Record<EventType, readonly [property: string, attribute: string]>> = {
  message: ['messageRef', 'name'],
  signal: ['signalRef', 'name'],
  error: ['errorRef', 'errorCode'],
  escalation: ['escalationRef', 'escalationCode'],
};

/**
 * Return the name of a message, signal or link, or the code of an error or escalation. A reference without a declared
 * element counts as the name itself.
 */
export function eventName(definition: ModdleElement, type: EventType, context: ReadContext): string {
  if (type === 'link') return stringIn(definition, 'name');
  const reference = REFERENCES[type];
  if (!reference) return '';
  const [property, attribute] = reference;
  const target = childOf(definition, property);
  return (target && stringIn(target, attribute)) || referenceIn(definition, property, context.literals);
}

function timerOf(definition: ModdleElement): EventDefinition['timer'] {
  for (const kind of ['date', 'duration', 'cycle'] as const) {
    const property = `time${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    const value = expressionBody(definition, property);
    if (value !== '') return { kind, value };
  }
  return undefined;
}

function definitionOf(definition: ModdleElement, context: ReadContext): EventDefinition | undefined {
  const type = TYPES.get(typeName(definition));
  if (!type) return undefined;
  const name = eventName(definition, type, context);
  const timer = type === 'timer' ? timerOf(definition) : undefined;
  const condition = expressionBody(definition, 'condition');
  const activity = type === 'compensation' ? referenceIn(definition, 'activityRef', context.literals) : '';
  const correlation = context.extensions.text(definition, 'correlation');
  const codeVariable = context.extensions.first(
    definition,
    'errorCodeVariable',
    'errorVariableName',
    'escalationCodeVariable',
  );
  return {
    type,
    ...(name !== '' && { name }),
    ...(timer && { timer }),
    ...(condition !== '' && { condition }),
    ...(activity !== '' && { activity }),
    ...(correlation !== '' && { correlation }),
    ...(codeVariable !== '' && { codeVariable }),
  };
}

/** Return the definitions of an event: those inside it, and those that it refers to. */
export const readEvents = (event: ModdleElement, context: ReadContext): EventDefinition[] =>
  [...childrenOf(event, 'eventDefinitions'), ...childrenOf(event, 'eventDefinitionRef')].flatMap(
    (definition) => definitionOf(definition, context) ?? [],
  );
