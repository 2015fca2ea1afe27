import { parseProcess } from '../compile/parse-process.rules.ts';
import { type MemoryCompany, MemoryHost } from '../simulate/memory-host.rules.ts';
import { MemoryRun } from '../simulate/memory-run.rules.ts';
import type { Command } from '../state/commands.rules.ts';
import type { Delta, InstanceTree } from '../state/delta.rules.ts';
import type { InstanceRow, TaskRow, Variables, VariableValue } from '../state/rows.rules.ts';
import { ProcessError } from '../state/process-error.rules.ts';
import { bpmnOf } from './notation.ts';

/** The morning on which all scenarios begin. */
export const MORNING = Date.parse('2026-03-02T09:00:00+08:00');

const HOUR = 3_600_000;

/** Stores the rows of a scenario between two commands. */
export interface TreeStorage {
  /** Write the changes of a command; return the tree for the next command. */
  store(run: MemoryRun, delta: Delta): Promise<InstanceTree>;
  /** Assert that everything written equals the rows in memory. */
  close(run: MemoryRun): Promise<void>;
}

let openStorage: (() => TreeStorage) | undefined;

/** Use a storage for all following scenarios; undefined: rows are only in memory. */
export const playOn = (storage: (() => TreeStorage) | undefined): void => {
  openStorage = storage;
};

/** Return whether scenarios are stored in PostgreSQL, which makes each command slower. */
export const isStored = (): boolean => openStorage !== undefined;

/** Plays the lines of a scenario on one instance of a process in the notation. */
export class Player {
  readonly run: MemoryRun;
  readonly #storage: TreeStorage | undefined = openStorage?.();

  private constructor(run: MemoryRun) {
    this.run = run;
  }

  static async of(text: string, company: MemoryCompany = {}): Promise<Player> {
    const { processes, findings } = await parseProcess(bpmnOf(text));
    const broken = findings.filter(({ level }) => level === 'error');
    if (broken.length > 0) throw new Error(JSON.stringify(broken));
    const definitions = processes.map((process) => ({ id: process.key, key: process.key, version: 1, process }));
    return new Player(new MemoryRun(new MemoryHost(definitions, company, MORNING)));
  }

  /** Names of the nodes where tokens are now, or the state of an instance that has ended. */
  get standing(): string {
    const { instances, executions } = this.run.tree;
    const root = this.#root;
    if (root?.endedAt != null) return root.state === 'completed' ? 'ended' : root.state;
    const parents = new Set(executions.map(({ parentId }) => parentId));
    const callers = new Set(instances.filter(({ endedAt }) => endedAt === null).map((one) => one.parentExecutionId));
    return executions
      .filter(({ id }) => !parents.has(id) && !callers.has(id))
      .map(({ nodeId }) => nodeId)
      .toSorted()
      .join(' ');
  }

  /** Visited nodes in order. `-a` was cancelled, `a…` is still active. */
  get trace(): string {
    return [...this.run.activities.values()]
      .filter(({ type }) => type !== 'sequenceFlow')
      .map(({ nodeId, state }) => (state === 'cancelled' ? `-${nodeId}` : state === 'active' ? `${nodeId}…` : nodeId))
      .join(' ');
  }

  /** Variables of the root instance, without `pass`. */
  get variables(): Variables {
    const { pass: _pass, ...variables } = this.#root?.variables ?? {};
    return variables;
  }

  get outcome(): string {
    return this.#root?.outcome ?? '';
  }

  /** The root instance after the last command, also once it has ended: a storage does not load an ended one. */
  get #root(): InstanceRow | undefined {
    const written = this.run.deltas.flatMap(({ instances }) => [...instances.inserted, ...instances.changed]);
    return written.findLast(({ id }) => id === this.run.rootId);
  }

  /** Run a command and store its changes. */
  async command(command: Command): Promise<void> {
    const delta = await this.run.run(command);
    if (this.#storage) this.run.tree = await this.#storage.store(this.run, delta);
  }

  async close(): Promise<void> {
    await this.#storage?.close(this.run);
  }

  openTask(nodeId: string, person?: string): TaskRow {
    const task = this.run.tree.tasks.find(
      (one) => one.nodeId === nodeId && (person === undefined || one.assigneeId === person),
    );
    if (!task) throw new ProcessError('taskDone', { task: nodeId });
    return task;
  }

  /** Run one line of a scenario; return the names of the nodes with tokens after it. */
  async play(line: string): Promise<string> {
    try {
      const [verb = '', ...words] = line.match(/"[^"]*"|[^\s"]+(?:"[^"]*")?/g) ?? [];
      await this.#run(verb, words);
      return this.standing;
    } catch (fault) {
      if (fault instanceof ProcessError) return `refused: ${fault.fault}`;
      throw fault;
    }
  }

  async #run(verb: string, words: readonly string[]): Promise<void> {
    const make = COMMANDS[verb];
    if (!make) throw new Error(`Nobody can ${verb}.`);
    const plain = words.filter((word) => !word.includes('='));
    for (const command of [make(this, plain, variablesOf(words))].flat()) await this.command(command);
  }

  jobOf(nodeId: string): string {
    const [job] = this.run.tree.jobs.filter((one) => one.nodeId === nodeId);
    if (!job) throw new ProcessError('notFound', { job: nodeId });
    this.run.host.clock = Math.max(this.run.host.clock, job.dueAt);
    return job.id;
  }

  subscriptionOf(name: string): string {
    const [found] = this.run.tree.subscriptions.filter((one) => one.kind === 'message' && one.name === name);
    if (!found) throw new ProcessError('notFound', { message: name });
    return found.id;
  }
}

