import type { Label } from '#kernel/language/label.ts';

/** Present tone of a command by its state. */
type Tone = 'green' | 'grey' | 'red' | 'amber' | 'blue';

const TONES: Readonly<Record<string, Tone>> = {
  success: 'green',
  failed: 'red',
  timeout: 'amber',
  pending: 'blue',
  queued: 'amber',
  sent: 'blue',
  delivered: 'blue',
  running: 'blue',
};
const OPEN = ['pending', 'queued', 'sent', 'delivered', 'running'];

/** A command as a mark on the time axis. */
export interface CommandMark {
  readonly id: string;
  readonly at: number;
  readonly tone: Tone;
  readonly isOpen: boolean;
  readonly word: Label;
  readonly isLabelled: boolean;
}

interface CommandRow {
  readonly id: string;
  readonly at: number;
  readonly clock: string;
  readonly title: string;
  readonly execStatus: string;
  readonly state: Label;
}

/** Share of the shown time that a caption needs. */
const CAPTION = 0.3;

/** Return commands (newest first) as marks. Those too near to a newer caption have theirs on hover only. */
export function commandMarks(rows: readonly CommandRow[], from: number, until: number): CommandMark[] {
  const labelled: number[] = [];
  return rows
    .filter(({ at }) => at >= from && at <= until)
    .map(({ id, at, clock, title, execStatus, state }) => {
      const isLabelled = labelled.every((one) => Math.abs(one - at) > (until - from) * CAPTION);
      if (isLabelled) labelled.push(at);
      return {
        id,
        at,
        tone: TONES[execStatus] ?? 'grey',
        isOpen: OPEN.includes(execStatus),
        word: [`${clock} ${title} ${state[0]}`, `${clock} ${title}, ${state[1].toLowerCase()}`],
        isLabelled,
      };
    });
}
