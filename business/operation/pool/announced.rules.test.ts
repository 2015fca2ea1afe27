import { expect, test } from 'vitest';
import { announcedMac, announcedSerial, codeIn, hostOf, isNamed } from './announced.rules.ts';

test('announced values are untrusted: an invalid MAC, serial number or address is dropped', () => {
  expect([announcedMac('a4:cf:13:00:00:01'), announcedMac('A4CF'), announcedMac(7), announcedMac(null)]).toEqual([
    'A4CF13000001',
    null,
    null,
    null,
  ]);
  expect([announcedSerial(' GW-1 '), announcedSerial('x'.repeat(65)), announcedSerial({})]).toEqual([
    'GW-1',
    null,
    null,
  ]);
  expect([
    hostOf('192.168.1.20:51234'),
    hostOf('::ffff:10.0.0.7:1883'),
    hostOf('[2001:db8::1]:1883'),
    hostOf(3),
  ]).toEqual(['192.168.1.20', '10.0.0.7', '2001:db8::1', null]);
});

test('a label yields its MAC, else its serial number, else its text', () => {
  expect(codeIn('MAC:A4-CF-13-00-00-01;SN:GW-1')).toBe('A4CF13000001');
  expect(codeIn('https://anju.example/d?sn=GW-2&v=1')).toBe('GW-2');
  expect(codeIn(' gw-3 ')).toBe('gw-3');
  expect([
    isNamed('a4cf.1300.0001', { mac: 'A4CF13000001' }),
    isNamed('gw-1', { mac: 'A4CF13000001', serialNumber: 'GW-1' }),
    isNamed('', { mac: 'A4CF13000001', serialNumber: '' }),
  ]).toEqual([true, true, false]);
});
