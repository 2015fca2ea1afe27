/**
 * Tools of lists, for the report runner of `platform` and the data scopes of `system` alone. Other rooms read by
 * `visible`.
 */
export { baseFields } from '#kernel/fields/base-fields.ts';
export { Parameters } from '../database/statement.ts';
export { conditionsOf, readName, ruleSql } from './filter.ts';
export { assertNarrow } from './narrow.ts';
export { isOrderable, orderSql } from './order.ts';
export { pointedIn } from './pointed.ts';
export { scopeSql } from './scope.ts';
export { whereSql, type WhereInput } from './where.ts';
export { assertMay, listPage, withDepartments } from '../rows/read.ts';
