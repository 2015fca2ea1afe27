import { holdsEverything } from '#kernel/language/permission.ts';
import type { Reading } from '#kernel/server';
import type { ProcessNode } from '../../engine/model/compiled-process.rules.ts';
import { isCandidate } from '../candidates.server.ts';
import { isOffered } from './offered.rules.ts';
import { takesPart } from '../sight.server.ts';
import { isRetrievable, isWithdrawable } from '../take-back.server.ts';

/** The facts of a task that decide its buttons. */
export interface TaskForButtons {
  readonly taskId: string;
  readonly state: string;
  readonly assignee: string;
  readonly isSuspended: boolean;
  /** The assignee borrowed the task and has not returned it. */ readonly isLent: boolean;
  readonly endedBy: string;
  /** Whether the task has open signatures that it requested. */ readonly hasSigners: boolean;
  /** Whether it cannot be decided before some of these signatures. */ readonly waitsForSigners: boolean;
  readonly node: ProcessNode | undefined;
}

const DECIDING = ['complete', 'reject'] as const;
/** Verbs of a task's assignee other than its decision. */
const HANDING = ['return', 'addSign', 'transfer', 'delegate'] as const;

/** Return the buttons of the caller on a task. */
export async function buttonsOfTask(reading: Reading, task: TaskForButtons): Promise<string[]> {
  if (task.isSuspended) return [];
  if (task.state !== 'open')
    return task.endedBy === reading.person.id && (await isRetrievable(reading, task.taskId)) ? ['retrieve'] : [];
  if (task.assignee === reading.person.id)
    return task.isLent
      ? ['resolve']
      : [
          ...(task.waitsForSigners ? [] : DECIDING),
          ...HANDING.filter((verb) => isOffered(task.node, verb)),
          ...(task.hasSigners ? ['removeSign'] : []),
        ];
  if (!task.assignee && (await isCandidate(reading, task.taskId))) return ['claim', ...DECIDING];
  return reading.person.roles.some(holdsEverything) ? [...DECIDING] : [];
}

/** Return the buttons of an instance: withdraw and remind for its starter while it runs, copy for its participants. */
export async function buttonsOfCase(
  reading: Reading,
  {
    starter,
    state,
    processInstanceId,
  }: { readonly starter: string; readonly state: string; readonly processInstanceId: string },
  node: ProcessNode | undefined,
): Promise<string[]> {
  const isOwn = starter === reading.person.id && state === 'running';
  return [
    ...(isOwn && (await isWithdrawable(reading, processInstanceId)) ? ['withdraw'] : []),
    ...(isOwn ? ['urge'] : []),
    ...(isOffered(node, 'cc') && (await takesPart(reading, processInstanceId)) ? ['cc'] : []),
  ];
}
