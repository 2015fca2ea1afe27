import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type AnyPaper, type Rights, buttonOf } from '#kernel/language/paper.ts';
import { reservedRoles } from '#kernel/language/permission.ts';
import { companyRoles } from '#business/shared/roles.rules.ts';
import { menuPlan } from '#business/system/seed/menu-plan.server.ts';
import { productTree, rooms } from '../rooms.ts';

const roles = rooms.flatMap((room) => room.roles ?? []);
const known = new Set([...reservedRoles, ...roles.map((role) => role.alias)]);
const papers: readonly AnyPaper[] = rooms.flatMap((room) => room.papers);

/** Roles of programs and of customers, who do no work in the office. */
const OUTSIDERS = ['as_sap', 'as_customer'];

/**
 * Exceptions: roles that may delete rows of a paper without other write buttons. Technicians add files by an own call,
 * and devices fill the pool.
 */
const TAKES_BACK = ['visitFile as_technician', 'powerOnDevice as_operator'];

/** Parent role of each role, by alias; a lead has the rights of the parent role too. */
const parentOf = new Map(roles.map((role) => [role.alias, role.parent]));
const isAmong = (role: string, list: readonly string[]): boolean =>
  reservedRoles.includes(role) || list.includes(role) || list.includes(parentOf.get(role) ?? '');

const twice = (list: readonly string[]): string[] => list.filter((one, at) => list.indexOf(one) !== at);

/** The exports of each `rights.rules.ts`, by path and name. */
const tables: readonly (readonly [name: string, value: unknown])[] = (
  await Promise.all(
    readdirSync(join(productTree, 'business'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /^[^/\\]+[/\\]rights\.rules\.ts$/.test(path))
      .toSorted()
      .map(async (path) => {
        const exported = (await import(pathToFileURL(join(productTree, 'business', path)).href)) as object;
        return Object.entries(exported).map(([name, value]) => [`${path} ${name}`, value] as const);
      }),
  )
).flat();

const isRights = (value: unknown): value is Rights => typeof value === 'object' && value !== null && 'read' in value;

/** Return the lists of role names in an export of a rights file. */
const listsIn = (value: unknown): string[][] => {
  if (Array.isArray(value)) return value.every((one) => String(one).startsWith('as_') || known.has(one)) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listsIn) : [];
};

test('每个房间都说了权限 every room with papers defines their rights', () => {
  expect(tables.filter(([, value]) => isRights(value)).length).toBeGreaterThan(10);
});

describe.each(tables)('%s', (_name, value) => {
  test('只说有的角色，一个角色在一处只说一次 names existing roles, each once', () => {
    const lists = listsIn(value);
    expect(lists.length).toBeGreaterThan(0);
    expect(lists.flat().filter((role) => !known.has(role))).toEqual([]);
    expect(lists.flatMap(twice)).toEqual([]);
  });
});

describe.each([
  ...tables.flatMap(([name, value]) => (isRights(value) ? [[name, value] as const] : [])),
  ...papers.map((paper) => [paper.name, paper.rights] as const),
])('%s', (name, rights) => {
  test('能写、删、导的都能看；能删和能导入的都能写 writers may read, removers and importers may write', () => {
    const { read, write = [], remove = [], export: exporting = [], import: importing = [], acts = [] } = rights;
    for (const role of [...write, ...remove, ...exporting, ...importing, ...acts])
      expect([role, isAmong(role, read)]).toEqual([role, true]);
    const blind = [...remove, ...importing].filter((role) => !isAmong(role, write));
    expect(blind.filter((role) => !TAKES_BACK.includes(`${name} ${role}`))).toEqual([]);
    expect([read, write, remove, exporting, importing, acts].flatMap(twice)).toEqual([]);
  });

  test('技师不把单子整批带走，外人不看内部的单子 technicians export nothing, outsiders read nothing', () => {
    for (const list of [rights.export, rights.import]) expect(list ?? []).not.toContain('as_technician');
    for (const list of Object.values(rights) as string[][])
      expect(list.filter((role) => OUTSIDERS.includes(role))).toEqual([]);
  });
});

test('“每个人”就是公司里的每个人，一个也不漏 the list of everybody contains every office role', () => {
  const office = roles.filter(
    ({ alias, parent }) => !parent && !OUTSIDERS.includes(alias) && !reservedRoles.includes(alias),
  );
  expect(companyRoles.toSorted()).toEqual(office.map((role) => role.alias).toSorted());
});

describe.each(papers.map((paper) => [paper.title[0], paper] as const))('%s', (_title, paper) => {
  const verbs = Object.entries(paper.lifecycle?.actions ?? {});
  const own = Object.entries(paper.buttons ?? {});

  test('按得到按钮的人看得到单据；每个按钮至少有一个人 holders of a button may read the paper, and each button has a holder', () => {
    for (const [name, { roles: holders }] of [...verbs, ...own]) {
      expect([name, holders.length > 0, twice(holders)]).toEqual([name, true, []]);
      expect([name, holders.filter((role) => !known.has(role))]).toEqual([name, []]);
      // A paper that no role reads as a list is read by own calls, each with its own button.
      if (paper.rights.read.length === 0) continue;
      // Actions must only be granted to roles that can read the row; programs such as the payment service need not read
      // it.
      const blind = holders.filter((role) => !isAmong(role, paper.rights.read) && !OUTSIDERS.includes(role));
      expect([name, blind]).toEqual([name, []]);
    }
  });

  test('动作、按钮、标准按钮各有各的名字：授一个不会开两个 no two buttons of a paper share a code', () => {
    const standard = ['view', 'add', 'edit', 'delete', 'export', 'import'];
    expect(twice([...standard, ...verbs.map(([name]) => name), ...own.map(([name]) => name)])).toEqual([]);
  });
});

test('所有单据的按钮编号不重复，都挂在有的页面下，授给有的角色 every planned button has a code, a place and existing roles', () => {
  const plan = menuPlan(rooms);
  expect(twice(plan.map((one) => one.code))).toEqual([]);
  const codes = new Set(plan.map((one) => one.code));
  expect(plan.filter((one) => one.category === 2 && !codes.has(one.parent)).map((one) => one.code)).toEqual([]);
  expect(plan.flatMap((one) => one.roles).filter((role) => !known.has(role))).toEqual([]);
  const planned = papers.flatMap((paper) => [
    ...(paper.rights.read.length ? [buttonOf(paper, 'view')] : []),
    ...Object.keys(paper.lifecycle?.actions ?? {}).map((name) => buttonOf(paper, name)),
    ...Object.keys(paper.buttons ?? {}).map((name) => buttonOf(paper, name)),
  ]);
  expect(planned.filter((code) => !codes.has(code))).toEqual([]);
});
