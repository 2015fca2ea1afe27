import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { databaseUrl } from '#kernel/testing/template.ts';
import type { Actor } from '../session/actor.ts';
import { columnOf } from '#kernel/language/paper.ts';
import { keywordSql } from '../list/filter.ts';
import { Parameters } from '../database/statement.ts';
import { nearSql, pageSql } from '../list/list.ts';
import { tailedFields } from '../schema/paper-columns.ts';
import { searchSql, typedAs } from './search.ts';

const server = await openTestServer(import.meta.url);
const customers = 'blade-maintenance/webApi/ascustomer';
const found = async (caller: TestCaller, q: string): Promise<string[]> =>
  (await caller.get('blade-core/search', { q })).data.map((one: { label: string }) => one.label);
const draft = (name: string, phone: string, address: string): object => ({
  customerName: name,
  phone,
  addressDetail: address,
  customerServiceTeam: 'east',
});

async function actorOf(caller: TestCaller): Promise<Actor> {
  const tenancy = (await server.app.ports.tenancy(caller.tenantId))!;
  return {
    tenancy,
    person: (await server.app.ports.person(tenancy, caller.id))!,
    language: 'zh',
    origin: { requestId: randomUUID(), ip: '', channel: 'admin' },
  };
}

const scanned = (plan: unknown): string[] => {
  const node = plan as { 'Node Type': string; 'Relation Name'?: string; Plans?: unknown[] };
  return [
    ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []),
    ...(node.Plans ?? []).flatMap(scanned),
  ];
};

beforeAll(async () => {
  const cs = await server.as('as_admin');
  for (const [name, phone, address] of [
    ['白若溪', '13612342071', '万科城9号1102室'],
    ['温子衡', '15812344416', '御沁园22号'],
  ])
    expect((await cs.post(`${customers}/submit`, draft(name, phone, address))).status).toBe(200);
});

describe('the search over everything', () => {
  it('takes four digits for the end of a phone, letters for a number, and two characters for a part of a name', async () => {
    const admin = await server.as('as_admin');
    expect(await found(admin, '2071')).toEqual(['白若溪']);
    expect(await found(admin, '136 1234 2071')).toEqual(['白若溪']);
    expect(await found(admin, '若溪')).toEqual(['白若溪']);
    expect(await found(admin, '御沁')).toEqual(['温子衡']);
    expect((await found(admin, 'kh2026')).toSorted()).toEqual(['温子衡', '白若溪'].toSorted());
    expect(await found(admin, '溪')).toEqual([]);
    expect(await found(admin, "%'; drop")).toEqual([]);
  });
  it('shows the owner of a number first, then the home, then open rows', async () => {
    const admin = await server.as('as_admin');
    const cs = await server.as('as_cs');
    const at = 'blade-maintenance/webApi';
    const { data: owner } = await cs.post(`${customers}/submit`, draft('尹素琴', '13912347788', '锦云里8号'));
    const { data: home } = await cs.post(`${at}/registerMain/submit`, { customerId: owner.id, address: '锦云里8号' });
    const form = async (): Promise<string> =>
      (
        await cs.post(`${at}/asrepairform/submit`, {
          customerId: owner.id,
          registerMainId: home.id,
          customerName: '尹素琴',
          phone: '13912347788',
          address: '锦云里8号',
          description: '不制热',
          repairType: 'heatPump',
          faultCategory: 'noHeat',
          separate: true,
        })
      ).data.id;
    const [done, open] = [await form(), await form()];
    await server.tables("update asrepairform set repair_status = 'cancelled' where id = $1", [done]);
    const hits = async (more = {}) =>
      (
        (await admin.get('blade-core/search', { q: '139 1234 7788', ...more })).data as { paper: string; id: string }[]
      ).map((one) => [one.paper, one.id]);
    expect(await hits()).toEqual([
      ['customer', owner.id],
      ['serviceFile', home.id],
      ['repairForm', open],
      ['repairForm', done],
    ]);
    expect(await hits({ open: true })).toEqual([
      ['customer', owner.id],
      ['serviceFile', home.id],
      ['repairForm', open],
    ]);
  });
  it.each([
    ['021-58881234', '02158881234'],
    ['02158881234', '021-58881234'],
    ['0571-88123456', '057188123456'],
    ['021-58881234', '58881234'],
  ])('knows the landline %s typed as %s', (stored, typed) => {
    expect(typedAs(typed).shapes).toContain('phone');
    expect(typedAs(stored).shapes).toContain('phone');
  });
  it('names the match, and masks hidden values', async () => {
    const [hit] = (await (await server.as('as_admin')).inEnglish().get('blade-core/search', { q: '2071' })).data;
    expect(hit).toMatchObject({
      paper: 'customer',
      title: 'Customer',
      label: '白若溪',
      matched: { field: 'Mobile', text: '136****2071' },
      path: '/maintenance/ascustomer',
    });
    expect(JSON.stringify(hit)).not.toContain('13612342071');
  });
  it('reveals no row of another company, of another team, or of a paper without the right', async () => {
    expect(await found(await server.as('admin', { tenantId: '100001' }), '若溪')).toEqual([]);
    expect(await found(await server.as('as_leader', { who: 'west', teams: ['west'] }), '若溪')).toEqual([]);
    expect(await found(await server.as('as_leader', { who: 'east', teams: ['east'] }), '若溪')).toEqual(['白若溪']);
    expect(await found(await server.as('as_customer'), '若溪')).toEqual([]);
  });
  it.each(['2071', '13612342071', 'BX2026', '若溪', 'SN12345', 'AA:BB:CC'])(
    'walks along an index for %s',
    async (typed) => {
      const actor = await actorOf(await server.as('as_admin'));
      const statement = searchSql(server.app, actor, typedAs(typed))!;
      const plan = await server.app.db.write(actor.tenancy, async (sql) => {
        await sql.query('set local enable_seqscan = off');
        return sql.query<{ 'QUERY PLAN': { Plan: unknown }[] }>(
          `explain (format json) ${statement.text}`,
          statement.values,
        );
      });
      expect(scanned(plan[0]['QUERY PLAN'][0].Plan)).toEqual([]);
      expect(JSON.stringify(plan)).toContain('Index Cond');
    },
  );
});

