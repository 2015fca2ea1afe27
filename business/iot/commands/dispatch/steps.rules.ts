import type { CommandWord } from './command-words.rules.ts';
import {
  type IssuedCommand,
  type ExecState,
  backoffMs,
  endedAttempts,
  isAwaitingFile,
  isBetweenAttempts,
  isVerifying,
  mayRetry,
} from './command-states.rules.ts';

/**
 * How a device can be reached. `request`: it holds no connection, but is online and sends requests. `returning`: its
 * gateway lost its connection a moment ago, and is expected to connect again.
 */
export type Reach = 'ready' | 'unheard' | 'full' | 'request' | 'returning' | 'none';

/** Facts about the device of a command at a moment (milliseconds). */
export interface DispatchFacts {
  readonly now: number;
  /** End of the command's validity; null: none. */ readonly expires: number | null;
  readonly device: 'fit' | 'gone' | 'disabled' | 'model';
  readonly reach: Reach;
  readonly isSafe: boolean;
  /** Is the device, or its gateway, upgrading? Its commands wait for the end. */ readonly isUpgrading: boolean;
  /** Has the device, or its gateway, as many open commands as it may have? */ readonly isBlocked: boolean;
  /** Does a technician work at the home? */ readonly isWorking: boolean;
  /** A number from 0 to 1, for the deviation of pauses. */ readonly random: number;
}

/** The next action of the dispatcher for a command. */
export type DispatchStep =
  | { readonly kind: 'send' }
  | { readonly kind: 'wait'; readonly until: number; readonly attempts?: IssuedCommand['attempts'] }
  | { readonly kind: 'queue'; readonly word: CommandWord; readonly until: number | null }
  | { readonly kind: 'end'; readonly state: ExecState; readonly word: CommandWord };

const BLOCKED_MS = 1000;
const WORKING_MS = 60_000;
const AWAY_MS = 15_000;
/** A command looks again for a gateway that is returning after this time, unless the gateway is back earlier. */
const RETURNING_MS = 5000;

const end = (state: ExecState, word: CommandWord): DispatchStep => ({ kind: 'end', state, word });
const isExpired = ({ expires, now }: DispatchFacts): boolean => expires !== null && expires <= now;

/** Return the step for a command whose device cannot be reached at present. High risk never waits. */
function unreached(command: IssuedCommand, { reach, expires, now }: DispatchFacts): DispatchStep {
  if (reach === 'full') return { kind: 'wait', until: now + BLOCKED_MS };
  const word = reach === 'unheard' ? 'unheard' : 'away';
  if (command.riskLevel === 'high' && reach !== 'request') return end('skipped', word);
  if (reach === 'returning' && command.waitOnline !== true)
    return { kind: 'queue', word, until: Math.min(now + RETURNING_MS, expires ?? Number.POSITIVE_INFINITY) };
  const mayWait = command.waitOnline === true || reach !== 'none';
  return mayWait ? { kind: 'queue', word, until: expires } : end('skipped', word);
}

/** Return the step for a command whose device is upgrading. High risk never waits. */
const upgrading = ({ riskLevel }: IssuedCommand, { now, expires }: DispatchFacts): DispatchStep =>
  riskLevel === 'high'
    ? end('skipped', 'upgrading')
    : { kind: 'queue', word: 'upgrading', until: Math.min(now + AWAY_MS, expires ?? Number.POSITIVE_INFINITY) };

/** Return the step for a command that was not sent yet. */
export function waitingStep(command: IssuedCommand, facts: DispatchFacts): DispatchStep {
  if (facts.device !== 'fit') return end('skipped', facts.device);
  if (isExpired(facts)) return end('expired', 'expired');
  if (facts.isWorking && command.isOverride !== true)
    return command.source === 'scene' ? end('skipped', 'working') : { kind: 'wait', until: facts.now + WORKING_MS };
  if (facts.reach !== 'ready') return unreached(command, facts);
  if (facts.isUpgrading) return upgrading(command, facts);
  if (facts.isBlocked) return { kind: 'wait', until: facts.now + BLOCKED_MS };
  return command.riskLevel === 'high' && !facts.isSafe ? end('skipped', 'unsafe') : { kind: 'send' };
}

/** Return the step for a command that was sent, at the moment when it is due: its timeout, or its next attempt. */
export function underWayStep(command: IssuedCommand, facts: DispatchFacts): DispatchStep {
  if (facts.device !== 'fit') return end('skipped', facts.device);
  if (isAwaitingFile(command)) return end('failed', 'noFile');
  if (isVerifying(command)) return end('failed', 'unverified');
  if (!isBetweenAttempts(command)) {
    if (!mayRetry(command) || command.riskLevel === 'high') return end('timeout', 'timeout');
    return {
      kind: 'wait',
      until: facts.now + backoffMs(command.attempt ?? 1, facts.random),
      attempts: endedAttempts(command.attempts, facts.now, 'timeout'),
    };
  }
  if (isExpired(facts)) return end('timeout', 'expired');
  return facts.reach === 'ready' && !facts.isUpgrading
    ? { kind: 'send' }
    : { kind: 'wait', until: facts.now + AWAY_MS };
}
