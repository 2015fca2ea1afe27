import { createHmac } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sealAll } from '#kernel/server/secrets/seals/seal.ts';
import { readHeads } from '#kernel/server/secrets/seals/heads.ts';
import { verifyAudit } from '#kernel/server/secrets/seals/verify.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { checkAudit, sealAndSend } from './audit-check.server.ts';

const server = await openTestServer(import.meta.url, { env: { CALL_LOG: 'on', OUTBOUND_HOSTS: '127.0.0.1' } });
const admin = await server.as('admin', { who: 'keeper' });
const cs = await server.as('as_cs');
// An administrator to notify of a broken chain.
await server.as('administrator');

interface Verified {
  readonly entries: number;
  readonly waiting: number;
  readonly findings: string[];
}

/** Return the result of a job when it is done. */
async function ended(who: TestCaller, job: string): Promise<Verified> {
  await expect
    .poll(async () => (await who.get('blade-core/job', { id: job })).data.state, { timeout: 20_000 })
    .toBe('done');
  return (await who.get('blade-core/job', { id: job })).data.answer;
}

/** Verify as on the page: request it, and wait for the job. */
const verifiedBy = async (who: TestCaller): Promise<Verified> =>
  ended(who, (await who.post('blade-log/audit/verify')).data.job);

/** The requests that a simulated server outside of this installation received, with the newest seals. */
const received: { body: string; signature: string }[] = [];
let taking = 200;
const keeper = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    if (taking === 200) received.push({ body, signature: String(request.headers['x-anju-signature']) });
    response.writeHead(taking, taking === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end();
  });
});
await new Promise<void>((resolve) => {
  keeper.listen(0, '127.0.0.1', resolve);
});
afterAll(() => {
  keeper.close();
});
const keeperPort = (keeper.address() as AddressInfo).port;

