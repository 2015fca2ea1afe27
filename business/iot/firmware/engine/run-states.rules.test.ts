import { describe, expect, it } from 'vitest';
import { afterProgress, afterVersion, retryAfter, failureStep, failureWords } from './run-states.rules.ts';

const sent = (state: string, percent: number | null = null, step: number | null = null) => ({ state, percent, step });
const run = (state: string, percent: number | null = null) => ({ state, percent });

describe('progress of an upgrade', () => {
  it('goes forward, and a repeat has no effect', () => {
    expect(afterProgress(run('notified'), sent('downloading', 5))).toEqual({
      kind: 'goes',
      state: 'downloading',
      percent: 5,
    });
    expect(afterProgress(run('downloading', 5), sent('downloading', 5))).toBeNull();
    expect(afterProgress(run('downloading', 37), sent('downloading', 36.6))).toBeNull();
    expect(afterProgress(run('installing', 0), sent('downloaded'))).toBeNull();
    expect(afterProgress(run('downloading', 5), sent('rebooting'))).toEqual({
      kind: 'goes',
      state: 'rebooting',
      percent: 0,
    });
  });

  it('a download may be resumed until the installation', () => {
    expect(afterProgress(run('verifying', 0), sent('downloading', 37))).toMatchObject({ state: 'downloading' });
    expect(afterProgress(run('installing', 0), sent('downloading', 37))).toBeNull();
  });

  it('a device cannot report success, only that it waits for its version to be confirmed', () => {
    expect(afterProgress(run('rebooting', 0), sent('success', 100))).toEqual({
      kind: 'goes',
      state: 'verifying_version',
      percent: 100,
    });
  });

  it('says nothing about an upgrade that has not been announced or has ended', () => {
    for (const state of ['pending', 'queued', 'success', 'failed', 'canceled'])
      expect(afterProgress(run(state), sent('downloading', 5))).toBeNull();
    expect(afterProgress(run('notified'), sent('flying', 5))).toBeNull();
    expect(afterProgress(run('notified'), sent('notified'))).toBeNull();
  });

  it('a failure has a known step', () => {
    expect(afterProgress(run('downloading', 9), sent('failed', null, -3))).toEqual({ kind: 'failed', step: -3 });
    expect(afterProgress(run('downloading', 9), sent('downloading', 9, -99))).toEqual({ kind: 'failed', step: -1 });
    expect(failureStep(null)).toBe(-1);
    expect(failureWords(-6)[1]).toBe('Not enough space');
  });
});

describe('a failed upgrade', () => {
  it('is tried again after 2 and 10 minutes, then not any more', () => {
    expect(retryAfter(-2, { attempt: 1, retry: 2 })).toEqual({ minutes: 2, counts: true });
    expect(retryAfter(-2, { attempt: 2, retry: 2 })).toEqual({ minutes: 10, counts: true });
    expect(retryAfter(-2, { attempt: 3, retry: 2 })).toBeNull();
  });

  it('without space is not tried again; one that is not permitted now is, without counting', () => {
    expect(retryAfter(-6, { attempt: 1, retry: 2 })).toBeNull();
    expect(retryAfter(-7, { attempt: 9, retry: 2 })).toEqual({ minutes: 60, counts: false });
  });
});

describe('a reported version', () => {
  const of = (state: string) => ({ state, fromVersion: '2.3.0', toVersion: '2.4.0' });
  it('is the only proof of success', () => {
    expect(afterVersion(of('notified'), '2.4.0')).toBe('success');
    expect(afterVersion(of('verifying_version'), '2.4')).toBe('success');
    expect(afterVersion(of('pending'), '2.4.0')).toBeNull();
  });

  it('before the installation the old one is no failure, after it it is', () => {
    expect(afterVersion(of('downloading'), '2.3.0')).toBeNull();
    expect(afterVersion(of('rebooting'), '2.3.0')).toBe('wrong');
    expect(afterVersion(of('downloading'), '9.9')).toBe('wrong');
  });
});
