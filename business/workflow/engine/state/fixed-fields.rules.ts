import type { ExecutionRow, InstanceRow, JobRow, SubscriptionRow, TaskRow } from './rows.rules.ts';

/** Types of the rows that commands change, by the name of their list in an instance tree. */
export interface ChangingRows {
  readonly instances: InstanceRow;
  readonly executions: ExecutionRow;
  readonly tasks: TaskRow;
  readonly subscriptions: SubscriptionRow;
  readonly jobs: JobRow;
}

/**
 * Fields that never change after a row was inserted. A patch that names one does not compile (`PatchOf`), and the store
 * updates all other fields.
 */
export const FIXED_FIELDS = {
  instances: [
    'id',
    'rootId',
    'parentId',
    'parentExecutionId',
    'definitionId',
    'processKey',
    'starterId',
    'starterDeptId',
    'startedAt',
  ],
  executions: ['id', 'instanceId', 'parentId'],
  tasks: ['id', 'instanceId', 'executionId', 'definitionId', 'nodeId', 'parentId', 'createdAt', 'formKey'],
  subscriptions: ['id', 'instanceId', 'executionId', 'nodeId', 'kind', 'name'],
  jobs: ['id', 'instanceId', 'executionId', 'nodeId', 'kind', 'cycle'],
} as const satisfies { readonly [Table in keyof ChangingRows]: readonly (keyof ChangingRows[Table])[] };

type FixedField<Table extends keyof ChangingRows> = (typeof FIXED_FIELDS)[Table][number];

/** Fields that an update of a row may set. A fixed field does not compile, even as part of a wider type. */
export type PatchOf<Table extends keyof ChangingRows> = Partial<Omit<ChangingRows[Table], FixedField<Table>>> & {
  readonly [Field in FixedField<Table>]?: never;
};
