import { describe, expect, it } from 'vitest';
import { tracedMessage } from './trace-line.rules.ts';

const of = (body: unknown) => tracedMessage(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));

describe('a traced message', () => {
  it('has its bytes and its decoded content', () => {
    const body = { id: '1', params: { temp: 21.5 } };
    const text = JSON.stringify(body);
    expect(of(body)).toEqual({ size: text.length, hex: Buffer.from(text).toString('hex'), body, isCut: false });
    expect(tracedMessage(Buffer.from([0, 1, 0xff]))).toEqual({ size: 3, hex: '0001ff', body: null, isCut: false });
  });

  it.each([
    [{ deviceKey: 'k', deviceSecret: 'S3CRET' }],
    [{ wifi: [{ ssid: 'a', psk: 'S3CRET' }] }],
    [{ params: { url: '/iot/v1/files/7?token=S3CRET&x=1' } }],
    [{ auth: { password: { plain: 'S3CRET' } } }],
  ])('has no secret, neither decoded nor in bytes: %j', (body) => {
    const traced = of(body);
    expect(traced.isCut).toBe(true);
    expect(JSON.stringify(traced.body)).not.toContain('S3CRET');
    expect(Buffer.from(traced.hex, 'hex').toString()).not.toContain('S3CRET');
  });

  it('of broken or deep JSON has no bytes if it names a secret', () => {
    expect(of('{"deviceSecret":"S3CRET"')).toMatchObject({ hex: '', body: null, isCut: true });
    expect(of(`${'['.repeat(50)}{"token":"S3CRET"}${']'.repeat(50)}`)).toMatchObject({ hex: '', isCut: true });
  });

  it('is bounded', () => {
    const long = of({ text: 'a'.repeat(60_000) });
    expect([long.hex.length, long.body]).toEqual([2048, null]);
    expect(long.size).toBeGreaterThan(60_000);
  });
});
