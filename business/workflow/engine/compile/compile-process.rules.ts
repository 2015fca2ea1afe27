import type { CompiledProcess, ProcessNode, SequenceFlow } from '../model/compiled-process.rules.ts';
import { isScopeType } from '../model/node-types.rules.ts';
import {
  expressionBody,
  childrenOf,
  type ModdleElement,
  referenceIn,
  stringIn,
  typeName,
} from './moddle-element.rules.ts';
import { listOf, type ReadContext } from './read-context.rules.ts';
import { nodeTypeOf, readNode } from './read-node.rules.ts';
import { reportIgnored } from './report-ignored.rules.ts';

/** Elements without an effect at run time, which are skipped without a finding. */
const SILENT = new Set([
  'dataObject',
  'dataObjectReference',
  'dataStoreReference',
  'textAnnotation',
  'group',
  'association',
]);

interface Found {
  readonly nodes: Map<string, ProcessNode>;
  readonly flows: Map<string, SequenceFlow>;
  /** Ends of associations, from a boundary event to its compensation handler. */
  readonly handlers: Map<string, string>;
}

/** Compile one process: read its nodes and flows, then attach flows, boundary events and lanes to the nodes. */
export function compileProcess(process: ModdleElement, poolName: string, context: ReadContext): CompiledProcess {
  const found: Found = { nodes: new Map(), flows: new Map(), handlers: new Map() };
  collect(process, '', found, context);
  const lanes = lanesOf(process);
  const nodes = [...found.nodes.values()].map((node) => joined(node, found, lanes));
  const documentation = childrenOf(process, 'documentation')
    .map((one) => stringIn(one, 'text'))
    .join('\n');
  const category = context.extensions.text(process, 'category');
  const [papers, starters] = ['papers', 'starters'].map((name) => listOf(context.extensions.text(process, name)));
  reportIgnored(process, context);
  return {
    format: 1,
    key: process.id ?? '',
    name: (process.name ?? poolName).trim(),
    nodes: Object.fromEntries(nodes.map((node) => [node.id, node])),
    flows: Object.fromEntries(found.flows),
    ...(documentation && { documentation }),
    ...(category && { category }),
    ...(papers.length > 0 && { papers }),
    ...(starters.length > 0 && { starters }),
  };
}

function collect(container: ModdleElement, scope: string, found: Found, context: ReadContext): void {
  for (const element of childrenOf(container, 'flowElements')) {
    const name = typeName(element);
    const type = nodeTypeOf(element);
    if (name === 'sequenceFlow') readFlow(element, found, context);
    else if (type) {
      const node = readNode(element, type, scope, context);
      found.nodes.set(node.id, node);
      if (isScopeType(type)) collect(element, node.id, found, context);
    } else if (!SILENT.has(name))
      context.report({ code: 'unsupported', level: 'error', node: context.idOf(element), detail: name });
  }
  for (const association of childrenOf(container, 'artifacts').filter((one) => typeName(one) === 'association'))
    found.handlers.set(
      referenceIn(association, 'sourceRef', context.literals),
      referenceIn(association, 'targetRef', context.literals),
    );
}

function readFlow(flow: ModdleElement, { flows }: Found, context: ReadContext): void {
  const id = context.idOf(flow);
  const condition = expressionBody(flow, 'conditionExpression');
  flows.set(id, {
    id,
    name: (flow.name ?? '').trim(),
    source: referenceIn(flow, 'sourceRef', context.literals),
    target: referenceIn(flow, 'targetRef', context.literals),
    ...(condition && { condition }),
  });
}

function lanesOf(container: ModdleElement): Map<string, string> {
  const lanes = childrenOf(container, 'laneSets').flatMap((set) => childrenOf(set, 'lanes'));
  return new Map(
    lanes.flatMap((lane) => childrenOf(lane, 'flowNodeRef').map((node) => [node.id ?? '', (lane.name ?? '').trim()])),
  );
}

function joined(node: ProcessNode, { nodes, flows, handlers }: Found, lanes: ReadonlyMap<string, string>): ProcessNode {
  const ids = (matches: (flow: SequenceFlow) => boolean): string[] =>
    [...flows.values()].filter((flow) => matches(flow)).map(({ id }) => id);
  const attached = [...nodes.values()].filter(({ attachedTo }) => attachedTo === node.id);
  const isHandled = (event: ProcessNode): boolean => event.events?.[0]?.type === 'compensation';
  const compensatedBy = attached.filter((event) => isHandled(event)).map(({ id }) => handlers.get(id) ?? '')[0];
  const boundaries = attached.filter((event) => !isHandled(event)).map(({ id }) => id);
  const lane = lanes.get(node.id);
  return {
    ...node,
    incoming: ids(({ target }) => target === node.id),
    outgoing: ids(({ source }) => source === node.id),
    ...(boundaries.length > 0 && { boundaries }),
    ...(compensatedBy && { compensatedBy }),
    ...(lane && { lane }),
  };
}
