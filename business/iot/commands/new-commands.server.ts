import { addSeconds } from '#kernel/language/days.ts';
import { storedText } from '#kernel/language/label.ts';
import type { Row } from '#kernel/language/paper.ts';
import type { Context } from '#kernel/server';
import type { device } from '../devices/device.paper.ts';
import {
  type CommandContent,
  type RiskyAttribute,
  type Verification,
  contentWords,
  kindOfContent,
} from './content/command-content.rules.ts';
import { deviceCommand } from './device-command.paper.ts';
import { type IssuedCommand, HIGH_RISK_SECONDS } from './dispatch/command-states.rules.ts';

/** The facts of a device that its command stores. */
export type CommandDevice = Pick<Row<typeof device>, 'id' | 'mac' | 'parentId' | 'householdId' | 'modelId'>;

/** Content and limits of a new command. Moments are as rows store them. */
export interface NewCommand {
  readonly content: CommandContent;
  readonly attributes: readonly RiskyAttribute[];
  readonly riskLevel: 'low' | 'high';
  readonly source: NonNullable<IssuedCommand['source']>;
  readonly taskId?: string;
  readonly verify?: Verification | null;
  readonly timeoutSec?: number | null;
  readonly maxRetry?: number | null;
  readonly waitOnline?: boolean | null;
  readonly isOverride?: boolean;
  readonly reason?: string | null;
  /** Moment of the first look; null: the command of a task that has not begun. Absent: now. */
  readonly dueTime?: string | null;
  /** End of its validity; absent: after `expireSec`. */ readonly expireTime?: string | null;
  readonly expireSec?: number;
}

const TIMEOUT_SECONDS = 30;
const EXPIRE_SECONDS = 120;
const MAX_AT_ONCE = 1000;

const timeoutOf = ({ timeoutSec, content, attributes }: NewCommand): number =>
  timeoutSec ??
  attributes.find((one) => one.attrType === 'service' && one.identifier === content.service)?.timeoutSec ??
  TIMEOUT_SECONDS;

/** Return the end of validity. A command of high risk is valid for a minute only. */
function expiryOf(now: string, { riskLevel, expireTime, expireSec, dueTime }: NewCommand): string | null {
  if (dueTime === null) return expireTime ?? null;
  if (riskLevel === 'high') return addSeconds(now, HIGH_RISK_SECONDS);
  return expireTime === undefined ? addSeconds(now, expireSec ?? EXPIRE_SECONDS) : expireTime;
}

/** Create commands of one content to several devices. The dispatcher sends them when they are due. */
export async function newCommands(
  context: Context,
  devices: readonly CommandDevice[],
  of: NewCommand,
): Promise<IssuedCommand[]> {
  const now = context.now();
  const kind = kindOfContent(of.content);
  const rows = devices.map(({ id, mac, parentId, householdId, modelId }) => ({
    commandTime: now,
    title: storedText(contentWords(of.attributes, of.content)),
    deviceId: id,
    gatewayId: parentId,
    mac,
    householdId,
    modelId,
    taskId: of.taskId ?? null,
    source: of.source,
    instructionType: kind,
    riskLevel: of.riskLevel,
    execStatus: 'pending' as const,
    attempt: 0,
    content: of.content,
    verify: of.verify ?? null,
    sendReason: of.reason ?? null,
    timeoutSec: timeoutOf(of),
    maxRetry: of.maxRetry ?? 2,
    waitOnline: of.waitOnline === true,
    isOverride: of.isOverride === true,
    expireTime: expiryOf(now, of),
    dueTime: of.dueTime === undefined ? now : of.dueTime,
  }));
  const made: IssuedCommand[] = [];
  for (let at = 0; at < rows.length; at += MAX_AT_ONCE)
    made.push(...(await context.append(deviceCommand, rows.slice(at, at + MAX_AT_ONCE))));
  return made;
}
