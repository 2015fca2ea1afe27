import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import { sendNotice } from '#kernel/language/rooms/notice.ts';
import { type Context, type OwnCall, implement } from '#kernel/server';
import { alarm } from '../../alarms/alarm/alarm.paper.ts';
import { troubleCode } from '../../alarms/codes/trouble-code.paper.ts';
import { device } from '../../devices/device.paper.ts';
import { refuse } from '../../refusals.ts';
import { contentProblem, higherRisk, riskOfContent } from '../content/command-content.rules.ts';
import { riskyAttributes } from '../content/risky-attributes.server.ts';
import type { IssuedCommand } from '../dispatch/command-states.rules.ts';
import { instruction } from '../instruction/instruction.paper.ts';
import { assertDeviceReachable } from '../may-send.server.ts';
import { newCommands } from '../new-commands.server.ts';
import { remedyAlarm } from './remedy.calls.ts';
import { stateOf, waitForResult } from './wait-for-result.server.ts';

/** Return the enabled instruction that a trouble code names as its remote remedy; undefined: none. */
export async function remedyOf(
  context: Context,
  troubleCodeId: string | null,
): Promise<{ readonly code: Row<typeof troubleCode>; readonly of: Row<typeof instruction> } | undefined> {
  const [code] = troubleCodeId ? await context.find(troubleCode, { id: troubleCodeId }, { first: 1 }) : [];
  const [of] = code?.remoteInstructionId
    ? await context.find(instruction, { id: code.remoteInstructionId, enabled: true }, { first: 1 })
    : [];
  return code && of ? { code, of } : undefined;
}

interface Remedy {
  readonly of: Row<typeof instruction>;
  readonly isOverride: boolean;
  readonly reason: string | null;
}

/** Create the command of a remedy, with the content of its instruction as it is now. */
export async function sendRemedy(
  context: Context,
  row: Row<typeof device>,
  { of, isOverride, reason }: Remedy,
): Promise<IssuedCommand> {
  const attributes = await riskyAttributes(context, row.modelId, row.modelVersion);
  const problem = contentProblem(attributes, of.content);
  if (problem || of.modelId !== row.modelId) throw refuse.remedyMissing();
  const [made] = await newCommands(context, [row], {
    content: of.content,
    attributes,
    riskLevel: higherRisk(of.riskLevel, riskOfContent(attributes, of.content)),
    source: 'remote',
    verify: of.verify,
    timeoutSec: of.timeoutSec,
    maxRetry: of.maxRetry,
    isOverride,
    reason,
  });
  return made;
}

/** Tell the leads of engineers that a remedy of any risk was sent by another person. */
const tellLeads = (context: Context, row: Row<typeof alarm>, reason: string): Promise<void> =>
  context.call(sendNotice, {
    to: [],
    roles: ['as_iot_lead'],
    kind: 'system',
    title: ['安全告警已远程处理', 'A remedy for a matter of safety was sent'],
    content: [`${row.alarmNo} ${reason}`, `${row.alarmNo} ${reason}`],
    about: { paper: 'alarm', id: row.id, caption: String(row.alarmNo) },
    again: `remedy ${context.now()}`,
  });

async function remedy(
  { id, reason }: CallInputOf<typeof remedyAlarm>,
  context: Context,
): Promise<CallAnswer<typeof remedyAlarm>> {
  const [row] = await context.visible(alarm, { button: 'remedy' }).all([id]);
  if (row.alarmStatus !== 'active' && row.alarmStatus !== 'confirmed') throw refuse.alarmOver();
  const found = await remedyOf(context, row.troubleCodeId);
  if (!found?.code.safety || !row.deviceId) throw refuse.remedyMissing();
  const [of] = await context.visible(device).all([row.deviceId]);
  if (of.householdId !== row.householdId) throw refuse.alarmOver();
  assertDeviceReachable(of);
  const made = await sendRemedy(context, of, { of: found.of, isOverride: true, reason });
  await tellLeads(context, row, reason);
  return stateOf(made);
}

/** The call about remedies; its address is that of alarms. */
export const remedyCalls: readonly OwnCall[] = [implement(remedyAlarm, { write: remedy, after: waitForResult })];
