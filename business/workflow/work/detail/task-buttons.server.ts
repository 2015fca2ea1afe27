import { holdsEverything } from '#kernel/language/permission.ts';
import type { Reading } from '#kernel/server';
import { isCandidate } from '../candidates.server.ts';

/** A task as its buttons are judged by. */
export interface TaskForButtons {
  readonly taskId: string;
  readonly state: string;
  readonly assignee: string;
  readonly isSuspended: boolean;
  /** Lent, and not given back yet. */ readonly isLent: boolean;
  readonly endedBy: string;
}

const DECIDING = ['complete', 'reject'] as const;
/** What who has a task may do besides deciding it. */
const HANDING = ['return', 'addSign', 'transfer', 'delegate'] as const;

/** What the asking person may do with a task now. */
export async function buttonsOfTask(reading: Reading, task: TaskForButtons): Promise<string[]> {
  if (task.isSuspended) return [];
  if (task.state !== 'open') return task.endedBy === reading.person.id ? ['retrieve'] : [];
  if (task.assignee === reading.person.id) return task.isLent ? ['resolve'] : [...DECIDING, ...HANDING];
  if (!task.assignee && (await isCandidate(reading, task.taskId))) return ['claim', ...DECIDING];
  return reading.person.roles.some(holdsEverything) ? [...DECIDING] : [];
}

/** What the starter may do with his case while it runs. */
export const buttonsOfCase = (
  { person }: Reading,
  { starter, state }: { readonly starter: string; readonly state: string },
): string[] => (starter === person.id && state === 'running' ? ['withdraw', 'urge'] : []);
