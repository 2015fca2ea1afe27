import { asSent, call, roomCall } from '#kernel/language/calls/call.ts';
import { type AnswerOf, anyNumber, anyText, list, record } from '#kernel/language/calls/shape.ts';
import { logError } from './log-error.paper.ts';

/** Faults of one cause: their number, first time, and an example. */
const faultCause = record({
  cause: anyText,
  source: logError.fields.source,
  exceptionName: logError.fields.exceptionName,
  message: logError.fields.message,
  count: anyNumber,
  people: anyNumber,
  first: anyText,
  last: anyText,
  newestId: anyText,
});

export const faultCauses = call(logError, 'causes', {
  method: 'GET',
  needs: 'view',
  title: ['按原因归并', 'Faults by cause'],
  answer: list(faultCause),
});

const verification = (method: 'GET' | 'POST') =>
  roomCall('blade-log/audit/verify', {
    method,
    needs: 'person',
    title: ['核对审计链', 'Verify the chain of the audit'],
    answer: record({ job: anyText }),
  });

/** The call that verifies the logs, by POST and, for older clients, by GET. */
export const verifications = [verification('GET'), verification('POST')];
export const [, verifyOwnAudit] = verifications;

/** Calls by which browsers upload their errors, under the paths that older clients use. */
export const clientErrorUploads = ['blade-auth/oauth/logout', 'user/send-logs', '../user/send-logs'].map((path) =>
  roomCall(path, {
    method: 'POST',
    needs: 'person',
    title: ['上传前端错误日志', 'Upload errors of the browser'],
    // An upload of errors is never refused: the readable part is stored.
    body: { list: asSent('reportedErrors', ['错误', 'Errors']) },
    answer: record({ count: anyNumber }),
  }),
);

export type FaultCause = AnswerOf<typeof faultCause>;
