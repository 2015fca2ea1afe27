import { type Label, type Language, labelIn } from '#kernel/language/label.ts';
import type { Refusal } from '#kernel/language/refusal.ts';
import type { RouteCall } from './route.ts';

/** What every call answers. `code` is the HTTP status. */
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

/** A refusal on the wire: the words of the person, the word of the program, and the fields that were wrong. */
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

/** How many rows an answer that has no pages leaves off. */
const TRUNCATED = 'Anju-Truncated';

/** Says that an answer holds not all there is, and how many are missing; what several parts of it leave off adds up. */
export function setTruncatedHeader({ reply }: Pick<RouteCall, 'reply'>, leftOff: number): void {
  if (leftOff > 0 && !reply.sent) reply.header(TRUNCATED, String(Number(reply.getHeader(TRUNCATED) ?? 0) + leftOff));
}

/** Which names of a question the list did not know, comma-joined and encoded. */
const IGNORED = 'Anju-Ignored';

/** Name the filters that an answer passed over. */
export function setIgnoredHeader({ reply }: Pick<RouteCall, 'reply'>, names: readonly string[]): void {
  if (!reply.sent) reply.header(IGNORED, names.map(encodeURIComponent).join(','));
}
