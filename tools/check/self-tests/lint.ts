import type { SelfTestTree } from '../check.ts';

const lines = (count: number): string =>
  Array.from({ length: count }, (_, number) => `export const line${number} = ${number};`).join('\n');
const anything = 'export const anything = 1;\n';

/** One file for each place in the import law, with allowed and forbidden imports. */
export const lintSelfTest: SelfTestTree = {
  files: {
    'kernel/language/paper.ts': `import type { Label } from './label.ts';\nexport const paper = (x: any): Label => x;\n`,
    'kernel/language/label.ts': `import { join } from 'node:path';\nexport type Label = string;\nexport { join };\n`,
    'kernel/language/refusal.ts': `import { text } from '#kernel/fields/text/text.ts';\nexport { text };\n`,
    'kernel/fields/text/text.ts': `import { paper } from '#kernel/language/paper.ts';\nimport { cell } from './text.view.tsx';\nexport const text = [paper, cell];\n`,
    'kernel/fields/text/text.view.tsx': `import { sql } from '#kernel/server/sql.ts';\nexport const cell = sql;\n`,
    'kernel/fields/text/text.server.ts': `import { useState } from 'react';\nexport { useState };\n`,
    'kernel/server/sql.ts':
      'export const sql = [`select now()`, "where d < current_date", `${1} localtimestamp`, \'known_now()\', { now: () => 1 }.now()];\nexport const at = [Date.now(), new Date(), new Date(0)];\nexport const loose = (x: any): number => x;\n',
    'kernel/server/read.ts':
      'export const slow = [/\\s+$/, /[\\w.]+@[\\w.]+/, /<img[^>]*? src=/g, /^(a+)+$/, new RegExp(\'x*y\'), /<(b|i)[^]*?<\\/\\1>/];\nexport const quick = [/^\\s+/, /[\\w.]{1,64}@/, /"[^"]*"/, /a{1,9}b/, /^\\d+$/, /x+/];\n',
    'kernel/server/shop.ts': `import { form } from '#business/shop/form/form.paper.ts';\nexport { form };\n`,
    'kernel/server/time/clock.ts': 'export const clock = () => new Date();\n',
    'kernel/server/postgres/ready.ts': 'export const ready = `select now()`;\nexport const began = Date.now();\n',
    'kernel/web/table.tsx': `import { readFileSync } from 'node:fs';\nimport { form } from '#business/shop/form/form.paper.ts';\nexport { readFileSync, form };\n`,
    'kernel/fields/generated/kinds.ts':
      'const [tintKind, longTintKind] = [1, 2];\nexport const kinds = {\n  tint: tintKind,\n  longTint: longTintKind,\n};\n',
    'kernel/fields/tint/tint.ts': `export const isTint = ({ kind }: { kind: string }): boolean => kind === 'tint';\n`,
    'kernel/server/kinds.ts': `export const isTint = (field: { kind: string }) => field.kind === 'tint';
export const isNot = ({ kind }: { kind?: string }) => 'longTint' !== kind;
export const isOne = (field?: { kind: string }) => ['tint', 'other'].includes(field?.kind ?? '');
export const isKnown = (field: { kind: string }) => KNOWN.has(field.kind);
export const widthOf = (field: { kind: 'tint' }) => WIDTHS[field.kind];
const KNOWN: ReadonlySet<string> = new Set(['longTint']);
const WIDTHS = { tint: 1 };
export const lawful = (term: { kind: string; name: string }) =>
  term.kind === 'own' || term.name === 'tint' || KNOWN.has(term.name) || ['all', 'own'].includes(term.kind);
`,
    'business/shop/choice.view.tsx':
      'export const choice = () => <select />;\nexport const day = () => <input type="date" />;\nexport const sure = () => window.confirm("?");\n',
    'business/shop/choice.test.ts':
      'expect(await page.locator("li").count()).toBe(3);\nexpect(await page.locator("li").count()).toBe(0);\nawait expect.poll(() => page.locator("li").count()).toBe(3);\n',
    'business/shop/homes.ts': `export const one = (c: Asks) => c.find(household, { customerId: '1' }, { first: 1 });
export const first = async (c: Asks) => { const [home] = await c.find(household, { customerId: '1', status: 'active' }, { limit: 5 }); return home; };
export const seen = (c: Asks) => c.visible(household, { match: { customerId: '1' }, limit: 1 });
export const statement = 'select id from op_household where customer_id = $1 order by id limit 1';
export const lawful = (c: Asks) => [c.find(household, { customerId: '1' }, { limit: 200 }), c.find(household, { id: '1' }, { first: 1 }), 'select id from op_household where customer_id = $1'];
export const related = \`select id from \${householdFacts} where customer_id = $1 limit 1\`;
`,
    'business/shop/rose.server.ts': `export const save = async (c: Asks) => {
  const [other] = (await c.find(rose, { name: '1' }, { first: 2 })).filter((one: Row) => one.id !== '1');
  if (other) throw new Error('taken');
  const same = await c.find(rose, { name: '1' }, { limit: 2 });
  if (same.some((one: Row) => one.id !== '1')) throw new Error('taken');
  const used = await c.sql.query('select 1 from roses where name = $1');
  if (used.length) throw new Error('used');
  const [bed] = await c.find(bedOf, { name: '1' }, { first: 1 });
  if (bed) throw new Error('another paper');
  if (!same.length) throw new Error('missing');
  await c.create(rose, {});
};
`,
    'business/shop/heads.server.ts': `import type { Context, Reading } from '#kernel/server';
const heads = new WeakMap<Context, string>();
let last: Reading | undefined;
export const keepPlanted = (of: Reading): void => {
  last = of;
};
const lists = new Map<string, { readonly of: Context }>();
export class PlantedHeads {
  static known = new Set<Reading>();
  readonly own = new Map<Context, string>();
}
export const plantedWorks = new Map<string, (context: Context) => void>();
export const plantedWork: (context: Context) => unknown = (context) => [heads, last, lists, new Set<Context>([context])];
`,
    'business/mobile/choice.view.tsx': 'export const lawful = () => <select />;\n',
    'business/shop/dictionaries.ts': anything,
    'business/shop/refusals.ts': anything,
    'business/shop/form/form.paper.ts': `import { text } from '#kernel/fields/text/text.ts';\nimport { anything } from '../dictionaries.ts';\nimport { may } from './form.rules.ts';\nimport pg from 'pg';\nexport const form = [text, anything, may, pg];\n`,
    'business/shop/form/form.rules.ts': `import { anything } from '../refusals.ts';\nimport Big from 'big.js';\nimport { cell } from '#kernel/fields/text/text.view.tsx';\nexport const may = [anything, Big, cell, Date.now()];\n`,
    'business/shop/form/form.server.ts': `import { form } from './form.paper.ts';\nimport { bill } from '#business/till/bill/bill.paper.ts';\nimport { secret } from '#business/till/bill/bill.server.ts';\nimport { page } from './form.screen.tsx';\nimport { sql as inner } from '#kernel/server/sql.ts';\nimport { sql as face } from '#kernel/server';\nexport const at = [new Date(), form, bill, secret, page, inner, face];\nexport const sql = 'select current_timestamp';\n`,
    'business/shop/form/form.relation.ts': `import { relation } from '#kernel/server';\nimport { form } from './form.paper.ts';\nimport { bill } from '#business/till/bill/bill.paper.ts';\nexport const formFacts = relation(form, [bill]);\n`,
    'business/shop/form/facts.view.tsx': `import { formFacts } from './form.relation.ts';\nexport const facts = formFacts;\n`,
    'business/shop/form/form.screen.tsx': `import { at } from './form.server.ts';\nimport { bill } from '#business/till/bill/bill.paper.ts';\nimport { rule } from '#business/till/bill/bill.rules.ts';\nimport { other } from '../../../kernel/web/table.tsx';\nexport const page = [at, bill, rule, other, import('#kernel/server/sql.ts')];\n`,
    'business/till/bill/bill.paper.ts': 'export const bill = 1;\n',
    'business/till/bill/bill.server.ts': 'export const secret = 1;\n',
    'business/till/bill/bill.rules.ts': 'export const rule = 1;\n',
    'web/main.tsx': `import { sql } from '#kernel/server/sql.ts';\nimport { page } from '#business/shop/form/form.screen.tsx';\nexport { sql, page };\n`,
    'server/main.ts': `import { page } from '#business/shop/form/form.screen.tsx';\nimport { at } from '#business/shop/form/form.server.ts';\nexport const served = [page, at, 'select localtime'];\n`,
    'tools/long.ts': `${lines(501)}\n`,
    'tools/long-function.ts': `export function long(): number {\n  let n = 0;\n${'  n += 1;\n'.repeat(100)}  return n;\n}\n`,
    'tools/deep.ts': `export function deep(a: boolean): number {\n  if (a) {\n    for (;;) {\n      while (a) {\n        if (a) return 1;\n      }\n    }\n  }\n  return 0;\n}\n`,
    'tools/complex.ts': `export const complex = (a: number): number => ${Array.from({ length: 13 }, (_, n) => `a === ${n} ? ${n} : `).join('')}0;\n`,
    'tools/one.ts': `import { two } from './two.ts';\nexport const one = () => two;\n`,
    'tools/two.ts': `import { one } from './one.ts';\nexport const two = () => one;\n`,
  },
  reported: [
    /language\/label\.ts:1 .*stands on nothing/,
    /language\/refusal\.ts:1 .*stands on nothing/,
    /text\/text\.ts:2 .*A field kind is pure/,
    /text\.view\.tsx:1 .*runs in the browser/,
    /text\.server\.ts:1 .*runs in Node/,
    /sql\.ts:1 .*\(now\(\)\)/,
    /sql\.ts:1 .*\(current_date\)/,
    /sql\.ts:1 .*\(localtimestamp\)/,
    /sql\.ts:2 .*clock is injected/,
    /sql\.ts:3 .*any/,
    ...['\\s+', '[\\w.]+', '[^>]*?', 'a+', 'x*', '[^]*?'].map(
      (part) => new RegExp(`server/read\\.ts:1 .*not linear: ${RegExp.escape(part)} `),
    ),
    /shop\/choice\.view\.tsx:1 .*native select/,
    /shop\/choice\.view\.tsx:2 .*native date/,
    /shop\/choice\.view\.tsx:3 .*native question/,
    /shop\/choice\.test\.ts:1 .*count asked once/,
    ...[2, 3, 7, 9].map((line) => new RegExp(`shop/heads\\.server\\.ts:${line} .*state of a module`)),
    ...[3, 5].map((line) => new RegExp(`shop/rose\\.server\\.ts:${line} .*stored once`)),
    ...[1, 2, 3, 4, 6].map((line) => new RegExp(`shop/homes\\.ts:${line} .*several homes`)),
    ...[1, 2, 3, 4, 5].map((line) => new RegExp(`server/kinds\\.ts:${line} .*compared by its name`)),
    /server\/shop\.ts:1 .*knows no business/,
    /web\/table\.tsx:1 .*runs in the browser/,
    /web\/table\.tsx:2 .*knows no business/,
    /form\.paper\.ts:4 .*are pure/,
    /form\.rules\.ts:3 .*are pure/,
    /form\.rules\.ts:4 .*clock is injected/,
    /form\.server\.ts:4 .*runs in Node/,
    /form\.server\.ts:5 .*public face/,
    /form\.server\.ts:7 .*clock is injected/,
    /form\.server\.ts:8 .*current_timestamp/,

    /form\.relation\.ts:3 .*A relation knows/,
    /facts\.view\.tsx:1 .*runs in the browser/,
    /form\.screen\.tsx:1 .*runs in the browser/,
    /form\.screen\.tsx:4 .*reached as/,
    /form\.screen\.tsx:5 .*runs in the browser/,
    /web\/main\.tsx:1 .*runs in the browser/,
    /server\/main\.ts:1 .*runs in Node/,
    /server\/main\.ts:3 .*localtime/,
    /long\.ts:.*max-lines/,
    /long-function\.ts:.*max-lines-per-function/,
    /deep\.ts:.*max-depth/,
    /complex\.ts:.*complexity/,
    /(one|two)\.ts:.*no-cycle/,
    /form\.(server\.ts|screen\.tsx):.*no-cycle/,
  ],
};
