import { expect, test } from 'vitest';
import { GuestLimits } from './guest-limits.ts';

test('a hundred thousand guessed tokens slow their address, and no other address or real link', () => {
  const limits = new GuestLimits();
  const delays = Array.from({ length: 100_000 }, (_, n) => limits.failed('10.0.0.1', 1000 + (n % 50_000)));
  expect(delays[0]).toBe(0);
  expect(delays[9]).toBe(0);
  expect(delays[10]).toBeGreaterThan(0);
  expect(Math.max(...delays)).toBe(2000);
  expect(limits.failed('10.0.0.2', 51_000)).toBe(0);
  expect(limits.mayOpen('a link of the same office', 51_000)).toBe(true);
  // After a minute the address is as any other.
  expect(limits.failed('10.0.0.1', 200_000)).toBe(0);
});

test('guesses from a hundred thousand addresses do not grow the memory', () => {
  const limits = new GuestLimits();
  for (let n = 0; n < 100_000; n += 1) limits.failed(`address ${n}`, 1000);
  expect(limits.size).toBeLessThanOrEqual(10_000);
});

test('one link is opened thirty times a minute, whoever opens others', () => {
  const limits = new GuestLimits();
  const opened = Array.from({ length: 31 }, () => limits.mayOpen('one', 1000));
  expect(opened.filter(Boolean)).toHaveLength(30);
  expect(limits.mayOpen('other', 1000)).toBe(true);
  expect(limits.mayOpen('one', 61_001)).toBe(true);
});

test('answers wait at most in a bounded number', async () => {
  const limits = new GuestLimits();
  const waiting = Array.from({ length: 200 }, () => limits.slow(50));
  await limits.slow(3_600_000);
  await Promise.all(waiting);
});