describe('审计链 The chain of the audit', () => {
  const checked = () => checkAudit(server.app);
  const audited = (most: number) =>
    server.tables<{ id: string; action: string }>(
      `select id::text as id, action from anju_audit where tenant_id = '000000' order by id desc limit ${most}`,
    );
  const listed = (found: { findings: readonly { log: string; breach: string; id: string }[] }): string[] =>
    found.findings.map((one) => `${one.log} ${one.breach} ${one.id}`);

  it('改动、删除、插入任一条，或改动封印，核对都说出是哪一条 verification names a changed, deleted or inserted entry, and a forged seal', async () => {
    for (const name of ['甲', '乙', '丙', '丁', '戊'])
      expect(
        (
          await admin.post('blade-system/post/submit', {
            category: 1,
            postCode: `chain-${name}`,
            postName: name,
            sort: 1,
          })
        ).status,
      ).toBe(200);
    expect(await checked()).toMatchObject({ findings: [], waiting: 0 });
    expect((await verifiedBy(admin)).findings).toEqual([]);
    for (const ask of [cs.get('blade-log/audit/verify'), cs.post('blade-log/audit/verify')])
      expect((await ask).status).toBe(403);
    const [e, d, c, b] = await audited(4);
    // Change and delete entries as the owner of the database could.
    const [{ remark }] = await server.tables<{ remark: string | null }>('select remark from anju_audit where id = $1', [
      b.id,
    ]);
    await server.tables("update anju_audit set remark = '没有发生过' where id = $1", [b.id]);
    expect(listed(await checked())).toEqual([`audit changed ${b.id}`]);
    expect((await verifiedBy(admin)).findings[0]).toContain(`条目 ${b.id}`);
    expect((await verifiedBy(admin.inEnglish())).findings[0]).toMatch(new RegExp(`entry ${b.id}`, 'i'));
    // A second request during the run gets the same job; other people do not see it.
    const twice = await Promise.all([
      admin.post('blade-log/audit/verify'),
      admin.post('blade-log/audit/verify'),
      admin.get('blade-log/audit/verify'),
    ]);
    for (const { data } of twice) await ended(admin, data.job);
    expect(
      (await (await server.as('admin', { who: 'curious' })).get('blade-core/job', { id: twice[0].data.job })).status,
    ).toBe(404);
    const notices = await server.tables<{ title: string }>(
      "select m.title from asmessage m where m.message_event = 'system'",
    );
    expect(notices.length).toBe(
      (
        await server.tables(
          "select 1 from blade_user u where tenant_id = '000000' and is_deleted = 0 and status = 1 and (select id from blade_role where role_alias = 'administrator' and tenant_id = '000000') = any(u.role_id)",
        )
      ).length,
    );
    await server.tables('update anju_audit set remark = $2 where id = $1', [b.id, remark]);
    expect(listed(await checked())).toEqual([]);
    const [kept] = await server.tables('delete from anju_audit where id = $1 returning *', [c.id]);
    expect(listed(await checked())).toEqual([`audit missing ${c.id}`]);
    const columns = Object.keys(kept);
    await server.tables(
      `insert into anju_audit (${columns.join(', ')}) select ${columns.join(', ')} from jsonb_populate_record(null::anju_audit, $1)`,
      [JSON.stringify({ ...kept, changes: kept.changes })],
    );
    expect(listed(await checked())).toEqual([]);
    // Insert an entry into the past, with an unused number.
    await server.tables(
      "insert into anju_audit (id, tenant_id, seq, paper, action, at) select id - (7200000::bigint << 21), tenant_id, -1, paper, action, at - interval '2 hours' from anju_audit where id = $1",
      [d.id],
    );
    expect(listed(await checked())[0]).toMatch(/^audit inserted \d+$/);
    await server.tables('delete from anju_audit where seq = -1');
    // Replace a seal's hash by one that this server did not sign.
    await server.tables(
      "update anju_seal set hash = sha256('forged') where tenant_id = '000000' and log = 'audit' and no = 1",
    );
    expect(listed(await checked())[0]).toBe('audit seal 1');
    expect(e.id > d.id).toBe(true);
  });

  it('并发写入都进链；删去末尾的封印与条目也会被发现；按保留期清理不断链 parallel writers are all chained, a cut-off end is noticed, and what is cleared as too old breaks nothing', async () => {
    const other = await server.as('admin', { tenantId: '100001' });
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        other.post('blade-system/post/submit', { category: 1, postCode: `p-${at}`, postName: `岗${at}`, sort: at }),
      ),
    );
    const [sealed, again] = await Promise.all([sealAll(server.app), sealAll(server.app)]);
    expect(sealed + again).toBeGreaterThanOrEqual(12);
    const own = async () => verifyAudit(server.app, '100001');
    expect(await own()).toMatchObject({ findings: [], waiting: 0 });
    await other.post('blade-system/post/submit', { category: 1, postCode: 'p-last', postName: '最后', sort: 99 });
    await sealAll(server.app);
    expect((await own()).findings).toEqual([]);
    const [end] = await server.tables(
      "delete from anju_seal where tenant_id = '100001' and log = 'audit' and no = (select max(no) from anju_seal where tenant_id = '100001' and log = 'audit') returning *",
    );
    const gone = await server.tables("delete from anju_audit where tenant_id = '100001' and id = any($1) returning *", [
      end.ids,
    ]);
    expect(listed(await own())).toEqual([`audit rewound ${String(end.no)}`]);
    expect(gone.length).toBe(1);
    // The database role of the product may change no entry.
    await expect(
      server.app.db.read({ tenantId: '100001', zone: 'Asia/Shanghai' }, (sql) =>
        sql.query("update anju_audit set remark = 'x' where tenant_id = '100001'"),
      ),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      server.app.db.read({ tenantId: '100001', zone: 'Asia/Shanghai' }, (sql) =>
        sql.query("delete from anju_seal where tenant_id = '100001'"),
      ),
    ).rejects.toMatchObject({ code: '42501' });
    const third = await server.as('admin', { tenantId: '100002' });
    // More entries than series, since clearing keeps the last of each series.
    for (let n = 0; n < 12; n++)
      await third.post('blade-system/post/submit', { category: 1, postCode: `old-${n}`, postName: `旧${n}`, sort: n });
    await sealAll(server.app);
    await server.tables(
      "insert into blade_param (id, tenant_id, param_name, param_key, param_value, create_time, update_time) values (next_id($1), '100002', '保留', 'log.audit.keepYears', '2', now(), now())",
      [server.clock.ms()],
    );
    await third.post('blade-system/post/submit', { category: 1, postCode: 'new', postName: '新', sort: 2 });
    const before = await server.tables("select id from anju_audit where tenant_id = '100002'");
    server.clock.set(server.clock.ms() + 3 * 365.25 * 86_400_000);
    await checkAudit(server.app);
    const after = await server.tables("select id from anju_audit where tenant_id = '100002'");
    expect([before.length > after.length, (await verifyAudit(server.app, '100002')).findings]).toEqual([true, []]);
    server.clock.set(server.clock.ms() - 3 * 365.25 * 86_400_000);
  });

  it('未封之前抽走一条，编号的缺口说得出来 an entry deleted before its seal leaves a gap in its series', async () => {
    const company = '100005';
    const other = await server.as('admin', { tenantId: company });
    for (let n = 0; n < 30; n++)
      await other.post('blade-system/post/submit', { category: 1, postCode: `g-${n}`, postName: `岗${n}`, sort: n });
    const own = async (): Promise<string[]> => listed(await verifyAudit(server.app, company));
    expect(await own()).toEqual([]);
    const [gone] = await server.tables<{ seq: string }>(
      `delete from anju_audit where tenant_id = $1 and seq = (select a.seq from anju_audit a join anju_audit n on n.tenant_id = a.tenant_id and n.seq = a.seq + 1
        join anju_audit b on b.tenant_id = a.tenant_id and b.seq = a.seq - 1 where a.tenant_id = $1 limit 1) returning seq`,
      [company],
    );
    const [series, number] = [BigInt(gone.seq) / 1_000_000_000_000n, BigInt(gone.seq) % 1_000_000_000_000n];
    expect(await own()).toEqual([`audit missing #${series}-${number}`]);
    // A missing last entry is noticed too, although it leaves no gap.
    const [last] = await server.tables<{ seq: string }>(
      'delete from anju_audit where tenant_id = $1 and seq = (select max(seq) from anju_audit where tenant_id = $1) returning seq',
      [company],
    );
    expect(await own()).toContain(
      `audit missing #${BigInt(last.seq) / 1_000_000_000_000n}-${BigInt(last.seq) % 1_000_000_000_000n}`,
    );
    // So is a series of which every entry is missing.
    const all = await server.tables<{ seq: string }>(
      'delete from anju_audit where tenant_id = $1 and seq / 1000000000000 = (select min(seq) / 1000000000000 from anju_audit where tenant_id = $1) returning seq',
      [company],
    );
    const whole = all.map(({ seq }) => BigInt(seq)).reduce((most, seq) => (seq > most ? seq : most));
    expect((await own()).some((one) => one.startsWith(`audit missing #${whole / 1_000_000_000_000n}-`))).toBe(true);
  });

  it('超级用户截去末尾：每次封印都记在库外，封印之后马上截也会被发现，再封也盖不住 a cut end is found at once, since each seal is remembered beside the database; no later seal covers it up', async () => {
    const company = '100004';
    const other = await server.as('admin', { tenantId: company });
    const write = (postCode: string): Promise<unknown> =>
      other.post('blade-system/post/submit', { category: 1, postCode, postName: postCode, sort: 1 });
    const own = async () => verifyAudit(server.app, company);
    const cut = async (log: string, table: string): Promise<number> => {
      const [end] = await server.tables<{ no: number; ids: string[] }>(
        'delete from anju_seal where tenant_id = $1 and log = $2 and no = (select max(no) from anju_seal where tenant_id = $1 and log = $2) returning no, ids',
        [company, log],
      );
      await server.tables(`delete from ${table} where tenant_id = $1 and id = any($2)`, [company, end.ids]);
      return end.no;
    };
    await write('c-1');
    await sealAll(server.app);
    await write('c-2');
    await sealAll(server.app);
    // The last entries are deleted before any verification has run, so that only the next seals can show it.
    const no = await cut('audit', 'anju_audit');
    await write('c-3');
    await sealAll(server.app);
    await write('c-4');
    await sealAll(server.app);
    expect(listed(await own())).toContain(`audit rewound ${no}`);
    // Delete all entries and seals of the company, as if it never had a log.
    await server.tables('delete from anju_seal where tenant_id = $1', [company]);
    await server.tables('delete from anju_audit where tenant_id = $1', [company]);
    expect(listed(await own())).toContain(`audit rewound ${no}`);
  });

  it('两个进程同时封印不同的公司，库外的末端一个不丢 two processes that seal at once lose no chain end', async () => {
    const companies = ['100005', '100006', '100007'];
    for (const tenantId of companies)
      await (
        await server.as('admin', { tenantId })
      ).post('blade-system/post/submit', { category: 1, postCode: 'h-1', postName: '甲', sort: 1 });
    await Promise.all([
      sealAll(server.app),
      sealAll(server.app),
      ...companies.map((one) => verifyAudit(server.app, one)),
    ]);
    await sealAll(server.app);
    const heads = readHeads(server.app);
    for (const tenantId of companies)
      expect(heads[`${tenantId} audit`].no, tenantId).toBe(
        (
          await server.tables<{ no: number }>(
            "select max(no) as no from anju_seal where tenant_id = $1 and log = 'audit'",
            [tenantId],
          )
        )[0].no,
      );
    expect(readdirSync(server.app.dataDir).filter((name) => name.startsWith('audit-heads'))).toEqual([
      'audit-heads.json',
    ]);
  });

  it('链的末端推送到公司指定的地址：带签名，没收下的再送，不许去的地方不去 the ends are sent where somebody else keeps them: signed, again until they are taken, and nowhere that is not allowed', async () => {
    const address = async (value: string): Promise<void> => {
      await server.tables("delete from blade_param where param_key = 'log.audit.headsTo'");
      await server.tables(
        "insert into blade_param (id, tenant_id, param_name, param_key, param_value, create_time, update_time) values (next_id($1), '000000', '推送', 'log.audit.headsTo', $2, now(), now())",
        [server.clock.ms(), value],
      );
      server.app.ports.forget('000000');
    };
    await sealAndSend(server.app);
    expect(received).toEqual([]);
    // These addresses are set as the parameter, but the operator of the server does not allow them.
    for (const wrong of [
      `http://localhost:${keeperPort}/`,
      'http://169.254.169.254/',
      'file:///etc/passwd',
      `http://a:b@127.0.0.1:${keeperPort}/`,
      'nowhere',
    ]) {
      await address(wrong);
      await expect(sealAndSend(server.app), wrong).rejects.toThrow('log.audit.headsTo');
    }
    await address(`http://127.0.0.1:${keeperPort}/ends`);
    for (const status of [500, 302]) {
      taking = status;
      await expect(sealAndSend(server.app)).rejects.toThrow();
    }
    taking = 200;
    await sealAndSend(server.app);
    await sealAndSend(server.app);
    expect(received).toHaveLength(1);
    const [{ body, signature }] = received;
    expect(signature).toBe(createHmac('sha256', server.app.sealKey).update(body).digest('base64url'));
    expect(JSON.parse(body).heads).toEqual(readHeads(server.app));
    await (
      await server.as('admin', { tenantId: '100007' })
    ).post('blade-system/post/submit', { category: 1, postCode: 'sent', postName: '推送', sort: 1 });
    await sealAndSend(server.app);
    expect(received).toHaveLength(2);
  });

  it('积压很多时分批封印：中途停下不丢不乱，迟到的也进链，之后逐条可核对 a great backlog is sealed batch by batch; a stop in the middle costs nothing, late ones are chained too, and all of it verifies', async () => {
    const company = '100003';
    await (await server.as('admin', { tenantId: company })).get('blade-system/post/list');
    // All entries are from the last hour, in which late entries are still accepted. The trigger refuses seals of more
    // than 200 entries, such as those of the scheduled job, until this test ends.
    await server.tables(
      `create function stop_sealing() returns trigger language plpgsql as $$ begin if new.no = 5 or cardinality(new.ids) > 200 then raise 'stopped'; end if; return new; end $$`,
    );
    await server.tables(
      `create trigger stop_sealing before insert on anju_seal for each row when (new.tenant_id = '${company}') execute function stop_sealing()`,
    );
    await server.tables(
      `insert into anju_audit (id, tenant_id, seq, paper, row_id, action, at, person_name, changes) select ($2::bigint << 21) + 2 * g, $1, g, 'post', g, 'edit', to_timestamp($2 / 1000.0), '老周', '[]' from generate_series(1, 3000) g`,
      [company, server.clock.ms()],
    );
    const own = async () => verifyAudit(server.app, company);
    await expect(
      (async () => {
        for (;;) await sealAll(server.app, 200);
      })(),
    ).rejects.toThrow('stopped');
    expect(await own()).toMatchObject({ entries: 800, seals: 4, waiting: 2200, findings: [] });
    await server.tables(
      "create or replace function stop_sealing() returns trigger language plpgsql as $$ begin if cardinality(new.ids) > 200 then raise 'stopped'; end if; return new; end $$",
    );
    const sealed = async (): Promise<void> => {
      while ((await own()).waiting > 0) await sealAll(server.app, 200);
    };
    await sealed();
    expect(await own()).toMatchObject({ entries: 3000, seals: 15, waiting: 0, findings: [] });
    // An entry that is committed late, with an id in the middle of sealed ones.
    await server.tables(
      "insert into anju_audit (id, tenant_id, seq, paper, row_id, action, at) select id + 1, tenant_id, 3001, paper, row_id, 'edit', at from anju_audit where tenant_id = $1 and seq = 1500",
      [company],
    );
    await sealed();
    expect(await own()).toMatchObject({ entries: 3001, seals: 16, waiting: 0, findings: [] });
    const [{ id }] = await server.tables<{ id: string }>(
      "update anju_audit set person_name = '老王' where tenant_id = $1 and seq = 2222 returning id",
      [company],
    );
    expect(listed(await own())).toEqual([`audit changed ${id}`]);
    await server.tables('drop trigger stop_sealing on anju_seal');
  });
});
