/** Outcome of an upgrade of a simulated device. */
export type SimulatedOutcome = 'success' | 'download' | 'checksum' | 'rollback' | 'silent';

/** Shares of the faults of simulated devices; the rest succeed. */
const FAULTS: readonly (readonly [outcome: SimulatedOutcome, share: number])[] = [
  ['download', 0.03],
  ['checksum', 0.01],
  ['rollback', 0.005],
  ['silent', 0.02],
];

/** Return the outcome for a random number from 0 to 1. */
export function outcomeOf(chance: number): SimulatedOutcome {
  let below = 0;
  for (const [outcome, share] of FAULTS) {
    below += share;
    if (chance < below) return outcome;
  }
  return 'success';
}

/** A message that a simulated device sends during its upgrade; `afterMs`: since the notice. */
export interface PlannedMessage {
  readonly afterMs: number;
  readonly tail: 'ota/progress' | 'ota/version';
  readonly body: Readonly<Record<string, unknown>>;
}

/** The parts of a notice that a simulated device uses. */
export interface NoticeHeard {
  readonly id: string;
  readonly module: string;
  readonly version: string;
  readonly dev?: string;
}

/**
 * Return the messages of an upgrade with their times. A device that rolls back reports its old version; one that never
 * restarts says nothing more.
 */
export function planOf(
  { id, module, version, dev }: NoticeHeard,
  { outcome, before, stepMs }: { readonly outcome: SimulatedOutcome; readonly before: string; readonly stepMs: number },
): PlannedMessage[] {
  const of = dev === undefined ? {} : { dev };
  const messages: PlannedMessage[] = [];
  const say = (tail: PlannedMessage['tail'], body: Record<string, unknown>): void => {
    messages.push({ afterMs: (messages.length + 1) * stepMs, tail, body: { ...body, ...of } });
  };
  const progress = (state: string, more: Record<string, unknown> = {}): void =>
    say('ota/progress', { id, state, ...more });
  progress('downloading', { percent: 20 });
  progress('downloading', { percent: 60 });
  if (outcome === 'download') {
    progress('failed', { step: -2 });
    return messages;
  }
  progress('downloaded', { percent: 100 });
  if (outcome === 'checksum') {
    progress('failed', { step: -3 });
    return messages;
  }
  progress('installing', { percent: 0 });
  progress('rebooting', { percent: 100 });
  if (outcome !== 'silent') say('ota/version', { module, version: outcome === 'rollback' ? before : version });
  return messages;
}
