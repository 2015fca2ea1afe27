/** How lists read rows: for the report runner of `platform` and the data scopes of `system` alone. Other rooms read by `visible`. */
export { baseFields } from '#kernel/fields/base-fields.ts';
export { Parameters } from './database/statement.ts';
export { conditionsOf, readName, ruleSql } from './list/filter.ts';
export { assertNarrow } from './list/narrow.ts';
export { isOrderable, orderSql } from './list/order.ts';
export { pointedIn } from './list/pointed.ts';
export { scopeSql } from './list/scope.ts';
export { whereSql, type WhereInput } from './list/where.ts';
export { assertMay, listPage, withDepartments } from './rows/read.ts';
