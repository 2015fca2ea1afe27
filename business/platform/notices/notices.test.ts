import sharp from 'sharp';
import { expect, test } from 'vitest';
import { removeOrphans } from '#kernel/server/files/orphans.ts';
import { uploadSheetFile } from '#kernel/testing/sheets.ts';
import type { Answer, TestCaller } from '#kernel/testing/test-server.ts';
import { openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const manager = await server.as('as_manager');
const cs = await server.as('as_cs');
const technician = await server.as('as_technician');
const store = await server.as('as_store');

const body = (over: object = {}) => ({
  title: '冬季作息调整',
  category: 1,
  releaseTime: '2026-11-23 09:00:00',
  content: '<p>自<strong>12月1日</strong>起</p>',
  ...over,
});
const recent = async (who: TestCaller) =>
  (await who.get('blade-desk/notice-receipt/recent')).data as {
    unread: number;
    notices: { id: string; title: string; readTime: string | null }[];
  };
const titles = async (who: TestCaller): Promise<string[]> => (await recent(who)).notices.map((one) => one.title);

test('a notice without receivers reaches everybody once, and counts its readers', async () => {
  const saved = await manager.post('blade-desk/notice/submit', body());
  expect(saved.status, saved.msg).toBe(200);
  expect(await titles(cs)).toEqual(['冬季作息调整']);
  const [{ id }] = (await recent(cs)).notices;
  const whole = await cs.get('blade-desk/notice-receipt/detail', { id });
  expect(whole.data).toMatchObject({
    title: '冬季作息调整',
    content: '<p>自<strong>12月1日</strong>起</p>',
    readTime: '',
  });
  expect((await cs.post('blade-desk/notice-receipt/read', { ids: id })).data.count).toBe(1);
  expect((await cs.post('blade-desk/notice-receipt/read', { ids: id })).data.count).toBe(0);
  expect((await recent(cs)).unread).toBe(0);
  const row = (await manager.get('blade-desk/notice/detail', { id: saved.data.id })).data;
  expect(row).toMatchObject({ isReleased: true, readCount: 1 });
  expect(row.receiverCount).toBeGreaterThan(3);
  expect(
    (await manager.post('blade-desk/notice/submit', { id: saved.data.id, title: '冬季作息调整（更正）' })).status,
  ).toBe(200);
  expect(await titles(cs)).toEqual(['冬季作息调整（更正）']);
  expect((await recent(cs)).unread).toBe(0);
  expect((await manager.post(`blade-desk/notice/remove?ids=${saved.data.id}`)).status).toBe(200);
  expect(await titles(cs)).toEqual([]);
});

test('a notice reaches exactly its departments with those below, roles and people', async () => {
  const [{ id: role }] = await server.tables<{ id: string }>(
    "select id::text as id from blade_role where tenant_id = '000000' and role_alias = 'as_technician'",
  );
  const [{ id: dept }] = await server.tables<{ id: string }>(
    'select dept_id[1]::text as id from blade_user where id = $1',
    [store.id],
  );
  const sent = await manager.post(
    'blade-desk/notice/save',
    body({ title: '库存盘点', receiverRoles: [role], receiverDepts: [dept] }),
  );
  expect(sent.status, sent.msg).toBe(200);
  expect([await titles(technician), await titles(store), await titles(cs)]).toEqual([['库存盘点'], ['库存盘点'], []]);
  expect(
    (
      await manager.post('blade-desk/notice/update', {
        id: sent.data.id,
        receiverRoles: [],
        receiverDepts: [],
        receiverUsers: [cs.id],
      })
    ).status,
  ).toBe(200);
  expect([await titles(technician), await titles(store), await titles(cs)]).toEqual([[], [], ['库存盘点']]);
  const other = await server.as('admin', { tenantId: '100001' });
  expect((await other.get('blade-desk/notice/detail', { id: sent.data.id })).status).toBe(404);
  expect((await cs.get('blade-desk/notice/list')).status).toBe(403);
  const [mine] = (await recent(cs)).notices;
  expect((await technician.get('blade-desk/notice-receipt/detail', { id: mine.id })).status).toBe(404);
  expect((await technician.post('blade-desk/notice-receipt/read', { ids: mine.id })).data.count).toBe(0);
  expect((await technician.post('blade-desk/notice-receipt/read', { ids: 'x' })).reason).toBe('platform.whichNotices');
});

test('a notice with a later release waits for its minute', async () => {
  const later = await manager.post(
    'blade-desk/notice/submit',
    body({ title: '年会', releaseTime: '2026-11-23 12:00:00' }),
  );
  expect(later.data.isReleased).toBe(false);
  await server.app.jobs.run('notice.release');
  expect(await titles(store)).not.toContain('年会');
  server.clock.pass(3 * 3_600_000);
  await server.app.jobs.run('notice.release');
  server.clock.pass(-3 * 3_600_000);
  expect(await titles(store)).toContain('年会');
  expect((await manager.get('blade-desk/notice/detail', { id: later.data.id })).data.isReleased).toBe(true);
});

test('active content is removed on save, in any form', async () => {
  const attacks = [
    '<p onclick="steal()">字</p><script>steal()</script>',
    '<p>字</p><img src=x onerror=steal()>',
    '<p><a href="javascript:steal()">字</a></p>',
    '<p><a href="&#106;avascript:steal()">字</a></p>',
    '<p style="position:fixed">字</p><iframe src="//evil"></iframe>',
    '<svg onload=steal()><p>字</p></svg>',
    '<p>字</p><style>p{}</style>',
    '<math><mtext><p>字<script>steal()</script>',
    '\u003cscript\u003esteal()\u003c/script\u003e<p>字</p>',
  ];
  for (const content of attacks) {
    const saved = await manager.post(
      'blade-desk/notice/submit',
      body({ title: '攻击', content, releaseTime: '2027-01-01 00:00:00' }),
    );
    expect(saved.status, content).toBe(200);
    const [{ content: stored }] = await server.tables<{ content: string }>(
      'select content from blade_notice where id = $1',
      [saved.data.id],
    );
    expect(stored, content).toContain('字');
    expect(stored, content).not.toMatch(/script|onclick|onerror|onload|steal|iframe|style|svg/i);
  }
  expect((await manager.post('blade-desk/notice/submit', body({ content: '<p></p>' }))).data.fields).toEqual([
    { field: 'content', msg: '请输入通知内容' },
  ]);
});

const picture = async (who: TestCaller): Promise<{ link: string; attachId: string }> =>
  (
    await uploadSheetFile(
      who,
      'blade-resource/oss/endpoint/put-file',
      await sharp({ create: { width: 30, height: 20, channels: 3, background: '#1463b8' } })
        .png()
        .toBuffer(),
      '安装.png',
    )
  ).data;
const contentOf = async (who: TestCaller, title: string): Promise<string> => {
  const { id } = (await recent(who)).notices.find((one) => one.title === title)!;
  return (await who.get('blade-desk/notice-receipt/detail', { id })).data.content as string;
};
const heldBy = (id: string) =>
  server.tables<{ bound: boolean }>(
    'select bound, paper_name as paper, row_id::text as row from blade_attach where id = $1',
    [id],
  );

test('external, scripted, inline or foreign pictures are removed on save', async () => {
  const [own, strange] = [await picture(manager), await picture(cs)];
  const taken = (
    await manager.post('blade-desk/notice/submit', body({ title: '别处', content: `<p>x</p><img src="${own.link}">` }))
  ).data.id;
  const fresh = await picture(manager);
  const sources = [
    '<img src="https://evil.example/a.png">',
    '<img src="//evil.example/file/1">',
    `<img src="https://evil.example/api/blade-resource/file/${fresh.attachId}">`,
    '<img src=x onerror=alert(1)>',
    `<img src="data:image/png;base64,AA==">`,
    `<img src='${strange.link}'>`,
    `<img src="att:${own.attachId}">`,
    '<img src="att:1">',
    `<svg><image href="att:${fresh.attachId}"/></svg>`,
    `<img src="${fresh.link}" onerror="alert(1)" style="position:fixed" srcset="https://evil.example/b.png 2x">`,
    `&lt;img src="att:${own.attachId}" /&gt;`,
  ];
  const made = (
    await manager.post('blade-desk/notice/submit', body({ title: '攻击', content: `<p>看</p>${sources.join('')}` }))
  ).data;
  const [{ content }] = await server.tables<{ content: string }>('select content from blade_notice where id = $1', [
    made.id,
  ]);
  expect([...content.matchAll(/<[^>]*>/g)].map(([tag]) => tag)).toEqual([
    '<p>',
    '</p>',
    `<img src="att:${fresh.attachId}" />`,
  ]);
  // A text that only resembles a picture remains text.
  expect(await contentOf(cs, '攻击')).not.toContain(`file/${own.attachId}`);
  expect(await heldBy(own.attachId)).toEqual([{ bound: true, paper: 'notice', row: taken }]);
  expect((await heldBy(strange.attachId))[0].bound).toBe(false);
});

test('a copy of a notice gets its own files of its pictures, only from the copied row and only if the caller sees it', async () => {
  const [one, elsewhere, strange] = [await picture(manager), await picture(manager), await picture(cs)];
  const content = `<p>如图</p><img src="${one.link}" alt="安装位置"><p>再看</p><img src="${one.link}">`;
  const source = (await manager.post('blade-desk/notice/submit', body({ title: '原通知', content }))).data.id as string;
  await manager.post(
    'blade-desk/notice/submit',
    body({ title: '另一个', content: `<p>x</p><img src="${elsewhere.link}">` }),
  );
  const copy = (
    await manager.send('POST', `blade-desk/notice/copy?id=${source}`, {
      body: '{"draft":true}',
      headers: { 'Content-Type': 'application/json' },
    })
  ).data;
  const stored = async (id: string): Promise<string> =>
    (await server.tables<{ content: string }>('select content from blade_notice where id = $1', [id]))[0].content;
  const shown = (text: string): string[] => [...text.matchAll(/att:(\d+)/g)].map(([, id]) => id);
  // Pictures are dropped if their file is of another row, another person's upload, or unknown.
  const forged = ['att:1', `att:${elsewhere.attachId}`, strange.link].map((src) => `<img src="${src}">`).join('');
  const made = await manager.post('blade-desk/notice/submit', {
    ...copy,
    title: '副本',
    content: `${copy.content}${forged}`,
  });
  expect(made.status, made.msg).toBe(200);
  const text = await stored(made.data.id);
  const [fresh, again, ...more] = shown(text);
  expect([fresh === again, fresh === one.attachId, more]).toEqual([true, false, []]);
  expect(text).toBe(`<p>如图</p><img src="att:${fresh}" alt="安装位置" /><p>再看</p><img src="att:${fresh}" />`);
  expect(await heldBy(fresh)).toEqual([{ bound: true, paper: 'notice', row: made.data.id }]);
  expect(await heldBy(one.attachId)).toEqual([{ bound: true, paper: 'notice', row: source }]);
  // The copy has its own file: after the source drops its picture, the copy still shows it.
  await manager.post('blade-desk/notice/submit', { id: source, content: '<p>无图</p>' });
  await server.tables('update blade_attach set is_deleted = 1 where id = $1', [one.attachId]);
  const address = /<img src="([^"]+)"/.exec(made.data.content)![1].replaceAll('&amp;', '&');
  for (const size of ['', '&size=thumb'])
    expect([size, (await fetch(`${server.base}${address}${size}`)).status]).toEqual([size, 200]);
  // A copy of an invisible row or of another company's row, or a change that names a source, brings no files.
  const from = made.data.id as string;
  const submit = async (who: TestCaller, more: object): Promise<Answer> =>
    who.post(
      'blade-desk/notice/submit',
      body({ title: '伪造', content: `<p>看</p><img src="att:${fresh}">`, ...more }),
    );
  const other = await server.as('as_manager', { tenantId: '100009' });
  const made2 = await submit(other, { _copyOf: from });
  expect([made2.status, shown(await stored(made2.data.id))], made2.msg).toEqual([200, []]);
  const plain = (await submit(manager, {})).data.id as string;
  expect(shown(await stored(plain))).toEqual([]);
  await submit(manager, { id: plain, _copyOf: from });
  expect(shown(await stored(plain))).toEqual([]);
  await manager.post('blade-desk/notice/remove', { ids: from });
  expect(shown(await stored((await submit(manager, { _copyOf: from })).data.id))).toEqual([]);
  for (const nonsense of ['x', {}, [from], '9'.repeat(30)])
    expect((await submit(manager, { _copyOf: nonsense })).status).toBe(200);
});

