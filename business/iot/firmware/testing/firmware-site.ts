import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Answer, TestCaller } from '#kernel/testing/test-server.ts';

/** Return bytes that look like firmware: pseudo-random, and the same for each call. */
export function firmwareBytes(size: number, seed = 7): Buffer {
  const bytes = Buffer.alloc(size);
  let state = seed;
  for (let at = 0; at < size; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Upload a file of firmware; `fields`: further fields of the form, which must precede the file. */
export function uploadFirmwareFile(
  caller: TestCaller,
  bytes: Buffer,
  { name = '固件.bin', fields = {} }: { name?: string; fields?: Record<string, string> } = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return caller.send('POST', 'iot/firmware/upload', { body: form });
}

/** Upload a file and register it as firmware; return its row. */
export async function registerFirmware(
  caller: TestCaller,
  modelId: string,
  { bytes = firmwareBytes(5000), ...more }: { bytes?: Buffer } & Record<string, unknown> = {},
): Promise<Answer['data']> {
  const sent = await uploadFirmwareFile(caller, bytes);
  expect(sent.status, sent.msg).toBe(200);
  const made = await caller.post('iot/firmware/add', {
    firmwareName: '主控固件',
    modelId,
    moduleCode: 'mcu',
    version: '2.4.0',
    fileId: sent.data.attachId,
    ...more,
  });
  expect(made.status, made.msg).toBe(200);
  return made.data;
}
