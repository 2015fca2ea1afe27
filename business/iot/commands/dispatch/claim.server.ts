import { type App, type Context, type Tenancy, inZone, instantIn, productActor, transact } from '#kernel/server';
import type { DownMessage } from '../../gateway/down-message.rules.ts';
import type { KnownDevice } from '../../ingest/known-device.server.ts';
import { deviceCommand } from '../device-command.paper.ts';
import { awaitsFile } from '../log/log-kind.rules.ts';
import { logLink } from '../log/log-link.server.ts';
import { workInHomes } from '../work-in-homes.service.ts';
import { tellEnded } from './apply-replies.server.ts';
import {
  type IssuedCommand,
  MAX_OF_GATEWAY,
  UNDER_WAY,
  WAITING_STATES,
  isAmong,
  isBetweenAttempts,
} from './command-states.rules.ts';
import { commandText } from './command-words.rules.ts';
import { type ClaimedDevice, readClaimedDevices } from './claimed-devices.server.ts';
import { idsToClaim, underWayOf } from './due-commands.server.ts';
import { type DispatchFacts, type Reach, type DispatchStep, underWayStep, waitingStep } from './steps.rules.ts';
import { wireMessage } from './wire.rules.ts';

/** How a device is reached now, and by the connection of which device. */
export interface CommandRoute {
  readonly reach: Reach;
  readonly isSafe: boolean;
  /** Id of the device whose connection is used: itself or its gateway. */ readonly carrierId: string;
  /** Key of a sub-device that is reached by its gateway; null: the device itself. */ readonly dev: string | null;
}

/** A command that is stored as sent, and whose message may be written now. */
export interface CommandSending {
  readonly command: IssuedCommand;
  readonly route: CommandRoute;
  readonly message: DownMessage;
}

/** Result of a claim. */
export interface Claimed {
  readonly sends: readonly CommandSending[];
  readonly ended: readonly IssuedCommand[];
  /** Devices that have commands which wait for them. */ readonly waiting: readonly string[];
}

export interface ClaimOptions {
  readonly app: App;
  readonly tenancy: Tenancy;
  readonly woken: readonly string[];
  readonly subscribed: readonly string[];
  /** The device sends a request: commands that it has not answered yet are not repeated before their timeout. */
  readonly isRequest?: true;
  readonly deviceOf: (id: string) => KnownDevice | undefined;
  readonly routeOf: (id: string, tail: (dev: string | null) => string) => CommandRoute;
  /** Moments of timeouts are later by this time, because the database was unavailable (milliseconds). */
  readonly delayMs: number;
}

interface Judging {
  readonly context: Context;
  readonly of: ClaimOptions;
  readonly now: number;
  readonly devices: ReadonlyMap<string, ClaimedDevice>;
  readonly working: ReadonlySet<string>;
}

/** Counts the commands under way, so that a device has one, and the sub-devices of a gateway have four. */
class Occupied {
  readonly #devices = new Set<string>();
  readonly #gateways = new Map<string, number>();

  add(deviceId: string, gatewayId: string | null): void {
    this.#devices.add(deviceId);
    if (gatewayId) this.#gateways.set(gatewayId, (this.#gateways.get(gatewayId) ?? 0) + 1);
  }

  has(deviceId: string, gatewayId: string | null): boolean {
    return (
      this.#devices.has(deviceId) || (gatewayId !== null && (this.#gateways.get(gatewayId) ?? 0) >= MAX_OF_GATEWAY)
    );
  }
}

const messageOf = (
  command: IssuedCommand,
  dev: string | null,
  { at, expire, url }: { readonly at: number; readonly expire: number | null; readonly url?: string },
): DownMessage => wireMessage({ id: command.id, content: command.content, at, expire, dev, url });

/** Return the message of a command that is sent now. The address for a file is made for it, and stored nowhere. */
const messageNow = (judging: Judging, command: IssuedCommand, { dev }: CommandRoute): DownMessage =>
  messageOf(command, dev, {
    at: judging.now,
    expire: expiresOf(command, judging),
    ...(awaitsFile(command) && { url: logLink(judging.of.app, judging.context.tenantId, command.id) }),
  });

