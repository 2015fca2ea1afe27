import { lifeOf } from '#kernel/language/paper.ts';
import { describe, expect, test } from 'vitest';
import { isWritten, putInto, titled } from '../../choose.ts';
import { keeper, keyOfRow, saved, describeAnswer } from '../../sample.ts';
import { openTestServer } from '../../test-server.ts';

const server = await openTestServer(import.meta.url);
const admin = await keeper(server);

describe.each(titled((paper) => Boolean(paper.lifecycle) && isWritten(paper)))('%s', (_title, paper) => {
  const life = lifeOf(paper);
  test('停用也归状态管：状态不让改的单据，停用不了 a row is disabled only where its state leaves it open', async () => {
    for (const state of Object.keys(life.states.items)) {
      const rule = (life.editable as Record<string, 'all' | readonly string[]>)[state];
      if (rule === 'all' || rule?.includes('status')) continue;
      const row = await saved(server, paper, { status: 0 });
      // Where `status` means the state on the wire, no call can disable a row at all.
      if (!paper.says?.status) expect(row.status ?? 1, state).toBe(1);
      await putInto(server, paper, row.id, state);
      for (const [call, body] of [
        ['update', { id: keyOfRow(paper, row), status: 0 }],
        ['bulk', { ids: [keyOfRow(paper, row)], set: { status: 0 } }],
      ] as const) {
        if (server.app.behaviours.get(paper.name)?.calls?.some((one) => one.path === call)) continue;
        if (paper.says?.status) continue;
        const answer = await admin.post(`${paper.path}/${call}`, body);
        expect(answer.status, `${state} ${call} ${describeAnswer(answer)}`).not.toBe(200);
      }
      expect(
        (await server.tables<{ status: number }>(`select status from ${paper.table} where id = $1`, [row.id]))[0]
          .status,
        state,
      ).toBe(1);
    }
  });
});

test('草稿每人至多五十份，最早的让位；写不了的单据没有草稿 a person has at most fifty drafts, the oldest is dropped, and none of papers they may not write', async () => {
  for (let n = 0; n < 55; n++) {
    server.clock.pass(1000);
    expect(
      (
        await admin.post('blade-core/drafts', {
          paper: 'customer',
          row: String(9000 + n),
          content: { remark: `第${n}份` },
        })
      ).status,
    ).toBe(200);
  }
  expect(await server.tables('select 1 from anju_draft where person_id = $1', [admin.id])).toHaveLength(50);
  expect((await admin.get('blade-core/drafts', { paper: 'customer', row: '9054' })).data.content).toEqual({
    remark: '第54份',
  });
  const reader = await server.as('as_technician');
  for (const paper of ['role', 'user', 'param'])
    expect((await reader.post('blade-core/drafts', { paper, content: { remark: '写不了' } })).status, paper).toBe(403);
  expect((await reader.post('blade-core/drafts', { paper: 'nobody', content: {} })).status).toBe(400);
  expect(await server.tables('select 1 from anju_draft where person_id = $1', [reader.id])).toEqual([]);
});

test('一个会话至多二十个通知流 a session has at most twenty streams', async () => {
  const ends = new AbortController();
  const open = (): Promise<Response> =>
    fetch(`${server.base}/api/blade-core/events`, {
      headers: { 'Blade-Auth': `bearer ${admin.token}` },
      signal: ends.signal,
    });
  const streams: Response[] = [];
  for (let n = 0; n < 21; n++) streams.push(await open());
  expect(streams.map((one) => one.status)).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  ends.abort();
  await expect
    .poll(async () => {
      const again = new AbortController();
      const { status } = await fetch(`${server.base}/api/blade-core/events`, {
        headers: { 'Blade-Auth': `bearer ${admin.token}` },
        signal: again.signal,
      });
      again.abort();
      return status;
    })
    .toBe(200);
});

test('文件按其内容的扩展名送出 a file is sent with the ending of its content', async () => {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const served = async (name: string): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([picture as BlobPart]), name);
    const { data } = await admin.send('POST', 'blade-resource/oss/endpoint/put-file', { body: form });
    return decodeURIComponent(
      /filename\*=UTF-8''(.+)$/.exec(
        (await fetch(new URL(data.link, server.base))).headers.get('content-disposition') ?? '',
      )?.[1] ?? '',
    );
  };
  expect(await served('现场.png')).toBe('现场.png');
  expect(await served('run.exe')).toBe('run.exe.png');
  expect(await served('网页.html')).toBe('网页.html.png');
  expect(await served('没有扩展名')).toBe('没有扩展名.png');
});
