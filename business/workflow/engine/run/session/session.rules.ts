import type { ProcessNode } from '../../model/compiled-process.rules.ts';
import type { InstanceTree, NodeWish, ThrownEvent } from '../../state/delta.rules.ts';
import type { EngineHost, ProcessDefinition } from '../../state/host.rules.ts';
import { ENGINE_LIMITS } from '../../state/limits.rules.ts';
import { ProcessError } from '../../state/process-error.rules.ts';
import type { CandidateRow, ExecutionRow } from '../../state/rows.rules.ts';
import { History } from './history.rules.ts';
import { prepareProcess, type PreparedProcess } from './prepared-process.rules.ts';
import type { AgendaStep } from './agenda-step.rules.ts';
import { RowTable } from './row-table.rules.ts';

/** State of a running command: the rows of its tree, the steps to run, and what it emits. */
export class Session {
  readonly host: EngineHost;
  readonly now: number;
  readonly actorId: string | null;
  readonly instances: RowTable<'instances'>;
  readonly executions: RowTable<'executions'>;
  readonly tasks: RowTable<'tasks'>;
  readonly subscriptions: RowTable<'subscriptions'>;
  readonly jobs: RowTable<'jobs'>;
  readonly history: History;
  readonly candidates = new Map<string, CandidateRow[]>();
  readonly withoutCandidates = new Set<string>();
  readonly thrown: ThrownEvent[] = [];
  readonly wishes: NodeWish[] = [];
  readonly agenda: AgendaStep[] = [];
  /** Deliveries of signals, run after all steps of the agenda. */
  readonly deferred: AgendaStep[] = [];
  startedId: string | null = null;
  /** Whether a step changed variables or armed a conditional event: then conditions are evaluated again. */
  conditionsChanged = false;
  /** Characters of all values that this command has assigned. */
  assigned = 0;
  readonly #definitions = new Map<string, PreparedProcess>();
  #ids: readonly string[] = [];
  #nextId = 0;
  /** Upper bound of the ids that one step of any registered process needs. */
  #idsPerStep = 8;

  constructor(tree: InstanceTree, host: EngineHost, actorId: string | null) {
    this.host = host;
    this.now = host.now();
    this.actorId = actorId;
    this.instances = new RowTable(tree.instances);
    this.executions = new RowTable(tree.executions);
    this.tasks = new RowTable(tree.tasks);
    this.subscriptions = new RowTable(tree.subscriptions);
    this.jobs = new RowTable(tree.jobs);
    this.history = new History(this.now);
  }

  /** Register a version, before any of its nodes is used. */
  learn({ id, process }: ProcessDefinition): PreparedProcess {
    const prepared = prepareProcess(process);
    this.#definitions.set(id, prepared);
    this.#idsPerStep = Math.max(this.#idsPerStep, prepared.widest);
    return prepared;
  }

  knows(definitionId: string): boolean {
    return this.#definitions.has(definitionId);
  }

  /** Whether fewer ids are reserved than the next step may need. */
  get lacksIds(): boolean {
    return this.#ids.length - this.#nextId < this.#idsPerStep;
  }

  /** Reserve ids for the next steps, and for `count` further rows. */
  async reserveIds(count = 0): Promise<void> {
    const wanted = count + this.#idsPerStep;
    const left = this.#ids.length - this.#nextId;
    if (left >= wanted) return;
    const fresh = await this.host.newIds(wanted - left + this.#idsPerStep);
    this.#ids = [...this.#ids.slice(this.#nextId), ...fresh];
    this.#nextId = 0;
  }

  newId(): string {
    const id = this.#ids[this.#nextId];
    if (id === undefined) throw new Error('Ids were not reserved.');
    this.#nextId += 1;
    return id;
  }

  processOf({ instanceId }: { readonly instanceId: string }): PreparedProcess {
    const { definitionId } = this.instances.row(instanceId);
    const process = this.#definitions.get(definitionId);
    if (!process) throw new Error(`Definition ${definitionId} is not known.`);
    return process;
  }

  nodeOf(execution: ExecutionRow): ProcessNode {
    return this.processOf(execution).node(execution.nodeId);
  }

  children(executionId: string): ExecutionRow[] {
    return this.executions.filter(({ parentId }) => parentId === executionId);
  }

  parentOf({ parentId }: ExecutionRow): ExecutionRow | undefined {
    return parentId === null ? undefined : this.executions.get(parentId);
  }

  /**
   * Return the execution of the process or sub-process around an execution. Bodies of several instances and throwers of
   * compensations are passed over.
   */
  scopeOf(execution: ExecutionRow): ExecutionRow {
    let scope = this.parentOf(execution);
    while (scope && scope.kind !== 'scope') scope = this.parentOf(scope);
    if (!scope) throw new Error(`Execution ${execution.id} stands in no scope.`);
    return scope;
  }

  /** Insert a token at a node. Refuse if the tree of instances has too many executions. */
  token(parent: ExecutionRow, nodeId: string, more: Partial<ExecutionRow> = {}): ExecutionRow {
    if (this.executions.size >= ENGINE_LIMITS.tokens) throw new ProcessError('limit', { tokens: ENGINE_LIMITS.tokens });
    return this.executions.insert({
      id: this.newId(),
      instanceId: parent.instanceId,
      parentId: parent.id,
      kind: 'token',
      nodeId,
      flowId: null,
      state: 'active',
      variables: {},
      loop: null,
      compensation: [],
      activityId: null,
      ...more,
    });
  }

  plan(step: AgendaStep): void {
    this.agenda.push(step);
  }
}
