import type { ExecutionRow, InstanceRow, JobRow, SubscriptionRow, TaskRow } from './rows.rules.ts';

/** Rows that a command may change, by the list of a tree that holds them. */
export interface ChangingRows {
  readonly instances: InstanceRow;
  readonly executions: ExecutionRow;
  readonly tasks: TaskRow;
  readonly subscriptions: SubscriptionRow;
  readonly jobs: JobRow;
}

/**
 * Fields that no command changes after a row was inserted. The compiler refuses a patch that names one (`PatchOf`), and the store writes
 * every other field: both follow from this list alone.
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

/** Values that an update may set; a fixed field is refused, even inside a value of a wider type. */
export type PatchOf<Table extends keyof ChangingRows> = Partial<Omit<ChangingRows[Table], FixedField<Table>>> & {
  readonly [Field in FixedField<Table>]?: never;
};
