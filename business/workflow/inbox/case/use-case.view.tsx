import type { UseQueryResult } from '@tanstack/react-query';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { taskDetail } from '../../work/work.calls.ts';

export type TaskDetail = CallAnswer<typeof taskDetail>;

/** Which case is looked at, and by which of its tasks. */
export interface CaseAddress {
  readonly taskId: string;
  readonly processInstanceId: string;
}

/** A case with its task, its paper and what may be done with it. */
export const useCase = ({ taskId, processInstanceId }: CaseAddress): UseQueryResult<TaskDetail> =>
  useCall(taskDetail, taskId ? { taskId, processInstanceId: null } : { taskId: null, processInstanceId }, {
    of: 'row',
    quiet: true,
    retry: false,
    enabled: taskId !== '' || processInstanceId !== '',
  });
