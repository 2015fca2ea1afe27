/** Endings of the files in which devices send their logs. */
export const LOG_ENDINGS = ['gz', 'zip', 'txt', 'log'] as const;
export type LogEnding = (typeof LOG_ENDINGS)[number];

/** Largest log file of a device, in megabytes. */
export const MAX_LOG_MB = 10;

/** Service of a device that sends its log as a file. */
const COLLECT_LOG = 'collectLog';

/** Does a command succeed only when the device has sent a file? */
export const awaitsFile = ({ content }: { readonly content: { readonly service?: string } }): boolean =>
  content.service === COLLECT_LOG;

const begins = (head: Uint8Array, ...signs: readonly number[]): boolean => signs.every((sign, at) => head[at] === sign);

/** Are the bytes readable text: without control characters, except tabs and ends of lines? */
const isText = (head: Uint8Array): boolean =>
  head.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b);

/** Return the ending of a log file by its first bytes; null: it is neither text nor an archive. */
export function logEndingOf(head: Uint8Array, contentType: string | undefined): LogEnding | null {
  if (begins(head, 0x1f, 0x8b, 0x08)) return 'gz';
  if (begins(head, 0x50, 0x4b, 0x03, 0x04)) return 'zip';
  if (!isText(head)) return null;
  return contentType?.startsWith('text/plain') ? 'txt' : 'log';
}
