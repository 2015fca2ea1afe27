import { expect, it } from 'vitest';
import { logEndingOf } from './log-kind.rules.ts';

it('the ending of a log file follows from its first bytes', () => {
  const of = (head: Buffer | string, type?: string): string | null => logEndingOf(Buffer.from(head as string), type);
  expect(of(Buffer.from([0x1f, 0x8b, 0x08, 0x00]))).toBe('gz');
  expect(of(Buffer.from('PK\u0003\u0004'))).toBe('zip');
  expect(of('2026-11-28 起动\r\n\tok')).toBe('log');
  expect(of('ok', 'text/plain; charset=utf-8')).toBe('txt');
  expect(of(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0x00]), 'text/plain')).toBeNull();
});
