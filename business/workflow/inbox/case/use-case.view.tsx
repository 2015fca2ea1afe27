import type { UseQueryResult } from '@tanstack/react-query';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { taskDetail } from '../../work/work.calls.ts';

export type TaskDetail = CallAnswer<typeof taskDetail>;

/** A process instance and the task through which its reader sees it. */
export interface CaseAddress {
  readonly taskId: string;
  readonly processInstanceId: string;
}

/** Return a process instance with its task, its paper and its permitted actions. */
export const useCase = ({ taskId, processInstanceId }: CaseAddress): UseQueryResult<TaskDetail> =>
  useCall(taskDetail, taskId ? { taskId, processInstanceId: null } : { taskId: null, processInstanceId }, {
    of: 'row',
    quiet: true,
    retry: false,
    enabled: taskId !== '' || processInstanceId !== '',
  });
