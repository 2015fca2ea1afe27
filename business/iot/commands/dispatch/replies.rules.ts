import { storedText } from '#kernel/language/label.ts';
import type { SentReply } from '../../ingest/uplink.rules.ts';
import { awaitsFile } from '../log/log-kind.rules.ts';
import { commandText } from './command-words.rules.ts';
import {
  type IssuedCommand,
  LATE_REPLY_MS,
  MAX_PROGRESS_MS,
  UNDER_WAY,
  backoffMs,
  endedAttempts,
  isAmong,
  mayRetry,
} from './command-states.rules.ts';

/** Result codes of devices: done, done before, busy, not ready. */
const SUCCESS = [200, 410];
const AGAIN = [409, 503];
/** Default time for the check of a condition after a reply, in seconds. */
const VERIFY_SECONDS = 60;
/** Time from the sending within which a device sends its file: that of the address which it got. */
const FILE_WITHIN_MS = 15 * 60_000;

/** Facts about a reply. Moments are milliseconds. */
export interface ReplyFacts {
  readonly now: number;
  /** Has the condition of the command been observed since it was sent? */ readonly isVerified: boolean;
  readonly random: number;
  /** Return a moment as the row stores it. */ readonly moment: (ms: number) => string;
}

/** Values to write for a reply; `unknown`: the command does not expect it, so it is refused. */
export type Judged = Partial<IssuedCommand> | 'unknown';

const firstSent = ({ attempts }: IssuedCommand): number | null => attempts?.[0]?.at ?? null;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const resultOf = (
  command: IssuedCommand,
  { code, msg, data }: SentReply,
  { now, moment }: ReplyFacts,
): Partial<IssuedCommand> => ({
  resultCode: code,
  resultMsg: msg,
  ...(data !== null && { resultJson: isPlain(data) ? data : { value: data } }),
  replyTime: moment(now),
  costMs: now - (firstSent(command) ?? now),
  attempts: endedAttempts(command.attempts, now, 'reply'),
});

/** Return the values for a report of progress: the timeout starts again, within a limit. */
function progressed(command: IssuedCommand, { now, moment }: ReplyFacts): Partial<IssuedCommand> {
  const limit = (firstSent(command) ?? now) + MAX_PROGRESS_MS;
  return {
    execStatus: 'running',
    dueTime: moment(Math.min(now + (command.timeoutSec ?? 30) * 1000, Math.max(limit, now))),
  };
}

/** Return the values for a code that ends the command, or begins the check of its condition. */
function concluded(command: IssuedCommand, reply: SentReply, facts: ReplyFacts): Partial<IssuedCommand> {
  const result = resultOf(command, reply, facts);
  if (!SUCCESS.includes(reply.code ?? 0)) return { ...result, execStatus: 'failed', dueTime: null };
  if (awaitsFile(command) && command.file === null) {
    const until = Math.max((firstSent(command) ?? facts.now) + FILE_WITHIN_MS, facts.now + 1000);
    return { ...result, execStatus: 'running', dueTime: facts.moment(until) };
  }
  if (!command.verify || facts.isVerified) return { ...result, execStatus: 'success', dueTime: null };
  const within = (command.verify.withinSec ?? VERIFY_SECONDS) * 1000;
  return { ...result, execStatus: 'running', dueTime: facts.moment(facts.now + within) };
}

function busy(command: IssuedCommand, reply: SentReply, facts: ReplyFacts): Partial<IssuedCommand> {
  return {
    resultCode: reply.code,
    resultMsg: reply.msg,
    execStatus: 'sent',
    reason: commandText('busy'),
    attempts: endedAttempts(command.attempts, facts.now, 'busy'),
    dueTime: facts.moment(facts.now + backoffMs(command.attempt ?? 1, facts.random)),
  };
}

function late(command: IssuedCommand, reply: SentReply, facts: ReplyFacts): Judged {
  const sent = firstSent(command);
  if (reply.code === null || sent === null || facts.now - sent > LATE_REPLY_MS) return 'unknown';
  const result = resultOf(command, reply, facts);
  return { ...result, late: true, execStatus: SUCCESS.includes(reply.code) ? 'success' : 'failed' };
}

/**
 * Judge a reply of the right device to a command: the values to write. A command that ended by a report still takes the
 * reply of the same attempt.
 */
export function judgeReply(command: IssuedCommand, reply: SentReply, facts: ReplyFacts): Judged {
  const { execStatus, resultCode } = command;
  if (execStatus === 'timeout') return late(command, reply, facts);
  if (execStatus === 'success' && resultCode === null && reply.code !== null) return resultOf(command, reply, facts);
  const wasSent = (command.attempt ?? 0) > 0;
  if (!isAmong(UNDER_WAY, execStatus) && !(execStatus === 'queued' && wasSent)) return 'unknown';
  if (reply.code === null) return progressed(command, facts);
  if (AGAIN.includes(reply.code) && mayRetry(command)) return busy(command, reply, facts);
  return concluded(command, reply, facts);
}

/** Return the text of a refused reply, for the list of refused messages. */
export const refusedReplyText = ({ id, code }: SentReply): string =>
  storedText([`指令 ${id}，结果码 ${code ?? '–'}`, `Command ${id}, code ${code ?? '–'}`]);
