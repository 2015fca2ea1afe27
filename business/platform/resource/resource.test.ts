import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';

// A real S3 server in this process, with a bucket of the test.
const folder = mkdtempSync(join(tmpdir(), 's3-'));
const bucket = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: folder,
  vhostBuckets: false,
  configureBuckets: [{ name: 'anju-files', configs: [] }],
});
const { port } = await bucket.run();
afterAll(async () => {
  await bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

const server = await openTestServer(import.meta.url, { env: { OUTBOUND_HOSTS: '127.0.0.1' } });
const admin = await server.as('admin', { who: 'keeper' });
const at = 'blade-resource/oss';
const good = {
  category: 1,
  ossCode: 'minio',
  endpoint: `http://127.0.0.1:${port}`,
  bucketName: 'anju-files',
  accessKey: 'S3RVER',
  secretKey: 'S3RVER',
};

async function upload(who: TestCaller): Promise<{ link: string; attachId: string }> {
  const form = new FormData();
  form.append(
    'file',
    new Blob([
      new Uint8Array(
        await sharp({ create: { width: 60, height: 40, channels: 3, background: '#369' } })
          .jpeg()
          .toBuffer(),
      ),
    ]),
    '照片.jpg',
  );
  const answer = await who.send('POST', `${at}/endpoint/put-file`, { body: form });
  expect(answer.status, answer.msg).toBe(200);
  return answer.data;
}
const fetched = async (link: string, headers = {}): Promise<{ status: number; bytes: Buffer }> => {
  const answer = await fetch(`${server.base}${link}`, { headers });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};

test('no detail, list, history, export, draft or table reveals a secret', async () => {
  const made = await admin.post(`${at}/submit`, good);
  expect(made.status, made.msg).toBe(200);
  const { id } = made.data;
  const detail = (await admin.get(`${at}/detail`, { id })).data;
  expect(detail).not.toHaveProperty('secretKey');
  expect(detail._names.secretKey).toBe('已设置');
  expect((await admin.inEnglish().get(`${at}/detail`, { id })).data._names.secretKey).toBe('Set');
  const [{ secret }] = await server.tables<{ secret: string }>(
    'select secret_key as secret from blade_oss where id = $1',
    [id],
  );
  expect(secret).toMatch(/^sealed:1:/);
  expect((await admin.post(`${at}/update`, { id, remark: '新机房', secretKey: '' })).status).toBe(200);
  expect(
    (await server.tables<{ secret: string }>('select secret_key as secret from blade_oss where id = $1', [id]))[0]
      .secret,
  ).toBe(secret);
  expect((await admin.post(`${at}/update`, { id, secretKey: 'S3RVER' })).status).toBe(200);
  const past = (await admin.get(`${at}/history`, { id })).data as { changes: { field: string; new: string }[] }[];
  expect(past[0].changes).toEqual([expect.objectContaining({ field: 'secretKey', old: '已设置', new: '已更换' })]);
  await admin.post('blade-core/drafts', {
    paper: 'oss',
    row: id,
    content: { secretKey: 'top-secret', remark: '草稿' },
  });
  expect((await admin.get('blade-core/drafts', { paper: 'oss', row: id })).data.content).toEqual({ remark: '草稿' });
  const everything = JSON.stringify([
    await server.tables('select * from blade_oss'),
    await server.tables('select * from anju_audit'),
    await server.tables('select * from anju_draft'),
    past,
    (await admin.get(`${at}/list`)).body,
  ]);
  expect(everything).not.toContain('top-secret');
  expect(everything).not.toMatch(/"S3RVER"[^}]*"S3RVER"/);
  // A secret is sealed for its company and field: copied into another row, it cannot be opened.
  const other = await server.as('admin', { tenantId: '100001' });
  const theirs = await other.post(`${at}/submit`, { ...good, secretKey: secret });
  await server.tables('update blade_oss set secret_key = $2 where id = $1', [theirs.data.id, secret]);
  expect((await other.post(`${at}/test`, { id: theirs.data.id })).reason).toBe('platform.storageUnfinished');
  expect((await other.get(`${at}/detail`, { id })).status).toBe(404);
});

test('a test of a storage reports wrong keys, a missing bucket, no server, or a forbidden host', async () => {
  const tried = async (over: object): Promise<string | undefined> => {
    const { data } = await admin.post(`${at}/submit`, { ...good, ossCode: `try${Math.random()}`, ...over });
    const answer = await admin.post(`${at}/test`, { id: data.id });
    return answer.reason ?? answer.data.ok;
  };
  expect(await tried({})).toBe(true);
  expect(await tried({ accessKey: 'NOBODY' })).toBe('platform.storageRefused');
  expect(await tried({ bucketName: 'no-such-bucket' })).toBe('platform.noBucket');
  expect(await tried({ endpoint: 'http://127.0.0.1:1' })).toBe('platform.noStorage');
  expect(await tried({ endpoint: 'http://169.254.169.254' })).toBe('platform.hostNotAllowed');
  expect(await tried({ endpoint: `http://localhost:${port}` })).toBe('platform.hostNotAllowed');
  expect(await tried({ bucketName: '' })).toBe('platform.storageUnfinished');
  for (const endpoint of [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://user:pass@127.0.0.1',
    'gopher://127.0.0.1',
  ])
    expect((await admin.post(`${at}/submit`, { ...good, ossCode: 'x', endpoint })).data.fields[0].field, endpoint).toBe(
      'endpoint',
    );
});

test('an enabled storage gets new files; older ones are still found, also after a change back', async () => {
  const before = await upload(admin);
  const [{ id }] = await server.tables<{ id: string }>(
    "select id::text as id from blade_oss where oss_code = 'minio' and tenant_id = '000000'",
  );
  expect((await admin.post(`${at}/enable?id=${id}`)).status).toBe(200);
  await server.delivered();
  const after = await upload(admin);
  expect(await server.app.files.size(`000000/${after.attachId}`)).toBeGreaterThan(100);
  const whole = await fetched(after.link);
  expect(whole.status).toBe(200);
  expect((await sharp(whole.bytes).metadata()).width).toBe(60);
  expect((await fetched(after.link, { Range: 'bytes=0-9' })).bytes).toEqual(whole.bytes.subarray(0, 10));
  expect((await fetched(before.link)).status).toBe(200);
  const zip = await fetch(
    `${server.base}/api/blade-resource/attach/downloadBatch?ids=${before.attachId},${after.attachId}`,
    { method: 'POST', headers: { 'Blade-Auth': `bearer ${admin.token}`, 'Tenant-Id': '000000' } },
  );
  expect(
    Buffer.from(await zip.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  expect((await admin.post(`${at}/remove?ids=${id}`)).reason).toBe('platform.storageInUse');
  const local = await admin.post(`${at}/submit`, { category: 9, ossCode: 'disk' });
  expect((await admin.post(`${at}/enable?id=${local.data.id}`)).status).toBe(200);
  await server.delivered();
  expect((await server.tables("select oss_code from blade_oss where is_enabled and tenant_id = '000000'")).length).toBe(
    1,
  );
  expect((await fetched((await upload(admin)).link)).status).toBe(200);
  expect((await fetched(after.link)).status).toBe(200);
});

test('a message leaves once by the enabled channel, with all variables and a rate limit; its text is not stored', async () => {
  const sms = 'blade-resource/sms';
  expect((await admin.post(`${sms}/endpoint/send-message?phones=13700000001`)).reason).toBe('platform.noSmsChannel');
  // A template as published clients store it: without a text, which only the SMS provider has.
  const bare = await admin.post(`${sms}/submit`, {
    category: 9,
    smsCode: 'bare',
    templateId: 'T0',
    accessKey: 'a',
    secretKey: 'geheim',
    regionId: '',
    signName: '舒适家',
    remark: '',
  });
  expect(bare.status, bare.msg).toBe(200);
  await admin.post(`${sms}/enable?id=${bare.data.id}`);
  expect((await admin.post(`${sms}/endpoint/send-message?code=bare&phones=13700000001`)).reason).toBe(
    'platform.smsTextMissing',
  );
  const made = await admin.post(`${sms}/submit`, {
    category: 9,
    smsCode: 'code',
    templateId: 'T1',
    templateText: '验证码${code}，五分钟内有效',
    signName: '舒适家',
    secretKey: 'geheim',
  });
  expect(made.status, made.msg).toBe(200);
  expect((await admin.post(`${sms}/enable?id=${made.data.id}`)).status).toBe(200);
  const send = (phones: string, params: unknown) =>
    admin.post(`${sms}/endpoint/send-message`, { code: 'code', phones, params });
  expect((await send('13700000001', {})).reason).toBe('platform.variablesMissing');
  expect((await send('1370', { code: '1' })).reason).toBe('platform.phonesWrong');
  expect((await send('13700000001', '[1]')).reason).toBe('platform.paramsWrong');
  const sent = await send('13700000001', JSON.stringify({ code: '482913' }));
  expect(sent.status, sent.msg).toBe(200);
  expect((await send('13700000001', { code: '7' })).reason).toBe('platform.tooManySms');
  await server.delivered();
  await expect
    .poll(async () => (await admin.get('blade-resource/sms-sent/list')).data.records)
    .toEqual([expect.objectContaining({ phone: '137****0001', paramNames: 'code', state: 'sent' })]);
  for (const table of ['blade_sms_sent', 'anju_outbox', 'anju_audit', 'asactionlog'])
    expect(JSON.stringify(await server.tables(`select * from ${table}`)), table).not.toContain('482913');
  expect((await (await server.as('as_cs')).post(`${sms}/endpoint/send-message?phones=13700000002`)).status).toBe(403);
});
