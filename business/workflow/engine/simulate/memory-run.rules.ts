import { runCommand } from '../run-command.rules.ts';
import { applyDelta, EMPTY_TREE } from '../state/apply-delta.rules.ts';
import type { Command } from '../state/commands.rules.ts';
import type { Delta, InstanceTree } from '../state/delta.rules.ts';
import type { ActivityRow, TaskRow } from '../state/rows.rules.ts';
import type { EngineHost } from '../state/host.rules.ts';
import type { MemoryHost } from './memory-host.rules.ts';

/** A host that is notified of each delta, because no database holds the results. */
export interface RunHost extends EngineHost {
  remember(delta: Delta): void;
}

/** One root instance in memory, with its history: the content of the server's tables. */
export class MemoryRun<H extends RunHost = MemoryHost> {
  readonly host: H;
  tree: InstanceTree = EMPTY_TREE;
  rootId = '';
  readonly activities = new Map<string, ActivityRow>();
  /** All tasks of the run, also closed ones. */
  readonly tasks = new Map<string, TaskRow>();
  /** Candidate keys of open tasks. */
  readonly candidates = new Map<string, string[]>();
  readonly deltas: Delta[] = [];

  constructor(host: H) {
    this.host = host;
  }

  /** Run a command and apply its delta. A refused command changes nothing. */
  async run(command: Command): Promise<Delta> {
    const delta = await runCommand(this.tree, command, this.host);
    this.tree = applyDelta(this.tree, delta);
    this.rootId = delta.startedId ?? this.rootId;
    for (const row of delta.activities.inserted) this.activities.set(row.id, row);
    for (const { id, ...change } of delta.activities.changed) this.#changeActivity(id, change);
    for (const task of [...delta.tasks.inserted, ...delta.tasks.changed]) this.tasks.set(task.id, task);
    this.host.remember(delta);
    for (const id of delta.candidates.deletedOf) this.candidates.delete(id);
    for (const { taskId, key } of delta.candidates.inserted)
      this.candidates.set(taskId, [...(this.candidates.get(taskId) ?? []), key]);
    this.deltas.push(delta);
    return delta;
  }

  #changeActivity(id: string, change: Partial<ActivityRow>): void {
    const row = this.activities.get(id);
    if (row) this.activities.set(id, { ...row, ...change });
  }
}
