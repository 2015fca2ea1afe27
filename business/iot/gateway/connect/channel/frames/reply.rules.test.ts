import { expect, test } from 'vitest';
import { hexOfBytes } from '../../codec/frame.rules.ts';
import { appliesWhen, compileReply } from './reply.rules.ts';

const frame = { deviceId: 'A4CF12345678', msgType: '01', msgId: 7, ts: null, props: {}, events: [], unknown: [] };

test('an answer repeats the id and the number of its frame, with its own length and checksum', () => {
  const reply = compileReply({ template: 'AA55{len:2}{deviceId}81{msgId:2}00{crc16modbus:2:DCBA}0D0A' });
  const hex = hexOfBytes(reply(frame));
  expect(hex.slice(0, 28)).toBe('AA550012A4CF1234567881000700');
  expect(hex).toHaveLength(36);
  expect(hex.endsWith('0D0A')).toBe(true);
});

test('a rule applies to the frames that its expression names', () => {
  expect(appliesWhen(undefined)(frame, 27)).toBe(true);
  expect(appliesWhen('len >= 20')(frame, 27)).toBe(true);
  expect(appliesWhen('len >= 40')(frame, 27)).toBe(false);
});