function routeFor({ of }: Judging, command: IssuedCommand): CommandRoute {
  return of.routeOf(command.deviceId, (dev) => messageOf(command, dev, { at: 0, expire: null }).tail);
}

const expiresOf = ({ expireTime }: IssuedCommand, { context }: Judging): number | null =>
  expireTime ? (instantIn(expireTime, context.zone) ?? null) : null;

function factsOf(judging: Judging, command: IssuedCommand, route: CommandRoute, isBlocked: boolean): DispatchFacts {
  return {
    now: judging.now,
    expires: expiresOf(command, judging),
    device: judging.devices.get(command.deviceId)?.fits(command) ?? 'gone',
    reach: route.reach,
    isSafe: route.isSafe,
    isUpgrading: judging.devices.get(command.deviceId)?.isUpgrading === true,
    isBlocked,
    isWorking: command.householdId !== null && judging.working.has(command.householdId),
    random: Math.random(),
  };
}

/** Return the values of a command that is sent now: one more attempt, with its timeout. */
function sentValues(judging: Judging, command: IssuedCommand, route: CommandRoute): Partial<IssuedCommand> {
  const { context, now } = judging;
  const attempt = (command.attempt ?? 0) + 1;
  const before = attempt === 1 ? judging.devices.get(command.deviceId)?.before(command) : null;
  return {
    execStatus: 'sent',
    attempt,
    attempts: [...(command.attempts ?? []), { n: attempt, at: now }],
    sentTime: command.sentTime ?? inZone(now, context.zone),
    dueTime: inZone(now + (command.timeoutSec ?? 30) * 1000, context.zone),
    reason: null,
    gatewayId: route.dev === null ? null : route.carrierId,
    ...(before && { before }),
  };
}

/** Return the values to write for a step. */
function valuesOf(
  judging: Judging,
  command: IssuedCommand,
  step: DispatchStep,
  route: CommandRoute,
): Partial<IssuedCommand> {
  const moment = (ms: number): string => inZone(ms, judging.context.zone);
  switch (step.kind) {
    case 'wait':
      return { dueTime: moment(step.until), ...(step.attempts !== undefined && { attempts: step.attempts }) };
    case 'queue': {
      const dueTime = step.until === null ? null : moment(step.until);
      return { execStatus: 'queued', reason: commandText(step.word), dueTime };
    }
    case 'end':
      return { execStatus: step.state, reason: commandText(step.word), dueTime: null };
    default:
      return sentValues(judging, command, route);
  }
}

interface Judged {
  readonly command: IssuedCommand;
  readonly step: DispatchStep;
  readonly route: CommandRoute;
}

function judgeWaiting(judging: Judging, rows: readonly IssuedCommand[], occupied: Occupied): Judged[] {
  return rows.map((command) => {
    const route = routeFor(judging, command);
    const gatewayId = route.dev === null ? null : route.carrierId;
    const facts = factsOf(judging, command, route, occupied.has(command.deviceId, gatewayId));
    const step = waitingStep(command, facts);
    // Later commands of the device wait for this one, unless it has ended.
    if (step.kind !== 'end') occupied.add(command.deviceId, step.kind === 'send' ? gatewayId : null);
    return { command, step, route };
  });
}

function judgeUnderWay(judging: Judging, rows: readonly IssuedCommand[]): Judged[] {
  return rows.flatMap((command) => {
    const due = command.dueTime ? instantIn(command.dueTime, judging.context.zone) : undefined;
    const isReachable = isBetweenAttempts(command) && judging.of.subscribed.includes(command.deviceId);
    if (!isReachable && (due === undefined || due + judging.of.delayMs > judging.now)) return [];
    const route = routeFor(judging, command);
    return [{ command, step: underWayStep(command, factsOf(judging, command, route, false)), route }];
  });
}

