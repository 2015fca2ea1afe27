import type { Field } from '#kernel/language/field.ts';
import { moment } from './moment/moment.ts';
import { id } from './ref/ref.ts';
import { integer } from './integer/integer.ts';
import { person } from './person/person.ts';
import { department } from './department/department.ts';

/** The columns that every table has. Every list can be filtered by them. */
export const baseFields: Readonly<Record<string, Field>> = {
  id: id(['编号', 'Id']),
  createUser: person(['创建人', 'Created by']),
  createDept: department(['创建部门', 'Department']),
  createTime: moment(['创建时间', 'Created'], { filter: 'range' }),
  updateTime: moment(['修改时间', 'Changed'], { filter: 'range' }),
  updateUser: person(['修改人', 'Changed by']),
  status: integer(['是否启用', 'Enabled']),
};
