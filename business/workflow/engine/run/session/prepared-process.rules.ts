import { beginsInstance } from '../../model/node-types.rules.ts';
import type { CompiledProcess, ProcessNode, SequenceFlow } from '../../model/compiled-process.rules.ts';
import { initiatorNames } from '../../model/of-starter.rules.ts';

const NONE: readonly ProcessNode[] = [];

/** A step from a node to a next one. `by` is the id of the flow, boundary event or link event that leads there. */
export interface WayOut {
  readonly by: string;
  readonly to: string;
}

/** A compiled process with facts that are derived once per definition. */
export class PreparedProcess {
  readonly key: string;
  readonly #process: CompiledProcess;
  readonly #inScope = new Map<string, ProcessNode[]>();
  readonly #upstream = new Map<string, ReadonlySet<string>>();
  readonly #downstream = new Map<string, ReadonlySet<string>>();
  /** Upper bound of the ids that one step of this process needs, by the node with the most flows and events. */
  readonly widest: number;
  /** Variables that hold the starter in expressions. */
  readonly initiators: readonly string[];

  constructor(process: CompiledProcess) {
    this.key = process.key;
    this.#process = process;
    this.initiators = initiatorNames(process);
    for (const node of Object.values(process.nodes))
      this.#inScope.set(node.scope, [...(this.#inScope.get(node.scope) ?? []), node]);
    this.widest = Math.max(this.#idsOf(''), ...Object.keys(process.nodes).map((id) => this.#idsOf(id)));
  }

  #idsOf(id: string): number {
    const { outgoing = [], boundaries = [], completionQuantity = 1, events = [] } = this.#process.nodes[id] ?? {};
    const targets = outgoing.flatMap((flow) => this.#process.flows[flow]?.target ?? []);
    const listening = [...boundaries, ...targets].map((one) => this.#process.nodes[one]);
    const inside = [...this.eventSubProcesses(id).map(({ start }) => start), ...listening];
    const armed = inside.reduce((sum, node) => sum + (node?.events?.length ?? 0), events.length);
    return 8 + outgoing.length * 2 * completionQuantity + armed + this.entries(id).length;
  }

  node(id: string): ProcessNode {
    const node = this.#process.nodes[id];
    if (!node) throw new Error(`No node ${id} in ${this.key}.`);
    return node;
  }

  has(id: string): boolean {
    return Object.hasOwn(this.#process.nodes, id);
  }

  flow(id: string): SequenceFlow {
    const flow = this.#process.flows[id];
    if (!flow) throw new Error(`No flow ${id} in ${this.key}.`);
    return flow;
  }

  nodesIn(scope: string): readonly ProcessNode[] {
    return this.#inScope.get(scope) ?? NONE;
  }

  /**
   * Return the nodes at which a scope begins: its start events without a trigger, otherwise nodes without an incoming
   * flow.
   */
  entries(scope: string): ProcessNode[] {
    const nodes = this.nodesIn(scope);
    const starts = nodes.filter(({ type, events }) => type === 'startEvent' && !events);
    if (starts.length > 0) return starts;
    return nodes.filter(
      (node) =>
        node.incoming.length === 0 &&
        !node.isForCompensation &&
        !node.triggeredByEvent &&
        !beginsInstance(node) &&
        node.type !== 'boundaryEvent' &&
        node.type !== 'startEvent',
    );
  }

  /** Return the event sub-processes of a scope, each with its start event. */
  eventSubProcesses(scope: string): { readonly node: ProcessNode; readonly start: ProcessNode }[] {
    return this.nodesIn(scope)
      .filter(({ triggeredByEvent }) => triggeredByEvent)
      .flatMap((node) => {
        const start = this.nodesIn(node.id).find(({ type }) => type === 'startEvent');
        return start ? [{ node, start }] : [];
      });
  }

  /** Return the nodes from which a token can reach a flow without passing the gateway at its end. */
  upstream(flowId: string): ReadonlySet<string> {
    const cached = this.#upstream.get(flowId);
    if (cached) return cached;
    const { source, target } = this.flow(flowId);
    const found = this.#walk([source], (node) => (node === target ? [] : this.#before(node)));
    found.delete(target);
    this.#upstream.set(flowId, found);
    return found;
  }

  /**
   * Return the nodes of the same scope that a token reaches from a node. The node itself is included only by a loop.
   */
  downstream(nodeId: string): ReadonlySet<string> {
    const cached = this.#downstream.get(nodeId);
    if (cached) return cached;
    const found = this.#walk(this.#after(nodeId), (node) => this.#after(node));
    this.#downstream.set(nodeId, found);
    return found;
  }

  #walk(from: readonly string[], next: (node: string) => readonly string[]): Set<string> {
    const found = new Set<string>(from);
    for (const node of found) for (const one of next(node)) found.add(one);
    return found;
  }

  #before(nodeId: string): string[] {
    const { incoming, attachedTo } = this.node(nodeId);
    return [
      ...incoming.map((flow) => this.flow(flow).source),
      ...(attachedTo && this.has(attachedTo) ? [attachedTo] : []),
      ...this.#linked(nodeId, 'intermediateCatchEvent', 'intermediateThrowEvent'),
    ];
  }

  #after(nodeId: string): string[] {
    return this.steps(nodeId).map(({ to }) => to);
  }

  /** Return the steps out of a node, also through its boundary events and links. */
  steps(nodeId: string): WayOut[] {
    const { outgoing, boundaries = [] } = this.node(nodeId);
    const events = [...boundaries, ...this.#linked(nodeId, 'intermediateThrowEvent', 'intermediateCatchEvent')];
    return [
      ...outgoing.map((flow) => ({ by: flow, to: this.flow(flow).target })),
      ...events.map((id) => ({ by: id, to: id })),
    ];
  }

  /**
   * Return the link events of type `to` with the same name in the same scope, if this node is a link event of type
   * `from`.
   */
  #linked(nodeId: string, from: ProcessNode['type'], to: ProcessNode['type']): string[] {
    const { type, scope, events = [] } = this.node(nodeId);
    const [link] = events;
    if (type !== from || link?.type !== 'link') return [];
    return this.nodesIn(scope)
      .filter((node) => node.type === to && node.events?.[0]?.type === 'link' && node.events[0].name === link.name)
      .map(({ id }) => id);
  }
}

const prepared = new WeakMap<CompiledProcess, PreparedProcess>();

/** Return the prepared form of a compiled process, cached after the first use. */
export function prepareProcess(process: CompiledProcess): PreparedProcess {
  const cached = prepared.get(process);
  if (cached) return cached;
  const made = new PreparedProcess(process);
  prepared.set(process, made);
  return made;
}
