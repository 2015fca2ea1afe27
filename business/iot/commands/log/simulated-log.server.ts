import { gzipSync } from 'node:zlib';
import { inZone } from '#kernel/server';

const LINES = 200;
const EVERY_MS = 30_000;
const LEVELS = ['info', 'debug', 'info', 'warn'] as const;

/** Return the log of a simulated device up to a moment. */
const logOf = (deviceKey: string, now: number): string =>
  Array.from({ length: LINES }, (_, at) => {
    const level = LEVELS[at % LEVELS.length];
    return `${inZone(now - (LINES - at) * EVERY_MS, 'Asia/Shanghai')} ${level} ${deviceKey} heap=${40_000 + ((at * 97) % 900)} rssi=${-50 - (at % 20)}`;
  }).join('\n');

/**
 * Send the log of a simulated device to the address that it got with a command. Return whether the platform has taken
 * it.
 */
export async function sendSimulatedLog(
  base: string,
  url: string,
  { deviceKey, now }: { readonly deviceKey: string; readonly now: number },
): Promise<boolean> {
  const answer = await fetch(`${base}${url}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/gzip' },
    body: gzipSync(logOf(deviceKey, now)),
  }).catch(() => null);
  return answer?.status === 200;
}
