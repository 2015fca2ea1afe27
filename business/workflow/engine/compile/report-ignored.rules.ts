import { childrenOf, flagIn, type ModdleElement, stringIn, typeName } from './moddle-element.rules.ts';
import type { ReadContext } from './read-context.rules.ts';

/** Attributes and elements of other engines that change how a process runs. Ignoring one is an error, not a warning. */
const CHANGES_MEANING = new Set([
  'skipExpression',
  'executionListener',
  'taskListener',
  'eventListener',
  'terminateAll',
  'terminateMultiInstance',
  'variableAggregation',
  'formProperty',
  'formData',
  'triggerable',
  'elementIndexVariable',
  'inheritVariables',
  'inputOutput',
  'connector',
  'errorEventDefinition',
  'mapException',
  'calledElementType',
  'calledElementBinding',
  'calledElementVersion',
  'caseRef',
  'decisionRef',
  'variableName',
  'variableEvents',
]);

/**
 * Parts of BPMN that the engine does not run, by type of element. Each function returns the name of the part if the
 * element has it.
 */
const OF_THE_STANDARD: Readonly<Record<string, (element: ModdleElement) => string | undefined>> = {
  eventBasedGateway: (gateway) =>
    flagIn(gateway, 'instantiate', false)
      ? 'instantiate'
      : stringIn(gateway, 'eventGatewayType') === 'Parallel'
        ? 'eventGatewayType'
        : undefined,
  compensateEventDefinition: (event) => (flagIn(event, 'waitForCompletion', true) ? undefined : 'waitForCompletion'),
  userTask: (task) => (childrenOf(task, 'resources').length > 0 ? 'resources' : undefined),
};

/** Return the elements that are nested in an element, without those that it only refers to. */
function heldBy(element: ModdleElement): ModdleElement[] {
  return Object.entries(element)
    .filter(([name]) => !name.startsWith('$') && name !== 'extensionElements')
    .flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(
      (one): one is ModdleElement =>
        typeof one === 'object' && one !== null && (one as ModdleElement).$parent === element,
    );
}

/** Return the id of the node or flow that contains an element; empty for the process itself. */
function ownerOf(element: ModdleElement, context: ReadContext): string {
  const isOwner = (one: ModdleElement): boolean =>
    one.$parent === undefined || childrenOf(one.$parent, 'flowElements').includes(one);
  let at = element;
  while (!isOwner(at) && at.$parent && typeName(at) !== 'process') at = at.$parent;
  return typeName(at) === 'process' ? '' : context.idOf(at);
}

/** Report parts of a process that no reader used: an error if they would change the meaning, otherwise a warning. */
export function reportIgnored(process: ModdleElement, context: ReadContext): void {
  const left = [process];
  for (let element = left.pop(); element; element = left.pop()) {
    left.push(...heldBy(element));
    const names = context.extensions.ignored(element);
    const node = names.length > 0 ? ownerOf(element, context) : '';
    const changing = names.filter((name) => CHANGES_MEANING.has(name));
    const harmless = names.filter((name) => !CHANGES_MEANING.has(name));
    if (changing.length > 0) context.report({ code: 'changesMeaning', level: 'error', node, detail: listed(changing) });
    if (harmless.length > 0) context.report({ code: 'ignored', level: 'warning', node, detail: listed(harmless) });
    const standard = OF_THE_STANDARD[typeName(element)]?.(element);
    if (standard !== undefined)
      context.report({ code: 'changesMeaning', level: 'error', node: ownerOf(element, context), detail: standard });
  }
}

const listed = (names: readonly string[]): string => names.slice(0, 8).join(', ').slice(0, 200);
