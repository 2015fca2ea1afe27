import type { Label } from '#kernel/language/label.ts';
import { spanWords } from '#kernel/fields/integer/span-words.ts';

/** A change of presence: its moment in milliseconds, with its clock time and its cause in words. */
export interface OnlineChange {
  readonly key: string;
  readonly at: number;
  readonly clock: string;
  readonly isOnline: boolean;
  readonly reason: string;
}

/** A stretch of time in which a device was online or offline. */
export interface OnlineSpan {
  readonly key: string;
  readonly from: number;
  readonly until: number;
  readonly isOnline: boolean;
  readonly word: Label;
  readonly isLabelled: boolean;
}

/** Share of the shown time that the words of a span need. */
const CAPTION = 0.3;

/**
 * Return the presence of a device over a range as spans, with the share of the known time online (0 to 1; null: nothing
 * is known). `changes`: newest first, the last one is that before the range, if there is one.
 */
export function onlineSpans(
  changes: readonly OnlineChange[],
  { from, until, now }: { readonly from: number; readonly until: number; readonly now: number },
): { readonly spans: readonly OnlineSpan[]; readonly share: number | null } {
  const end = Math.min(until, now);
  const parts = changes
    .map((one, at) => ({ ...one, from: Math.max(from, one.at), until: Math.min(end, changes[at - 1]?.at ?? end) }))
    .filter((one) => one.until > one.from);
  const labelled: number[] = [];
  const spans = parts.map(({ key, clock, isOnline, reason, at, ...one }): OnlineSpan => {
    const [zh, en] = spanWords((one.until - at) / 1000);
    const isLabelled = !isOnline && labelled.every((other) => Math.abs(other - one.from) > (until - from) * CAPTION);
    if (isLabelled) labelled.push(one.from);
    return {
      key,
      isOnline,
      isLabelled,
      from: one.from,
      until: one.until,
      word: isOnline
        ? [`${clock} 上线 ${zh}`, `${clock} online ${en}`]
        : [`${clock} 离线 ${zh}，${reason}`, `${clock} offline ${en}, ${reason.toLowerCase()}`],
    };
  });
  const total = spans.reduce((sum, one) => sum + one.until - one.from, 0);
  const online = spans.reduce((sum, one) => sum + (one.isOnline ? one.until - one.from : 0), 0);
  return { spans, share: total > 0 ? online / total : null };
}
