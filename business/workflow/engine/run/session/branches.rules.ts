import type { PreparedProcess, WayOut } from './prepared-process.rules.ts';

/** Artificial last node of a scope: all nodes without a step onward lead to it. */
const EXIT = '';

type Next = (nodeId: string) => readonly WayOut[];

/** Return the nodes in post-order of a depth-first search from the exit against the flows. */
function leftInOrder(nodes: readonly string[], next: Next): string[] {
  const before = new Map<string, string[]>(nodes.map((id) => [id, []]));
  before.set(EXIT, []);
  for (const id of nodes) for (const to of targetsOf(next(id))) before.get(to)?.push(id);
  const order: string[] = [];
  const seen = new Set([EXIT]);
  const path = [{ id: EXIT, left: before.get(EXIT) ?? [] }];
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const one = top.left.pop();
    if (one === undefined) order.push(path.pop()!.id);
    else if (!seen.has(one)) {
      seen.add(one);
      path.push({ id: one, left: [...(before.get(one) ?? [])] });
    }
  }
  return order;
}

const targetsOf = (steps: readonly WayOut[]): string[] => (steps.length > 0 ? steps.map(({ to }) => to) : [EXIT]);

/**
 * Return the immediate post-dominator of each node: the first node that all paths from it pass. Nodes without a path to
 * the end have none. Algorithm: Cooper, Harvey and Kennedy, a simple, fast dominance algorithm, on the reversed graph.
 */
function meetings(nodes: readonly string[], next: Next): ReadonlyMap<string, string> {
  const order = leftInOrder(nodes, next);
  const place = new Map(order.map((id, at) => [id, at]));
  const found = new Map<string, string>([[EXIT, EXIT]]);
  const common = (one: string, other: string): string => {
    let [left, right] = [one, other];
    while (left !== right)
      if (place.get(left)! < place.get(right)!) left = found.get(left)!;
      else right = found.get(right)!;
    return left;
  };
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const id of order.toReversed().filter((one) => one !== EXIT)) {
      const known = targetsOf(next(id)).filter((to) => found.has(to));
      const meeting = known.reduce((one, other) => common(one, other));
      if (found.get(id) === meeting) continue;
      found.set(id, meeting);
      isChanged = true;
    }
  }
  return found;
}

/** Return the nodes and flows of one branch: from a first step to the nodes in `ends`, which are excluded. */
function branchOf(first: WayOut, ends: ReadonlySet<string>, next: Next): ReadonlySet<string> {
  const nodes = new Set([first.to]);
  const flows = new Set([first.by]);
  for (const id of nodes) {
    if (ends.has(id)) continue;
    for (const { by, to } of next(id)) {
      flows.add(by);
      nodes.add(to);
    }
  }
  for (const id of ends) nodes.delete(id);
  return new Set([...nodes, ...flows]);
}

/** Parallel branches of one scope of a process, to tell which tokens run beside a node. */
export class Branches {
  readonly #process: PreparedProcess;
  readonly #nodes: readonly string[];
  readonly #meetings: ReadonlyMap<string, string>;
  readonly #pairs = new Map<string, readonly Pair[]>();
  readonly #next: Next;

  constructor(process: PreparedProcess, scope: string) {
    this.#process = process;
    this.#nodes = process.nodesIn(scope).map(({ id }) => id);
    this.#next = (id) => process.steps(id);
    this.#meetings = meetings(this.#nodes, this.#next);
  }

  /**
   * Return whether `place`, a node or flow, is in a branch parallel to that of a node, between a split and its join.
   * Loops between the branches do not matter.
   */
  areApart(nodeId: string, place: string): boolean {
    return this.#pairsOf(nodeId).some(({ own, others }) => !own.has(place) && others.some((one) => one.has(place)));
  }

  /**
   * Return whether a token at a node can reach a flow into a gateway without passing that gateway, in its own branch.
   */
  comesBy(nodeId: string, flow: string): boolean {
    return this.#process.upstream(flow).has(nodeId) && !this.areApart(nodeId, flow);
  }

  /** Return each branch that contains a node, with the branches parallel to it. */
  #pairsOf(nodeId: string): readonly Pair[] {
    const known = this.#pairs.get(nodeId);
    if (known) return known;
    const found = this.#nodes
      .filter((id) => this.#splits(id) && this.#process.downstream(id).has(nodeId))
      .flatMap((id) => {
        const ends = new Set([id, this.#meetings.get(id) ?? EXIT]);
        const branches = this.#next(id).map((step) => branchOf(step, ends, this.#next));
        const own = branches.filter((branch) => branch.has(nodeId));
        return own.map((branch) => ({ own: branch, others: branches.filter((other) => other !== branch) }));
      });
    this.#pairs.set(nodeId, found);
    return found;
  }

  /** Return whether a node can send out several tokens at once. */
  #splits(nodeId: string): boolean {
    const { type } = this.#process.node(nodeId);
    return type !== 'exclusiveGateway' && type !== 'eventBasedGateway' && this.#next(nodeId).length > 1;
  }
}

interface Pair {
  readonly own: ReadonlySet<string>;
  readonly others: readonly ReadonlySet<string>[];
}
