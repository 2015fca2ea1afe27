import { expect, test } from 'vitest';
import { type AnyPaper, buttonOf } from '#kernel/language/paper.ts';
import type { Person, PersonRole } from '#kernel/language/permission.ts';
import { departmentsFor, outOfReach } from './departments.rules.ts';
import { user } from './user/user.paper.ts';

const paper = user as AnyPaper;
const role = (scope: PersonRole['scope'], action: string, more: Partial<PersonRole> = {}): PersonRole => ({
  id: '1',
  alias: 'as_hr',
  buttons: new Set([buttonOf(paper, action)]),
  scope,
  ...more,
});
const reach = (...roles: PersonRole[]): string[] | null => {
  const person: Person = {
    id: '7',
    tenantId: '000000',
    account: 'lin',
    name: '林',
    departments: ['10'],
    below: ['10', '11', '12'],
    teams: [],
    roles,
    platform: false,
  };
  const found = departmentsFor(person, paper);
  return found && [...found];
};
const scoped = (...kinds: ('all' | 'own' | 'department' | 'departmentBelow' | 'rule')[]): Partial<PersonRole> => ({
  papers: { [paper.table]: kinds.map((kind) => ({ kind, rule: { match: 'all', conditions: [] } })) },
});

test('写人的角色看得到哪些部门，就能把人放进哪些部门 departments come from the scope of the writing role', () => {
  expect([reach(role('department', 'edit')), reach(role('own', 'add')), reach(role('team', 'edit'))]).toEqual([
    ['10'],
    ['10'],
    ['10', '11', '12'],
  ]);
  expect([reach(role('departmentBelow', 'edit')), reach(role('all', 'add'))]).toEqual([['10', '11', '12'], null]);
});

test('只能看的角色不扩大能写的范围 a role that only reads adds no departments', () => {
  expect([reach(role('all', 'view')), reach()]).toEqual([[], []]);
  expect(reach(role('department', 'edit'), role('all', 'view'))).toEqual(['10']);
  expect(reach(role('department', 'edit'), role('departmentBelow', 'add'))).toEqual(['10', '11', '12']);
});

test('对这种单据另说的范围代替一般范围；规则说的是行，不是部门 a scope of this paper replaces the general one', () => {
  expect(reach(role('all', 'edit', scoped('department')))).toEqual(['10']);
  expect(reach(role('own', 'edit', scoped('department', 'departmentBelow')))).toEqual(['10', '11', '12']);
  expect(reach(role('own', 'edit', scoped('all')))).toBeNull();
  expect([reach(role('departmentBelow', 'edit', scoped('rule'))), reach(role('all', 'edit', scoped('rule')))]).toEqual([
    ['10', '11', '12'],
    null,
  ]);
});

test('公司管理员到处都能放人 the administrator of a company reaches every department', () => {
  expect(reach({ id: '1', alias: 'admin', buttons: new Set(), scope: 'own' })).toBeNull();
});

test('加进来和拿出去都须够得着；没动的不问 added and removed departments must be in scope', () => {
  const may = new Set(['1', '2']);
  expect(outOfReach(may, ['1', '9'], ['2', '9'])).toEqual([]);
  expect(outOfReach(may, ['9', '1'], ['1', '8'])).toEqual(['8', '9']);
  expect([outOfReach(null, ['9'], ['8']), outOfReach(new Set(), [], []), outOfReach(new Set(), [], ['1'])]).toEqual([
    [],
    [],
    ['1'],
  ]);
});