test('a picture in a notice is stored with it, shown to readers by their own link, and deleted when unused', async () => {
  const { link, attachId } = await picture(manager);
  const made = (
    await manager.post(
      'blade-desk/notice/submit',
      body({ title: '带图', content: `<p>如图</p><img src="${link}" alt="安装位置">` }),
    )
  ).data;
  expect(await heldBy(attachId)).toEqual([{ bound: true, paper: 'notice', row: made.id }]);
  expect(await server.tables('select content from blade_notice where id = $1', [made.id])).toEqual([
    { content: `<p>如图</p><img src="att:${attachId}" alt="安装位置" />` },
  ]);
  const [, shown] = /<img src="([^"]+)" alt="安装位置">/.exec(await contentOf(technician, '带图'))!;
  expect((await fetch(server.base + shown.replaceAll('&amp;', '&'))).headers.get('content-type')).toBe('image/png');
  expect((await fetch(server.base + shown.replaceAll('&amp;', '&').replace(/sig=[^&]{4}/, 'sig=0000'))).status).toBe(
    403,
  );
  // The content that a reader gets has links in place of file ids. Saved again, it names the same picture.
  const read = (await manager.get('blade-desk/notice/detail', { id: made.id })).data;
  expect(
    (
      await manager.post('blade-desk/notice/submit', {
        id: made.id,
        version: read.version,
        content: read.content.replace('如图', '如下图'),
      })
    ).status,
  ).toBe(200);
  expect(await contentOf(technician, '带图')).toMatch(/如下图.*<img src="\/api\/blade-resource\/file/);
  expect((await manager.post('blade-desk/notice/submit', { id: made.id, content: '<p>无图</p>' })).status).toBe(200);
  expect((await heldBy(attachId))[0].bound).toBe(false);
  server.clock.pass(25 * 3_600_000);
  await removeOrphans(server.app);
  expect(await heldBy(attachId)).toEqual([]);
});
