import { type Context, inZone } from '#kernel/server';
import { cutText } from '../../ingest/clean-text.rules.ts';
import type { LaneEntry } from '../../ingest/entry.rules.ts';
import type { SentReply } from '../../ingest/uplink.rules.ts';
import { ingestReject } from '../../records/ingest-reject.paper.ts';
import { fulfils } from '../content/content-value.rules.ts';
import { deviceCommand } from '../device-command.paper.ts';
import { type IssuedCommand, UNDER_WAY, isAmong } from './command-states.rules.ts';
import { commandText } from './command-words.rules.ts';
import { judgeReply, refusedReplyText } from './replies.rules.ts';

type ReplyEntry = LaneEntry & { readonly reply: SentReply };

/** A command that has ended, for those who wait for it. */
export interface EndedCommand {
  readonly id: string;
  readonly deviceId: string;
  readonly gatewayId: string | null;
  readonly taskId: string | null;
}

const MAX_ID = 9_223_372_036_854_775_807n;

const isReply = (entry: LaneEntry): entry is ReplyEntry => entry.reply !== undefined;
const isCommandId = (id: string): boolean => BigInt(id) <= MAX_ID;

/** Refuse replies of a batch: to unknown or ended commands, or to those of other devices. */
async function refuseReplies(
  context: Context,
  refused: readonly { readonly entry: ReplyEntry; readonly reason: 'command' | 'child' }[],
): Promise<void> {
  if (refused.length === 0) return;
  await context.append(
    ingestReject,
    refused.map(({ entry, reason }) => ({
      rejectTime: inZone(context.instant(), context.zone),
      deviceId: entry.deviceId,
      reason,
      topic: 'up/reply',
      detail: cutText(refusedReplyText(entry.reply), 500),
      payload: cutText(JSON.stringify(entry.reply), 4000),
    })),
  );
}

/** Has the device reported a value that fulfils the condition since the command was sent? */
async function isVerified(context: Context, { deviceId, verify, attempts }: IssuedCommand): Promise<boolean> {
  if (!verify) return false;
  const [latest] = await context.sql.query<{ value: unknown }>(
    `select data->$3 as value from iot_device_latest where tenant_id = $1 and device_id = $2
       and coalesce((times->>$3)::float8, extract(epoch from ts)) * 1000 >= $4`,
    [context.tenantId, deviceId, verify.prop, attempts?.[0]?.at ?? 0],
  );
  return fulfils({}, verify.op ?? 'eq', latest?.value, verify.value);
}

/** Is the device the one of the command, or the gateway by which the command was sent? */
const isOfDevice = ({ deviceId, gatewayId }: IssuedCommand, entry: ReplyEntry): boolean =>
  entry.deviceId === deviceId || (gatewayId !== null && entry.deviceId === gatewayId);

/**
 * Write the replies of a batch into their commands, in the transaction of the batch. So the acknowledgement of a reply
 * means that its state is stored. Return the commands that ended.
 */
export async function applyReplies(context: Context, entries: readonly LaneEntry[]): Promise<EndedCommand[]> {
  const replies = entries.filter(isReply);
  if (replies.length === 0) return [];
  const ids = [...new Set(replies.map(({ reply }) => reply.id).filter(isCommandId))];
  const rows = new Map((await context.lockRows(deviceCommand, ids)).map((row) => [row.id, row]));
  const changed = new Map<string, IssuedCommand>();
  const refused: { entry: ReplyEntry; reason: 'command' | 'child' }[] = [];
  const moment = (ms: number): string => inZone(ms, context.zone);
  for (const entry of replies) {
    const row = rows.get(entry.reply.id);
    const values =
      row && isOfDevice(row, entry)
        ? judgeReply(row, entry.reply, {
            now: context.instant(),
            isVerified: await isVerified(context, row),
            random: Math.random(),
            moment,
          })
        : 'unknown';
    if (!row || values === 'unknown')
      refused.push({ entry, reason: row && !isOfDevice(row, entry) ? 'child' : 'command' });
    else {
      const after = { ...row, ...values };
      rows.set(row.id, after);
      changed.set(row.id, after);
    }
  }
  await writeReplies(context, [...changed.values()]);
  await refuseReplies(context, refused);
  return [...changed.values()].filter(({ execStatus }) => !isAmong(UNDER_WAY, execStatus));
}

async function writeReplies(context: Context, rows: readonly IssuedCommand[]): Promise<void> {
  await context.touch(
    deviceCommand,
    rows.map(
      ({ id, execStatus, resultCode, resultMsg, resultJson, replyTime, costMs, attempts, dueTime, late, reason }) => ({
        id,
        execStatus,
        resultCode,
        resultMsg,
        resultJson,
        replyTime,
        costMs,
        attempts,
        dueTime,
        late,
        reason,
      }),
    ),
    { where: { execStatus: [...UNDER_WAY, 'queued', 'timeout', 'success'] } },
  );
  await tellEnded(context, rows);
}

/** Emit an event for each list of sub-devices; the room that owns the pool compares it. */
export async function tellTopologies(context: Context, entries: readonly LaneEntry[]): Promise<void> {
  for (const { deviceId, topology } of entries)
    if (topology) await context.emit('device.topology', { id: deviceId, ...topology });
}

/** End commands as successful because the device reported the values that were set. Return those that ended. */
export async function endByReport(context: Context, seen: readonly { readonly id: string }[]): Promise<EndedCommand[]> {
  if (seen.length === 0) return [];
  const now = context.instant();
  const rows = (
    await context.lockRows(
      deviceCommand,
      seen.map(({ id }) => id),
    )
  ).filter(({ execStatus }) => isAmong(UNDER_WAY, execStatus));
  await context.touch(
    deviceCommand,
    rows.map(({ id, attempts, resultCode }) => ({
      id,
      execStatus: 'success' as const,
      dueTime: null,
      costMs: now - (attempts?.[0]?.at ?? now),
      ...(resultCode === null && { reason: commandText('report') }),
    })),
    { where: { execStatus: UNDER_WAY } },
  );
  await tellEnded(
    context,
    rows.map((row) => ({ ...row, execStatus: 'success' as const })),
  );
  return rows;
}

/** Emit an event for each single command that ended; rooms follow it. Tasks are followed by their counts. */
export async function tellEnded(context: Context, rows: readonly IssuedCommand[]): Promise<void> {
  for (const { id, deviceId, execStatus, source, taskId } of rows)
    if (taskId === null && !isAmong(UNDER_WAY, execStatus))
      await context.emit('deviceCommand.ended', { id, deviceId, execStatus, source });
}
