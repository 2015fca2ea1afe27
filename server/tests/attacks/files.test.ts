import { readFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { MAX_IMPORTED } from '#kernel/server/import-export/import/layout/layout.ts';
import { type Answer, type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';
import { rawCalls, statusOf } from './raw-calls.ts';

const server = await openTestServer(import.meta.url, { env: { CALL_LOG: 'on' } });
const admin = await server.as('admin', { who: 'own' });
const cs = await server.as('as_cs');
const rawGet = rawCalls(server);

const CUSTOMERS = 'blade-maintenance/webApi/ascustomer';
/** Return an archive with the highest compression. */
function packed(entries: Record<string, string | Buffer>): Uint8Array<ArrayBuffer> {
  const [local, central]: Buffer[][] = [[], []];
  for (const [name, content] of Object.entries(entries)) {
    const [bytes, called] = [Buffer.from(content), Buffer.from(name)];
    const data = deflateRawSync(bytes, { level: 9 });
    const head = Buffer.alloc(26);
    head.set([20, 0, 0, 0, 8, 0]);
    for (const [at, value] of [
      [10, crc32(bytes)],
      [14, data.length],
      [18, bytes.length],
    ])
      head.writeUInt32LE(value, at);
    head.writeUInt16LE(called.length, 22);
    const at = Buffer.alloc(4);
    at.writeUInt32LE(local.reduce((sum, one) => sum + one.length, 0));
    central.push(Buffer.from('PK\u0001\u0002\u0014\0', 'latin1'), head, Buffer.alloc(10), at, called);
    local.push(Buffer.from('PK\u0003\u0004', 'latin1'), head, called, data);
  }
  const [files, list] = [Buffer.concat(local), Buffer.concat(central)];
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(files.length, 16);
  return Buffer.concat([files, list, end]);
}

async function upload(caller: TestCaller, path: string, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([bytes]), name);
  return caller.send('POST', path, { body: form });
}

describe('文件 Files', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  test('文件名里的路径不出自己的文件夹 a path in a file name leads nowhere', async () => {
    for (const name of [
      '../../../../etc/passwd.png',
      '..\\..\\windows\\x.png',
      'a\u0000b.png',
      '..',
      '.',
      '/etc/cron.d/x.png',
      'C:\\x.png',
      '%2e%2e%2fx.png',
    ]) {
      const stored = await upload(cs, 'blade-resource/oss/endpoint/put-file', png, name);
      expect(stored.status, name).toBe(200);
      expect(stored.data.originalName, name).not.toMatch(/[/\\\0]|^\.*$/);
      expect(stored.data.name).toMatch(/^\d+\.png$/);
    }
    const root = readFileSync('package.json', 'utf8').slice(0, 30);
    for (const path of [
      '/../package.json',
      '/assets/../../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/assets/..%5c..%5cpackage.json',
      '/api/blade-resource/file/..%2f..%2fkeys%2flink.key?tenant=..&sig=x&until=9999999999',
      '/.anju/keys/link.key',
      '/keys/link.key',
    ]) {
      const response = await rawGet(path);
      expect(response.includes(root), path).toBe(false);
      expect([404, 403, 400, 401, 410, 200].includes(statusOf(response)), `${path} ${statusOf(response)}`).toBe(true);
      if (statusOf(response) === 200) expect(response, path).toMatch(/content-type: text\/html/i);
    }
  });

  test('会动的文件不收，名字骗不过内容 active content is refused, and a name cannot hide the type', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const [bytes, name] of [
      [svg, 'x.svg'],
      [svg, 'x.png'],
      [Buffer.from('<html><script>1</script>'), 'x.pdf'],
      [Buffer.from('MZ\u0090\u0000'), 'x.jpg'],
      [Buffer.from('#!/bin/sh\n'), 'x.xlsx'],
    ] as const)
      expect((await upload(cs, 'blade-resource/oss/endpoint/put-file', Buffer.from(bytes), name)).status, name).toBe(
        400,
      );
    expect(
      (
        await upload(
          cs,
          'blade-resource/oss/endpoint/put-file?avatar=1',
          Buffer.concat([png, Buffer.alloc(600_000)]),
          'big.png',
        )
      ).status,
    ).toBe(400);
    for (const path of ['make-bucket', 'remove-bucket', 'remove-file', 'copy-file', 'put-file-by-name'])
      expect(
        (await cs.post(`blade-resource/oss/endpoint/${path}`, { fileName: 'x', bucketName: 'x' })).status,
        path,
      ).toBe(404);
  });

  test(
    '压缩炸弹与带实体的表格被拒绝，服务照常 an archive bomb and a sheet with entities are refused, and the server continues',
    { timeout: 30_000 },
    async () => {
      const book = {
        '[Content_Types].xml': '<Types/>',
        'xl/workbook.xml':
          '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      };
      const bomb = packed({
        ...book,
        'xl/sharedStrings.xml': '<sst/>',
        'xl/worksheets/sheet1.xml': Buffer.alloc(60_000_000, 0x20),
      });
      expect(bomb.length).toBeLessThan(100_000);
      const entities = packed({
        ...book,
        'xl/worksheets/sheet1.xml':
          '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&a;</t></is></c></row></sheetData></worksheet>',
      });
      const strings = packed({
        ...book,
        'xl/sharedStrings.xml':
          '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>',
        'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
      });
      for (const [name, bytes] of Object.entries({ bomb, entities, strings })) {
        const answer = await upload(admin, `${CUSTOMERS}/import/upload`, bytes, 'x.xlsx');
        expect(answer.status, `${name} ${answer.msg}`).toBe(400);
        expect(JSON.stringify(answer.body)).not.toContain('root:');
      }
      // A file with too many rows is refused before it is read to the end.
      const endless = await upload(
        admin,
        `${CUSTOMERS}/import/upload`,
        Buffer.from(`客户姓名\n${'x\n'.repeat(MAX_IMPORTED + 5)}`),
        'x.csv',
      );
      expect([endless.status, endless.reason]).toEqual([400, 'exchange.tooManyImported']);
      expect((await cs.get(`${CUSTOMERS}/page`)).status).toBe(200);
    },
  );
});
