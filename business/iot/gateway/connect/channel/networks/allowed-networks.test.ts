import { expect, test } from 'vitest';
import { isAllowedFrom, wrongNetwork } from './allowed-networks.server.ts';

test('without a list only addresses of local networks may send', () => {
  expect(isAllowedFrom(null, '192.168.1.4')).toBe(true);
  expect(isAllowedFrom('', '127.0.0.1')).toBe(true);
  expect(isAllowedFrom(null, '203.0.113.9')).toBe(false);
});

test('a list names addresses and networks, and excludes all others', () => {
  const list = '203.0.113.0/24, 198.51.100.7 2001:db8::/32';
  for (const address of ['203.0.113.9', '198.51.100.7', '::ffff:198.51.100.7', '2001:db8::1'])
    expect(isAllowedFrom(list, address), address).toBe(true);
  for (const address of ['198.51.100.8', '127.0.0.1', '2001:db9::1', 'nonsense'])
    expect(isAllowedFrom(list, address), address).toBe(false);
});

test('a part that is no network is named', () => {
  expect(wrongNetwork('10.0.0.0/8, 300.1.1.1')).toBe('300.1.1.1');
  expect(wrongNetwork('10')).toBe('10');
  expect(wrongNetwork('10.0.0.0/8')).toBeUndefined();
});
