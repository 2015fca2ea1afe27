/** Return a share in percent, rounded down: one decimal, or as many as the target has and one more. Null without cases. */
export function shareFor(good: number, of: number, target: number): number | null {
  if (of === 0) return null;
  const decimals = (String(target).split('.')[1] ?? '').length;
  const scale = 10 ** Math.max(1, decimals > 1 ? decimals + 1 : 1);
  return Math.floor((good * 100 * scale) / of) / scale;
}

/** Return the last 24 hours as texts that begin hours, the present one last: `2026-11-21 10`. */
export function hoursBack(now: string, hours = 24): string[] {
  const end = Date.parse(`${now.slice(0, 13).replace(' ', 'T')}:00:00Z`);
  return Array.from({ length: hours }, (_, at) =>
    new Date(end - (hours - 1 - at) * 3_600_000).toISOString().slice(0, 13).replace('T', ' '),
  );
}
