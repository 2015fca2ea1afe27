import type { CallAnswer, CallInputOf } from '#kernel/language/calls/call.ts';
import type { Row } from '#kernel/language/paper.ts';
import { holdsOwn } from '#kernel/language/permission.ts';
import type { Context, Reading } from '#kernel/server';
import { refuse } from '../../refusals.ts';
import {
  type CommandContent,
  type RiskyAttribute,
  contentProblem,
  contentWords,
  higherRisk,
  riskOfContent,
  withTypedParameters,
} from '../content/command-content.rules.ts';
import { riskyAttributes } from '../content/risky-attributes.server.ts';
import { instruction } from '../instruction/instruction.paper.ts';
import { newCommands } from '../new-commands.server.ts';
import { instructionTask } from './instruction-task.paper.ts';
import { findTargets, leftOutWords } from './targets.server.ts';
import type { addTask, lookTask } from './task.calls.ts';

/** Button of those who create tasks of high risk, and tasks of any size. */
const SEND_HIGH = 'iot_instruction_task_sendHigh';
/** Maximal number of devices in a task of a home operator. */
const MAX_OF_OPERATOR = 500;
/** Devices a minute, unless a task says otherwise. */
export const PER_MINUTE = 120;

type Asked = Pick<CallInputOf<typeof addTask>, 'configId' | 'params'>;

interface Frozen {
  readonly of: Row<typeof instruction>;
  readonly attributes: readonly RiskyAttribute[];
  readonly content: CommandContent;
  readonly riskLevel: 'low' | 'high';
}

/** Return the content of an instruction with the caller's parameters, checked against the model as it is now. */
async function freeze(reading: Reading, { configId, params }: Asked): Promise<Frozen> {
  const [of] = await reading.visible(instruction).all([configId]);
  if (of.enabled === false) throw refuse.instructionDisabled();
  const fixed = Object.keys(params ?? {}).filter((name) => !of.paramForm?.includes(name));
  if (fixed.length > 0) throw refuse.parameterFixed({ names: fixed.slice(0, 20) });
  const attributes = await riskyAttributes(reading, of.modelId);
  const content = withTypedParameters(of.content, params);
  const problem = contentProblem(attributes, content);
  if (problem) throw refuse.contentMalformed({ zh: problem[0], en: problem[1] });
  return { of, attributes, content, riskLevel: higherRisk(of.riskLevel, riskOfContent(attributes, content)) };
}

/** Refuse a task of high risk, or of many devices, to those who are no engineers. */
export function assertSize(context: Context, riskLevel: 'low' | 'high', count: number): void {
  if (count === 0) throw refuse.targetsMissing();
  // A right on behalf of others is not enough: such persons approve tasks of high risk, and write none.
  if (riskLevel === 'high' && !holdsOwn(context.person, SEND_HIGH)) throw refuse.highRisk();
  if (count > MAX_OF_OPERATOR && !context.may(SEND_HIGH)) throw refuse.tooManyTargets({ most: MAX_OF_OPERATOR });
}

const firstStateOf = (riskLevel: 'low' | 'high', isPlanned: boolean): 'review' | 'scheduled' | 'draft' =>
  riskLevel === 'high' ? 'review' : isPlanned ? 'scheduled' : 'draft';

/** Refuse an end of the task that has passed, and return whether it begins later. */
function isPlanned(context: Context, { scheduleTime, expireTime }: CallInputOf<typeof addTask>): boolean {
  if (expireTime && expireTime <= context.now()) throw refuse.taskExpired();
  return scheduleTime !== null && scheduleTime > context.now();
}

/** Create a task with one command for each device. Nothing is sent before it runs. */
export async function createInstructionTask(
  asked: CallInputOf<typeof addTask>,
  context: Context,
): Promise<CallAnswer<typeof addTask>> {
  const { of, attributes, content, riskLevel } = await freeze(context, asked);
  const { targetType, targetQuery, taskName, params, expireTime, perMinute, reason } = asked;
  const { fit } = await findTargets(context, { type: targetType, query: targetQuery ?? {}, modelId: of.modelId });
  assertSize(context, riskLevel, fit.length);
  const planned = isPlanned(context, asked);
  const { verify, timeoutSec, maxRetry, expireMin, modelId, instructionType } = of;
  const waitOnline = riskLevel === 'low' && (asked.waitOnline ?? of.waitOnline ?? false);
  const frozen = { content, riskLevel, verify, timeoutSec, maxRetry, waitOnline, expireTime };
  const task = await context.create(instructionTask, {
    ...frozen,
    taskName,
    taskStatus: firstStateOf(riskLevel, planned),
    configId: of.id,
    modelId,
    instructionType,
    params,
    expireMin,
    targetType,
    targetQuery: targetType === 'excel' ? {} : targetQuery,
    targetCount: fit.length,
    perMinute: perMinute ?? PER_MINUTE,
    scheduleTime: planned ? asked.scheduleTime : null,
    endedCount: 0,
    successCount: 0,
    failedCount: 0,
    reason: reason ?? context.givenReason,
  });
  if (fit.length > 1000) context.takesLong();
  await newCommands(context, fit, { ...frozen, attributes, source: 'task', taskId: task.id, dueTime: null });
  return { id: task.id, taskNo: task.taskNo, taskStatus: task.taskStatus, targetCount: fit.length };
}

const SAMPLES = 10;

/** Return what a task would do, before it exists. */
export async function lookAhead(
  asked: CallInputOf<typeof lookTask>,
  reading: Reading,
): Promise<CallAnswer<typeof lookTask>> {
  const { of, attributes, content, riskLevel } = await freeze(reading, asked);
  const { fit, leftOut } = await findTargets(reading, {
    type: asked.targetType,
    query: asked.targetQuery ?? {},
    modelId: of.modelId,
  });
  return {
    count: fit.length,
    online: fit.filter(({ onlineStatus }) => onlineStatus === 'online').length,
    riskLevel,
    content: contentWords(attributes, content),
    leftOut: [...leftOut].map(([word, count]) => ({ reason: leftOutWords[word], count })),
    samples: fit.slice(0, SAMPLES).map(({ id, deviceName, deviceKey, onlineStatus }) => ({
      id,
      deviceName,
      deviceKey,
      online: onlineStatus,
    })),
  };
}
