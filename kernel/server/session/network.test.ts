import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test('一家的 IPv6 地址算一个来访者 all IPv6 addresses of one household count as one caller', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:DB8:1:2::1')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'));
  expect(networkOf('fe80::1%eth0')).toBe('fe80::/64');
});

test('IPv4 一个地址就是一个来访者，由 IPv6 带来的也是 an IPv4 address is one caller, also where IPv6 carries it', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('')).toBe('');
});
