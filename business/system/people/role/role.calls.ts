import { id } from '#kernel/fields/ref/ref.ts';
import { refs } from '#kernel/fields/refs/refs.ts';
import { call } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyText, list, nothing, of, record, tree } from '#kernel/language/calls/shape.ts';
import { dataScope } from '../../access/data-scope/data-scope.paper.ts';
import { apiScope } from '../../access/api-scope/api-scope.paper.ts';
import { role } from './role.paper.ts';

const MOST = 5000;

/**
 * Replaces the grants of roles. Kinds of scopes that are not sent are unchanged; an empty list removes all of a kind.
 */
export const grantToRoles = call(role, 'grant', {
  method: 'POST',
  needs: 'edit',
  title: ['角色授权', 'Grant menus to roles'],
  body: {
    roleIds: refs('role', ['角色', 'Roles'], { max: 1000 }),
    menuIds: refs('menu', ['菜单与按钮', 'Menus and buttons'], { max: MOST }),
    dataScopeIds: refs('dataScope', dataScope.title, { max: MOST, canEmpty: true }),
    apiScopeIds: refs('apiScope', apiScope.title, { max: MOST, canEmpty: true }),
  },
  answer: nothing,
});

const named = list(of(role, ['id', 'roleName', 'roleAlias']));

export const rolesToWorkIn = call(role, 'select', {
  method: 'GET',
  needs: 'person',
  title: ['可切换角色', 'Roles to switch to'],
  query: { userId: id(['用户', 'User']), roleId: id(['角色', 'Role']) },
  answer: named,
});

export const roleAliases = call(role, 'alias', {
  method: 'GET',
  needs: 'person',
  title: ['角色别名', 'Role aliases'],
  answer: named,
});

/** A role that the caller may assign, for pickers and import sheets. `hint` is its alias. */
const roleChoice = record({ id: anyText, label: anyText, hint: anyText, parentId: anyText });

export const rolesToHandOut = call(role, 'offered', {
  method: 'GET',
  needs: 'person',
  title: ['可授予的角色', 'Roles to hand out'],
  answer: list(roleChoice),
});

const roleNode = record({ id: anyText, parentId: anyText, title: anyText, key: anyText, value: anyText });

export const roleTree = call(role, 'tree', {
  method: 'GET',
  needs: 'person',
  title: ['选择用的角色树', 'Tree of roles to choose from'],
  answer: tree('roleBranch', roleNode),
});

export const rangesToGive = call(role, 'scopes', {
  method: 'GET',
  needs: 'person',
  title: ['可授予的数据范围', 'Ranges to give a role'],
  answer: list(record({ id: anyText, label: anyText })),
});

export const treeBelowRole = call(role, 'tree-by-id', {
  method: 'GET',
  needs: 'view',
  title: ['角色树', 'Role tree'],
  query: { roleId: id(['角色', 'Role']) },
  answer: tree('roleBranch', roleNode),
});

export type RoleChoice = AnswerOf<typeof roleChoice>;
export type RoleNode = AnswerOf<typeof roleNode>;
