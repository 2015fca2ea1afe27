import type { ReactNode } from 'react';
import type { Label } from '#kernel/language/label.ts';
import type { Tone } from '#kernel/language/dictionary.ts';

/** A station of the case a record belongs to; without an id none is there yet. */
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

/** What is to be done next, by whom: a verb of a row, or a page on which it is done. */
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

/** A paper of another case at the same place. */
export interface BandOther {
  readonly id: string;
  readonly no: string;
  readonly title: string;
  readonly state: Label;
  readonly tone: string;
  readonly to: string;
}

/** The stations of a case, the clock that runs on it as its room draws it, and what is to be done next. */
export interface Band {
  readonly stations: readonly BandStation[];
  readonly clock: ReactNode;
  readonly step: BandStep | null;
  /** What else is open at the same place. */
  readonly others: readonly BandOther[];
}
