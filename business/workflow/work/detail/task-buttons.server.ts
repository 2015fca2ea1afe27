import { holdsEverything } from '#kernel/language/permission.ts';
import type { Reading } from '#kernel/server';
import type { ProcessNode } from '../../engine/model/compiled-process.rules.ts';
import { isCandidate } from '../candidates.server.ts';
import { isOffered } from './offered.rules.ts';
import { takesPart } from '../sight.server.ts';
import { isRetrievable, isWithdrawable } from '../take-back.server.ts';

/** A task as its buttons are judged by. */
export interface TaskForButtons {
  readonly taskId: string;
  readonly state: string;
  readonly assignee: string;
  readonly isSuspended: boolean;
  /** Lent, and not given back yet. */ readonly isLent: boolean;
  readonly endedBy: string;
  /** Did this task ask others to sign? */ readonly hasSigners: boolean;
  /** It waits for those who sign before. */ readonly waitsForSigners: boolean;
  readonly node: ProcessNode | undefined;
}

const DECIDING = ['complete', 'reject'] as const;
/** What who has a task may do besides deciding it. */
const HANDING = ['return', 'addSign', 'transfer', 'delegate'] as const;

/** What the asking person may do with a task now. */
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

/** What may be done with a case besides its task: by its starter while it runs, and by whoever takes part in it. */
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
