import { expect, test } from 'vitest';
import { columnCalled } from './columns.rules.ts';

const column = { id: '17', jdbcName: 'user_name', propertyName: 'userName' };

test('一列可以用编号、列名、字段名来称呼，列名不分大小写 a column is found by its id, column name or field name', () => {
  const names = ['17', 'user_name', 'USER_NAME', 'userName', 'username', '1', 'user'];
  expect(names.filter((name) => columnCalled(column, name))).toEqual(['17', 'user_name', 'USER_NAME', 'userName']);
});

test('空的名字谁也不是 an empty name matches no column', () => {
  expect(columnCalled({ id: '', jdbcName: '', propertyName: null }, '')).toBe(false);
  expect(columnCalled({ ...column, propertyName: null }, 'null')).toBe(false);
});
