import { expect, test } from 'vitest';
import { buttonOf } from '#kernel/language/paper.ts';
import type { Person, PersonRole } from '#kernel/language/permission.ts';
import { visit } from '../visit/visit.paper.ts';
import { mayKnowPlanOf, planTermsOf } from './plan-visibility.rules.ts';

const role = (scope: PersonRole['scope'], buttons = [buttonOf(visit, 'view')]): PersonRole => ({
  id: '1',
  alias: 'as_technician',
  buttons: new Set(buttons),
  scope,
});
const person = (...roles: PersonRole[]): Person => ({
  id: '7',
  tenantId: '000000',
  account: 'jiang',
  name: '蒋志强',
  departments: ['1'],
  below: ['1', '2'],
  teams: ['east'],
  roles,
  platform: false,
});
const [himself, colleague, withoutAccount] = [{ userId: '7' }, { userId: '8' }, { userId: null }];

test('技师只知道自己的安排 a technician knows only the own plan', () => {
  const technician = person(role('own'));
  expect([himself, colleague, withoutAccount].map((one) => mayKnowPlanOf(technician, one))).toEqual([
    true,
    false,
    false,
  ]);
  expect(planTermsOf(technician)).toMatchObject([{ kind: 'own', person: '7' }]);
});

test('看得到班组任务的人知道大家的安排；多一个本人范围不减少什么 a scope beyond own work includes every plan', () => {
  for (const scope of ['team', 'department', 'departmentBelow', 'all'] as const)
    expect(mayKnowPlanOf(person(role('own'), role(scope)), colleague)).toBe(true);
});

test('没有任务查看权的人看不到任务，也只知道自己 without the right to read visits only the own plan is known', () => {
  const storekeeper = person(role('all', []));
  expect(planTermsOf(storekeeper)).toEqual([]);
  expect([mayKnowPlanOf(storekeeper, himself), mayKnowPlanOf(storekeeper, colleague)]).toEqual([true, false]);
});
