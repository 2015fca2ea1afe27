import { type Label, type Language, labelIn } from '#kernel/language/label.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import type { RouteCall } from './route.ts';

/** Envelope of every answer. `code` is the HTTP status. */
export interface Envelope {
  readonly code: number;
  readonly success: boolean;
  readonly data: unknown;
  readonly msg: string;
  readonly reason?: string;
  readonly requestId?: string;
}

const done: Label = ['操作成功!', 'Done'];

export const success = (data: unknown, language: Language, msg: Label = done): Envelope => ({
  code: 200,
  success: true,
  data: data ?? {},
  msg: labelIn(msg, language),
});

/** Return a refusal on the wire: the text, the reason as a code, and the wrong fields. */
export function refused(refusal: Refusal, language: Language, requestId: string): Envelope {
  const fields = refusal.more.fields?.map(({ field, words }) => ({ field, msg: labelIn(words, language) }));
  return {
    code: refusal.status,
    success: false,
    data: { ...refusal.more.data, ...(fields && { fields }) },
    msg: labelIn(refusal.words, language),
    reason: refusal.reason,
    requestId,
  };
}

/** Header with the number of rows missing from an answer without pages. */
const TRUNCATED = 'Anju-Truncated';

/** Add a number of missing rows to the header. Several lists of one answer add up. */
export function setTruncatedHeader({ reply }: Pick<RouteCall, 'reply'>, leftOff: number): void {
  if (leftOff > 0 && !reply.sent) reply.header(TRUNCATED, String(Number(reply.getHeader(TRUNCATED) ?? 0) + leftOff));
}

/** Header with the unknown filters of a query, comma-joined and encoded. */
const IGNORED = 'Anju-Ignored';

/** Set the header with the names of filters that were ignored. */
export function setIgnoredHeader({ reply }: Pick<RouteCall, 'reply'>, names: readonly string[]): void {
  if (!reply.sent) reply.header(IGNORED, names.map(encodeURIComponent).join(','));
}
