import { verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { openTestServer } from '#kernel/testing/test-server.ts';
import { makeModel } from '../../testing/devices.ts';
import { registerFirmware, firmwareBytes, sha256Of, uploadFirmwareFile } from '../testing/firmware-site.ts';

const server = await openTestServer(import.meta.url);
const engineer = await server.as('as_iot');
const modelId = await makeModel(engineer, 'fw_lib');
const at = 'iot/firmware';

test('an upload is hashed while it arrives; a stated checksum must match', async () => {
  const bytes = firmwareBytes(300_000);
  const sent = await uploadFirmwareFile(engineer, bytes, { fields: { sha256: sha256Of(bytes).toUpperCase() } });
  expect(sent.data).toMatchObject({ size: 300_000, sha256: sha256Of(bytes), originalName: '固件.bin' });
  expect(sent.data.md5).toMatch(/^[\da-f]{32}$/);
  const wrong = await uploadFirmwareFile(engineer, bytes, { fields: { sha256: 'ab'.repeat(32) } });
  expect([wrong.status, wrong.reason]).toEqual([400, 'files.checksum']);
  const named = await uploadFirmwareFile(engineer, bytes, { name: 'a.exe' });
  expect([named.status, named.reason]).toEqual([400, 'files.notBinary']);
  expect((await uploadFirmwareFile(await server.as('as_cs'), bytes)).status).toBe(403);
  // The file is a download only, whatever its content is.
  const page = Buffer.from('<!doctype html><script>1</script>');
  const { link } = (await uploadFirmwareFile(engineer, page, { name: 'page.html.zip' })).data;
  const opened = await fetch(server.base + link);
  expect(opened.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(opened.headers.get('content-type')).toBe('application/octet-stream');
});

test('a binary file does not fit a field of documents', async () => {
  const { attachId } = (await uploadFirmwareFile(engineer, firmwareBytes(100))).data;
  const lead = await server.as('as_iot', { who: 'fields' });
  const model = await lead.post('iot/device-thing-model/submit', {
    modelCode: 'fw_image',
    modelName: '图片',
    category: 'heat_pump',
    nodeType: 'direct',
    image: attachId,
  });
  expect(model.status).toBe(400);
});

test('firmware is registered with its own upload; any other address is refused, and nothing is fetched', async () => {
  const bytes = firmwareBytes(4000);
  const { link } = (await uploadFirmwareFile(engineer, bytes)).data;
  const body = { firmwareName: '主控', modelId, moduleCode: 'mcu', version: '1.0.0' };
  for (const fileUrl of [
    'http://169.254.169.254/latest/meta-data',
    'https://evil.example/api/blade-resource/file/123',
    '//evil.example/api/blade-resource/file/123',
    'file:///etc/passwd',
    '/api/blade-resource/file/../../x',
  ]) {
    const refused = await engineer.post(`${at}/add`, { ...body, fileUrl });
    expect([fileUrl, refused.status, refused.reason]).toEqual([fileUrl, 400, 'iot.firmwareAddress']);
  }
  expect((await engineer.post(`${at}/add`, body)).reason).toBe('iot.firmwareFile');
  const mismatch = await engineer.post(`${at}/add`, { ...body, fileUrl: link, expectedSha256: 'ab'.repeat(32) });
  expect([mismatch.status, mismatch.reason]).toEqual([400, 'iot.firmwareChecksum']);
  const made = await engineer.post(`${at}/add`, { ...body, fileUrl: link });
  expect(made.status, made.msg).toBe(200);
  const { data } = await engineer.get(`${at}/${made.data.id}`);
  expect(data).toMatchObject({
    status: 'draft',
    fileName: '固件.bin',
    fileSize: 4000,
    sha256: sha256Of(bytes),
    firmwareVersion: '1.0.0',
  });
  const page = await engineer.get(`${at}/page`, { modelId, status: 'draft', version: '1.0.0' });
  expect(page.data.records.map((row: { id: string }) => row.id)).toEqual([made.data.id]);
  expect((await engineer.post(`${at}/add`, { ...body, version: '../1', fileUrl: link })).data.fields[0].field).toBe(
    'firmwareVersion',
  );
  const other = await server.as('admin', { tenantId: '100001' });
  expect((await other.get(`${at}/${made.data.id}`)).status).toBe(404);
});

test('a signature covers model, module, version, size and content, so an old file cannot return as a new version', async () => {
  const bytes = firmwareBytes(2000, 3);
  const row = (
    await engineer.get(`${at}/${(await registerFirmware(engineer, modelId, { bytes, version: '3.0.0' })).id}`)
  ).data;
  const key = (await engineer.get(`${at}/public-key`)).data;
  expect(key).toMatchObject({ algorithm: 'Ed25519', signedText: expect.stringContaining('anju-fw-1\n{modelCode}') });
  const [{ signature }] = await server.tables<{ signature: string }>(
    'select signature from iot_firmware where id = $1',
    [row.id],
  );
  const isValid = (text: string, by = key.publicKey): boolean =>
    verify(null, Buffer.from(text), by, Buffer.from(signature, 'base64'));
  const signed = (over: Record<string, unknown> = {}): string => {
    const parts = { code: 'fw_lib', module: 'mcu', version: '3.0.0', size: 2000, sha256: sha256Of(bytes), ...over };
    return `anju-fw-1\n${parts.code}\n${parts.module}\n${parts.version}\n${parts.size}\n${parts.sha256}`;
  };
  expect(isValid(signed())).toBe(true);
  for (const over of [{ version: '3.0.1' }, { code: 'other' }, { module: 'wifi' }, { size: 2001 }])
    expect(isValid(signed(over))).toBe(false);
  const changed = await engineer.post(`${at}/update`, { id: row.id, firmwareVersion: '3.0.2' });
  expect(changed.status, changed.msg).toBe(200);
  const [next] = await server.tables<{ signature: string }>('select signature from iot_firmware where id = $1', [
    row.id,
  ]);
  expect(next.signature).not.toBe(signature);
  const other = await server.as('admin', { tenantId: '100001' });
  const theirs = (await other.get(`${at}/public-key`)).data.publicKey;
  expect(theirs).not.toBe(key.publicKey);
  expect(isValid(signed(), theirs)).toBe(false);
});
