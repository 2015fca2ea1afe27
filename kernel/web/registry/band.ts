import type { ReactNode } from 'react';
import type { Label } from '#kernel/language/label.ts';
import type { Tone } from '#kernel/language/dictionary.ts';

/** A stage of a service case, with its paper. `id` is empty as long as the paper does not exist. */
export interface BandStation {
  readonly kind: string;
  readonly label: Label;
  readonly count: number;
  readonly id: string;
  readonly no: string;
  readonly to: string;
  readonly state: string;
  readonly tone: Tone;
  readonly at: string;
  readonly mark: 'done' | 'current' | 'open' | 'coming';
  readonly here: boolean;
}

/**
 * The next step of a service case and the person who does it. It is an action of a row, or with `to` the page on which
 * it is done.
 */
export interface BandStep {
  readonly label: Label;
  readonly who: Label;
  readonly paper: string;
  readonly id: string;
  readonly no: string;
  readonly action: string;
  readonly to: string;
  readonly may: boolean;
}

/** A paper of another open service case at the same address. */
export interface BandOther {
  readonly id: string;
  readonly no: string;
  readonly title: string;
  readonly state: Label;
  readonly tone: string;
  readonly to: string;
}

/**
 * A service case: the papers of one order from the request to the end, by stage, with its SLA clock and its next step.
 */
export interface Band {
  readonly stations: readonly BandStation[];
  readonly clock: ReactNode;
  readonly step: BandStep | null;
  /** Papers of other open service cases at the same address. */
  readonly others: readonly BandOther[];
}