describe('the search of a list', () => {
  it.each([
    { keyword: '4416' },
    { keyword: '1102' },
    { keyword: '9号1102' },
    { keyword: '若溪' },
    { keyword: '1' },
    { customerName: '白', customerServiceTeam: 'east' },
  ])('finds the same among the newest rows as by the index: %j', async (query) => {
    const actor = await actorOf(await server.as('as_admin'));
    const reading = {
      paper: server.app.papers.get('customer')!,
      tenantId: actor.tenancy.tenantId,
      where: [{ kind: 'all' }] as const,
      query,
      now: '2026-11-23 10:00:00',
    };
    const ids = async ({ text, values }: { text: string; values: unknown[] }): Promise<string[]> =>
      server.app.db.read(actor.tenancy, async (sql) =>
        (await sql.query<{ id: string }>(text, values)).map((row) => row.id),
      );
    const near = await ids(nearSql(server.app, reading, ['customerName'], 10, 0)!);
    expect(near.length).toBeGreaterThan(0);
    expect(near).toEqual(await ids(pageSql(server.app, reading, ['customerName'], 10, 0)));
    expect(
      nearSql(server.app, { ...reading, query: { ...query, ascs: 'customerName' } }, ['customerName'], 10, 0),
    ).toBeNull();
    expect(
      nearSql(server.app, { ...reading, query: { customerServiceTeam: 'east' } }, ['customerName'], 10, 0),
    ).toBeNull();
  });
  it('keeps conditions by index apart from the comparison: joined by “or”, each row found would be split again', () => {
    const paper = server.app.papers.get('customer')!;
    const has = { text: true, tails: tailedFields(paper) };
    const ends = has.tails.map((name) => `t.${columnOf(name)}_tail = $n`).join(' or ');
    const condition = keywordSql(paper, '4416', new Parameters(), has)!.replaceAll(/\$\d+/g, '$n');
    expect(ends).not.toBe('');
    expect(condition).toBe(
      `((search_parts(t.search_text) @> search_terms($n) or ${ends}) and (t.search_text like $n or ${ends}))`,
    );
  });
  it.each([
    ['bx20', ['20', 'bx', 'x2']],
    ['kh202611', ['2026', '2611']],
    ['BX202611260695', ['0695', '1126']],
    ['1234', ['1234']],
    ['万科9号1102', ['1102', '9号', '万科', '号1', '科9']],
  ])('looks for %s by the parts that distinguish rows', async (text, terms) => {
    const [row] = await server.tables<{ terms: string[]; held: boolean }>(
      'select search_terms($1) as terms, search_parts($1) @> search_terms($1) as held',
      [text],
    );
    expect(row).toEqual({ terms, held: true });
  });
  it('continues with older rows where the newest do not fill the page', async () => {
    const { total, records } = (
      await (await server.as('as_admin')).get(`${customers}/list`, { keyword: '若溪', size: 5 })
    ).data;
    expect([total, records.length]).toEqual([1, 1]);
  });
});

