import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { LocalStorage } from './storage.ts';
import { uploadSheetFile } from '#kernel/testing/sheets.ts';
import { type TestCaller, openTestServer } from '#kernel/testing/test-server.ts';

const server = await openTestServer(import.meta.url);
const put = (caller: TestCaller, content: Buffer | string, name: string, query = '') =>
  uploadSheetFile(caller, `blade-resource/oss/endpoint/put-file-attach${query}`, content, name);
const picture = (side = 40): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#1463b8' } })
    .withExif({ IFD0: { Copyright: 'GPS 31.1' } })
    .jpeg()
    .toBuffer();
const technicians = 'blade-maintenance/webApi/astechnician';

const fetched = async (
  link: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; bytes: Buffer }> => {
  const answer = await fetch(server.base + link, { headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888' }, limitInputPixels: false });

/** Return a JPEG whose head claims 16,000 × 16,000 pixels. */
function enlarged(jpeg: Buffer): Buffer {
  const at = [0xc0, 0xc2].map((sign) => jpeg.indexOf(Buffer.from([0xff, sign, 0]))).find((one) => one > 0)!;
  jpeg.writeUInt16BE(16_000, at + 5);
  jpeg.writeUInt16BE(16_000, at + 7);
  return jpeg;
}

describe('uploaded files', () => {
  it('a picture is stored small, upright and without its location', async () => {
    const cs = await server.as('as_admin');
    const sent = await put(cs, await picture(3000), '../机房 照片.jpg');
    expect(sent.data).toMatchObject({ originalName: '机房 照片.jpg', name: expect.stringMatching(/^\d+\.jpg$/) });
    const whole = await fetched(sent.data.link);
    expect(whole.headers.get('content-type')).toBe('image/jpeg');
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    expect(whole.headers.get('content-security-policy')).toContain('sandbox');
    const facts = await sharp(whole.bytes).metadata();
    expect([facts.width, facts.exif]).toEqual([1600, undefined]);
    const thumb = await fetched(`${sent.data.link}&size=thumb`);
    expect((await sharp(thumb.bytes).metadata()).width).toBe(300);
    const part = await fetched(sent.data.link, { Range: 'bytes=0-9' });
    expect([part.status, part.bytes.length, part.headers.get('content-range')]).toEqual([
      206,
      10,
      `bytes 0-9/${whole.bytes.length}`,
    ]);
  });
  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 'a.jpg'],
    ['a page', '<!doctype html><script>1</script>', 'a.pdf'],
    ['a program', Buffer.from([0x4d, 0x5a, 0x90, 0]), 'a.png'],
  ])('takes no %s, whatever it is called', async (_what, content, name) => {
    expect((await put(await server.as('as_admin'), content, name)).reason).toBe('files.unknownType');
  });
  it.each([
    ['a HEIC photo', Buffer.from('0000001866747970686569630000000068656963', 'hex'), 'HEIC'],
    ['an AVIF picture', Buffer.from('0000002066747970617669660000000061766966', 'hex'), 'AVIF'],
    ['a TIFF picture', Buffer.from('49492a0008000000', 'hex'), 'TIFF'],
    ['a bitmap', Buffer.from('424d3e040000000000003e00000028000000', 'hex'), 'BMP'],
  ])('names %s with the way to a format that is accepted', async (_what, content, kind) => {
    const { reason, msg } = await put(await server.as('as_admin'), content, 'a.jpg');
    expect([reason, msg]).toEqual(['files.foreignPicture', expect.stringContaining(kind)]);
    expect(msg).toContain('JPG');
  });
  it('names an empty file, and a picture of too many pixels, instead of calling them damaged', async () => {
    const cs = await server.as('as_admin');
    expect((await put(cs, '', 'a.png')).reason).toBe('files.noBytes');
    const progressive = await put(cs, enlarged(await flat(90, 70).jpeg({ progressive: true }).toBuffer()), 'a.jpg');
    expect([progressive.reason, progressive.msg]).toEqual([
      'files.tooManyPixels',
      '图片有256百万像素，最多60，请缩小后再传',
    ]);
    const beyond = await put(cs, enlarged(await flat(90, 70).jpeg().toBuffer()), 'a.jpg');
    expect(beyond.msg).toBe('图片有256百万像素，最多250，请缩小后再传');
  });
  it('makes a JPEG smaller that has more pixels than may be decoded whole', async () => {
    const { data } = await put(await server.as('as_admin'), await flat(8000, 7600).jpeg().toBuffer(), 'a.jpg');
    const facts = await sharp((await fetched(data.link)).bytes).metadata();
    expect([facts.width, facts.height]).toEqual([1600, 1520]);
  });
  it('a broken picture and a large portrait are refused', async () => {
    const cs = await server.as('as_admin');
    expect((await put(cs, (await picture()).subarray(0, 120), 'a.jpg')).reason).toBe('files.brokenImage');
    const noise = await sharp({
      create: {
        width: 900,
        height: 900,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    const portrait = await put(cs, noise, 'me.png', '?avatar=1');
    expect([portrait.reason, portrait.msg]).toEqual(['files.tooLarge', '文件不能超过500 kB']);
  });
  it('opens by its signature alone, and by nothing else', async () => {
    const { link } = (await put(await server.as('as_admin'), await picture(), 'a.jpg')).data;
    expect((await fetched(link.replace(/sig=.{4}/, 'sig=AAAA'))).status).toBe(403);
    expect((await fetched(link.replace(/file\/\d+/, 'file/1'))).status).toBe(403);
    expect((await fetched(link.split('?')[0])).status).toBe(403);
    server.clock.pass(3 * 3_600_000);
    expect((await fetched(link)).status).toBe(403);
    server.clock.pass(-3 * 3_600_000);
  });
  it('is absent, without a fault, where a row was written without a file', async () => {
    const admin = await server.as('admin', { who: 'empty' });
    const { id } = (await admin.post('blade-resource/attach/submit', { originalName: '没有内容.png' })).data as {
      id: string;
    };
    const { link } = (await admin.get('blade-resource/attach/detail', { id })).data as { link: string };
    for (const size of ['', '&size=thumb'])
      expect([size, (await fetched(`${link}${size}`)).status]).toEqual([size, 404]);
  });
  it('belongs to the row it was saved with, and is refused for a row of others', async () => {
    const admin = await server.as('as_admin');
    const other = await server.as('as_admin', { who: 'other' });
    const mine = (await put(admin, await picture(), 'a.jpg')).data;
    const theirs = (await put(await server.as('admin', { tenantId: '100001' }), await picture(), 'b.jpg')).data;
    const body = {
      userId: other.id,
      realName: '严思琪',
      phone: '13700000980',
      hireDate: '2020-01-01',
      deptId: (await server.tables<{ id: string }>("select id from blade_dept where tenant_id = '000000' limit 1"))[0]
        .id,
      customerServiceTeam: 'east',
    };
    expect(
      (await other.post(`${technicians}/submit`, { ...body, certificates: [mine.link] })).data.fields[0].field,
    ).toBe('certificates');
    expect(
      (await admin.post(`${technicians}/submit`, { ...body, certificates: [theirs.link] })).data.fields[0].field,
    ).toBe('certificates');
    const saved = await admin.post(`${technicians}/submit`, { ...body, certificates: [mine.link] });
    expect(saved.status, saved.msg).toBe(200);
    expect((await fetched(saved.data.certificates[0])).status).toBe(200);
    const [bound] = await server.tables('select bound, paper_name, row_id::text from blade_attach where id = $1', [
      mine.attachId,
    ]);
    expect(bound).toEqual({ bound: true, paper_name: 'technician', row_id: saved.data.id });
    const again = await admin.post(`${technicians}/submit`, { ...body, userId: admin.id, certificates: [mine.link] });
    expect(again.data.fields[0].field).toBe('certificates');
  });
  it('is deleted when no row takes it within a day', async () => {
    const admin = await server.as('as_admin');
    const { link, attachId } = (await put(admin, await picture(), 'a.jpg')).data;
    await server.app.jobs.run('tidy');
    expect((await fetched(link)).status).toBe(200);
    server.clock.pass(25 * 3_600_000);
    await server.app.jobs.run('tidy');
    expect(await server.tables('select 1 from blade_attach where id = $1', [attachId])).toEqual([]);
    expect(await server.app.files.size(`000000/${attachId}`)).toBeNull();
    // A reader that had just begun gets an error, however late it listens; the server does not end.
    const reading = server.app.files.get(`000000/${attachId}`);
    await expect.poll(() => reading.destroyed).toBe(true);
    await expect(reading.toArray()).rejects.toThrow('no such file');
  });

  it('removes the uploads of a dead process, and leaves those of the day', async () => {
    // Uploads are in `uploads`. An earlier release had them in `spool`, which also holds folders of the device gateway.
    for (const place of ['uploads', 'spool']) {
      const folder = join(server.app.dataDir, place);
      mkdirSync(join(folder, '0'), { recursive: true });
      writeFileSync(join(folder, '0', '000000001.log'), '');
      for (const [name, hours] of [
        ['0', 25],
        ['died', 25],
        ['died.rows', 25],
        ['import-1.rows', 25],
        ['arriving', 1],
      ] as const) {
        if (name !== '0') writeFileSync(join(folder, name), '');
        const at = (server.clock.ms() - hours * 3_600_000) / 1000;
        utimesSync(join(folder, name), at, at);
      }
    }
    await server.app.jobs.run('tidy');
    for (const place of ['uploads', 'spool'])
      expect(readdirSync(join(server.app.dataDir, place), { recursive: true }).toSorted()).toEqual([
        '0',
        join('0', '000000001.log'),
        'arriving',
      ]);
  });

  it('is removed even if another step of tidying fails', async () => {
    const path = join(server.app.dataDir, 'uploads', 'died');
    writeFileSync(path, '');
    utimesSync(path, 0, 0);
    await server.tables('alter function anju_tidy(bigint) rename to anju_tidy_away');
    await expect(server.app.jobs.run('tidy')).rejects.toThrow('anju_tidy');
    await server.tables('alter function anju_tidy_away(bigint) rename to anju_tidy');
    expect(existsSync(path)).toBe(false);
  });
});

it('a missing file ends no process, although its reader has gone', async () => {
  const { promise, resolve } = Promise.withResolvers<Error | null>();
  const stream = new LocalStorage(server.app.dataDir).get('000000/1.thumb');
  stream.once('close', () => resolve(stream.errored));
  expect(await promise).toMatchObject({ code: 'ENOENT' });
});
