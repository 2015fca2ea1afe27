import type { ActivityChange, Delta } from '../../state/delta.rules.ts';
import type { ActivityRow } from '../../state/rows.rules.ts';

type Begun = Pick<ActivityRow, 'id' | 'instanceId' | 'definitionId' | 'nodeId' | 'type' | 'name' | 'executionId'>;

/** History rows that a command writes. A visit that begins and ends in the same command is one inserted row. */
export class History {
  readonly #now: number;
  readonly #inserted = new Map<string, ActivityRow>();
  readonly #changed = new Map<string, ActivityChange>();

  constructor(now: number) {
    this.#now = now;
  }

  /** Begin the row of a visit; `isOver` ends it at once, for visits that take no time. */
  open({ id, instanceId, definitionId, nodeId, type, name, executionId }: Begun, isOver = false): void {
    this.#inserted.set(id, {
      id,
      instanceId,
      definitionId,
      nodeId,
      type,
      name,
      executionId,
      taskId: null,
      calledInstanceId: null,
      assigneeId: null,
      startedAt: this.#now,
      endedAt: isOver ? this.#now : null,
      state: isOver ? 'completed' : 'active',
      reason: '',
    });
  }

  change(id: string, change: Omit<ActivityChange, 'id'>): void {
    const row = this.#inserted.get(id);
    if (row) this.#inserted.set(id, { ...row, ...change });
    else this.#changed.set(id, { ...this.#changed.get(id), id, ...change });
  }

  close(id: string, state: 'completed' | 'cancelled', reason = ''): void {
    this.change(id, { endedAt: this.#now, state, ...(reason !== '' && { reason }) });
  }

  changes(): Delta['activities'] {
    return { inserted: [...this.#inserted.values()], changed: [...this.#changed.values()] };
  }
}