describe('a text as people paste it', () => {
  it('finds the same rows in lists, filters, the search of all and the desk', async () => {
    const by = await server.as('as_admin');
    for (const one of [
      draft('宝利（华东）公司', '13866007711', '永嘉路11号（北门）'),
      draft('宝利(华南)公司', '13866007722', '永嘉路22号'),
    ])
      expect((await by.post(`${customers}/submit`, one)).status).toBe(200);
    const names = async (query: Record<string, string>): Promise<string[]> =>
      (await by.get(`${customers}/list`, query)).data.records.map((row: { customerName: string }) => row.customerName);
    const both = ['（华东）', '(华东)', '（华东)', '宝利(华东'];
    for (const typed of both) {
      expect(await names({ keyword: typed }), typed).toEqual(['宝利（华东）公司']);
      expect(await names({ customerName_like: typed }), typed).toEqual(['宝利（华东）公司']);
      expect(await found(by, typed), typed).toEqual(['宝利（华东）公司']);
    }
    expect(await names({ customerName_like: '（华南）' })).toEqual(['宝利(华南)公司']);
    expect(await names({ customerName_notlike: '(华东)', keyword: '宝利' })).toEqual(['宝利(华南)公司']);
    for (const typed of [
      '008613866007711',
      '（+86）138.6600.7711',
      '(+86) 138–6600–7711',
      '１３８ ６６００ ７７１１',
    ]) {
      expect(await names({ keyword: typed }), typed).toEqual(['宝利（华东）公司']);
      expect(await names({ phone: typed }), typed).toEqual(['宝利（华东）公司']);
      expect(await found(by, typed), typed).toEqual(['宝利（华东）公司']);
      const desk = await by.get('blade-maintenance/webApi/desk/find', { text: typed });
      expect(JSON.stringify(desk.data), typed).toContain('宝利（华东）公司');
    }
  });
});

async function unmark(url: string): Promise<void> {
  const marks = new pg.Client({ connectionString: url });
  await marks.connect();
  for (const text of ['textlike(text, text)', 'arraycontains(anyarray, anyarray)', 'search_parts(text)'])
    await marks.query(`alter function ${text} not leakproof`);
  await marks.end();
}

describe('the search without leakproof operators', () => {
  const superUrl = process.env.ANJU_TEST_SUPER_URL;
  it('uses functions of the owner, and finds the same rows', async () => {
    // Without a superuser no function was ever marked as leakproof, and all tests search this way.
    if (superUrl) await unmark(databaseUrl(superUrl, new URL(server.ownerUrl).pathname.slice(1)));
    Object.assign(server.app, { can: { searchIndex: false } });
    const admin = await server.as('as_admin');
    expect(await found(admin, '若溪')).toEqual(['白若溪']);
    expect(await found(await server.as('admin', { tenantId: '100001' }), '若溪')).toEqual([]);
    const queries: Record<string, string>[] = [
      { keyword: '御沁' },
      { customerName: '子衡' },
      { addressDetail_like: '御沁园' },
    ];
    for (const query of queries)
      expect(
        (await admin.get(`${customers}/list`, query)).data.records.map(
          (row: { customerName: string }) => row.customerName,
        ),
      ).toEqual(['温子衡']);
    expect(
      (await admin.get('blade-core/options', { paper: 'customer', q: '若溪' })).data.map(
        (row: { label: string }) => row.label,
      ),
    ).toEqual(['白若溪']);
    expect((await admin.get(`${customers}/list`, { keyword: '100%' })).data.total).toBe(0);
  });
});