async function workingHomes(context: Context, rows: readonly IssuedCommand[]): Promise<ReadonlySet<string>> {
  const householdIds = [
    ...new Set(
      rows.flatMap(({ householdId, isOverride }) => (householdId && isOverride !== true ? [householdId] : [])),
    ),
  ];
  return new Set(householdIds.length > 0 ? Object.keys(await context.ask(workInHomes, { householdIds })) : []);
}

const write = (
  context: Context,
  judging: Judging,
  all: readonly Judged[],
  where: readonly IssuedCommand['execStatus'][],
) =>
  context.touch(
    deviceCommand,
    all.map(({ command, step, route }) => ({ id: command.id, ...valuesOf(judging, command, step, route) })),
    { where: { execStatus: where } },
  );

/** Return the commands that a device has not acknowledged before it subscribed again: the same attempt is repeated. */
const unacknowledged = (of: ClaimOptions, rows: readonly IssuedCommand[]): IssuedCommand[] => {
  if (of.isRequest) return [];
  const subscribed = new Set(of.subscribed);
  return rows.filter((row) => row.execStatus === 'sent' && !isBetweenAttempts(row) && subscribed.has(row.deviceId));
};

async function claimIn(context: Context, of: ClaimOptions): Promise<Claimed> {
  const { tenantId, sql } = context;
  const ids = await idsToClaim(sql, { tenantId, now: context.now(), woken: of.woken, subscribed: of.subscribed });
  if (ids.length === 0) return { sends: [], ended: [], waiting: [] };
  const rows = await context.lockRows(deviceCommand, ids);
  const waiting = rows.filter(({ execStatus }) => isAmong(WAITING_STATES, execStatus));
  const underWay = rows.filter(({ execStatus }) => isAmong(UNDER_WAY, execStatus));
  const judging: Judging = {
    context,
    of,
    now: context.instant(),
    devices: await readClaimedDevices(context, rows),
    working: await workingHomes(context, waiting),
  };
  const occupied = new Occupied();
  const devices = [...new Set(waiting.map(({ deviceId }) => deviceId))];
  const gateways = devices.flatMap((id) => of.deviceOf(id)?.parentId ?? []);
  for (const one of await underWayOf(sql, tenantId, { devices, gateways })) occupied.add(one.deviceId, one.gatewayId);
  const again = unacknowledged(of, underWay);
  const judgedWaiting = judgeWaiting(judging, waiting, occupied);
  const judgedUnderWay = judgeUnderWay(
    judging,
    underWay.filter((row) => !again.includes(row)),
  );
  await write(context, judging, judgedWaiting, WAITING_STATES);
  await write(context, judging, judgedUnderWay, UNDER_WAY);
  const repeated = again.flatMap((command): Judged[] => {
    const route = routeFor(judging, command);
    return route.reach === 'ready' ? [{ command, step: { kind: 'send' }, route }] : [];
  });
  await context.touch(
    deviceCommand,
    repeated.map(({ command: { id, timeoutSec } }) => ({
      id,
      dueTime: inZone(judging.now + (timeoutSec ?? 30) * 1000, context.zone),
    })),
    { where: { execStatus: ['sent'] } },
  );
  const judged = [...judgedWaiting, ...judgedUnderWay];
  const ended = judged.flatMap(({ command, step }) =>
    step.kind === 'end' ? [{ ...command, execStatus: step.state }] : [],
  );
  await tellEnded(context, ended);
  return {
    ended,
    waiting: judged.flatMap(({ command, step }) =>
      step.kind === 'queue' || step.kind === 'wait' ? [command.deviceId] : [],
    ),
    sends: [...judged, ...repeated]
      .filter(({ step }) => step.kind === 'send')
      .map(({ command, route }) => ({
        command,
        route,
        message: messageNow(judging, command, route),
      })),
  };
}

/**
 * Decide about the commands of a company that are due, and about those of devices that can be reached again, in one
 * transaction. Their messages are written after its commit: a process that no longer owns the devices sends nothing.
 */
export const claimCommands = (of: ClaimOptions): Promise<Claimed> =>
  transact(of.app, productActor(of.app, of.tenancy, 'commands'), (tx) => claimIn(tx.context, of));
