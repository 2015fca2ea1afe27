/** The parts of a setting that limit pushes. */
export interface PushLimits {
  readonly enabled: boolean | null;
  readonly channel: string | null;
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly dailyLimit: number | null;
  readonly reason: string | null;
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Return the minutes of quiet hours, which may pass midnight. */
const quietMinutes = ({ quietFrom, quietTo }: Pick<PushLimits, 'quietFrom' | 'quietTo'>): number =>
  quietFrom && quietTo ? (minutesOf(quietTo) - minutesOf(quietFrom) + 1440) % 1440 : 0;

/** Return a setting that is as strict as both: off beats on, the lower limit and the longer quiet hours stay. */
export function stricter<S extends PushLimits>(one: S, other: S): S {
  const quiet = quietMinutes(other) > quietMinutes(one) ? other : one;
  const limits = [one.dailyLimit, other.dailyLimit].filter((limit) => limit !== null);
  const reasons = [...new Set([one.reason, other.reason].filter((reason) => reason !== null))];
  return {
    ...one,
    enabled: one.enabled !== false && other.enabled !== false,
    channel: one.channel ?? other.channel,
    quietFrom: quiet.quietFrom,
    quietTo: quiet.quietTo,
    dailyLimit: limits.length ? Math.min(...limits) : null,
    reason: reasons.length ? reasons.join('；').slice(0, 255) : null,
  };
}