function valueOf(text: string): VariableValue {
  try {
    return JSON.parse(text.replaceAll("'", '"')) as VariableValue;
  } catch {
    return text;
  }
}

const variablesOf = (words: readonly string[]): Variables =>
  Object.fromEntries(
    words.flatMap((word) => {
      const at = word.indexOf('=');
      return at < 0 ? [] : [[word.slice(0, at), valueOf(word.slice(at + 1).replaceAll(/^"|"$/g, ''))]];
    }),
  );

type Maker = (player: Player, words: readonly string[], variables: Variables) => Command | readonly Command[];

const decide =
  (pass: boolean): Maker =>
  (player, [node = '', person], variables) => {
    const task = player.openTask(node, person);
    return { type: 'complete', taskId: task.id, actorId: person ?? task.assigneeId ?? 'somebody', pass, variables };
  };

const COMMANDS: Readonly<Record<string, Maker>> = {
  start: (_player, [startNode], variables) => ({
    type: 'start',
    definitionId: 'main',
    starterId: 'ann',
    variables,
    ...(startNode !== undefined && { startNode }),
  }),
  complete: decide(true),
  reject: decide(false),
  timer: (player, [node = '']) => ({ type: 'job', jobId: player.jobOf(node) }),
  job: (player, [node = '']) => ({ type: 'job', jobId: player.jobOf(node) }),
  message: (player, [name = ''], variables) => ({
    type: 'message',
    subscriptionId: player.subscriptionOf(name),
    variables,
  }),
  signal: (_player, [name = ''], variables) => ({ type: 'signal', name, variables }),
  set: (player, _words, variables) => ({ type: 'setVariables', instanceId: player.run.rootId, variables }),
  cancel: (player) => ({ type: 'cancel', instanceId: player.run.rootId, reason: 'no more' }),
  withdraw: (player) => ({ type: 'cancel', instanceId: player.run.rootId, reason: 'mine', state: 'withdrawn' }),
  suspend: (player) => ({ type: 'suspend', instanceId: player.run.rootId }),
  activate: (player) => ({ type: 'activate', instanceId: player.run.rootId }),
  claim: (player, [node = '', userId = '']) => ({ type: 'claim', taskId: player.openTask(node).id, userId }),
  leave: (_player, [leaverId = '', ...successors]) => ({ type: 'reassign', leaverId, successors, taskIds: [] }),
  transfer: (player, [node = '', userId = '']) => ({ type: 'transfer', taskId: player.openTask(node).id, userId }),
  delegate: (player, [node = '', userId = '']) => ({ type: 'delegate', taskId: player.openTask(node).id, userId }),
  resolve: (player, [node = '']) => ({ type: 'resolve', taskId: player.openTask(node).id }),
  return: (player, [node = '', to = '', straight]) => ({
    type: 'return',
    taskId: player.openTask(node).id,
    to,
    straightBack: straight === 'straight',
  }),
  jump: (player, [from = '', to = '']) => ({
    type: 'jump',
    instanceId: player.run.rootId,
    cancel: from.split(','),
    start: to.split(','),
    reason: 'jump',
  }),
  sign: (player, [node = '', position = '', ...userIds]) => ({
    type: 'addSign',
    taskId: player.openTask(node).id,
    position: position as 'before',
    userIds,
    actorId: player.openTask(node).assigneeId ?? 'somebody',
  }),
  unsign: (player, [node = '', person]) => ({ type: 'removeSign', taskId: player.openTask(node, person).id }),
  wait: (player, [hours = '1']) => {
    player.run.host.clock += Number(hours) * HOUR;
    return [];
  },
};
