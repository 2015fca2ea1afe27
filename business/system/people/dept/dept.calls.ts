import { id } from '#kernel/fields/ref/ref.ts';
import { call } from '#kernel/language/calls/call.ts';
import { anyText, list, of, record } from '#kernel/language/calls/shape.ts';
import { dept } from './dept.paper.ts';

/** Departments that a person may choose, for pickers and import sheets. */
export const departmentChoices = list(record({ id: anyText, label: anyText, parentId: anyText }));

export const departmentsAbove = call(dept, 'offered', {
  method: 'GET',
  needs: 'view',
  title: ['可作上级的部门', 'Departments to hang others below'],
  answer: departmentChoices,
});

export const departmentsToWorkIn = call(dept, 'select', {
  method: 'GET',
  needs: 'person',
  title: ['可切换部门', 'Departments to switch to'],
  query: { userId: id(['用户', 'User']), deptId: id(['部门', 'Department']) },
  answer: list(of(dept, ['id', 'deptName'])),
});
