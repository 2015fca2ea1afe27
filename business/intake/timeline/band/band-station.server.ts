import type { Label } from '#kernel/language/label.ts';
import type { ActionName, AnyPaper } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import type { CaseRow } from '../station.rules.ts';
import type { CaseRows } from '../case-rows.server.ts';

/** How a station begins where no verb of the one before leads to it. */
export interface StationStart {
  readonly label: Label;
  /** Roles (aliases) whose work it is. */
  readonly roles: readonly string[];
  /** The button of who may do it. */
  readonly button: string;
  /** The page on which it is done, from the case and the latest row of the station before. */
  readonly to: (orderId: string, before: CaseRow) => string;
}

/** A station of the band: the papers of one kind, and what is to be done with them next. */
export interface CaseBandStation {
  readonly label: Label;
  readonly paper: AnyPaper;
  /** The rows of the case that the reader sees, oldest first. */
  readonly rows: (of: CaseRows) => Promise<readonly CaseRow[]>;
  /** The registration of a row of this station; null where there is none yet. */
  readonly orderOf: (row: CaseRow, reading: Reading) => Promise<string | null>;
  /** Fields that tell since when its state holds; the first that is filled counts. */
  readonly since: readonly string[];
  /** The verb that leads on from a state, by state. */
  readonly steps: Readonly<Record<string, string>>;
  /** In such a state its verb waits for that of another station, by the kind of that one. */
  readonly waits?: Readonly<Record<string, string>>;
  /** States in which the next station is to begin. */
  readonly leads?: readonly string[];
  /** States in which it waits for nobody, though they are not the end of its paper. */
  readonly rests?: readonly string[];
  /** The field that names who does it, where its verbs are a technician's. */
  readonly doer?: string;
  readonly start?: StationStart;
  /** Clocks of the service run on its rows themselves. */
  readonly clocked?: true;
  /** It goes its own way beside the case, which never waits for it. */
  readonly beside?: true;
  /** The page of a row; absent: that of its list. */
  readonly to?: (row: CaseRow) => string;
  /** Papers with a page of their own that hang on a row of this station: they show its band. */
  readonly below?: readonly { readonly paper: AnyPaper; readonly parent: string }[];
}

/** The case of papers that name their registration. */
export const ownOrder = (row: CaseRow): Promise<string | null> =>
  Promise.resolve((row.registrationFormId as string | null) || null);

/** A station of a paper; a misspelt verb does not compile. */
export const bandStation = <P extends AnyPaper>(
  paper: P,
  spec: Omit<CaseBandStation, 'paper' | 'steps'> & { readonly steps: Readonly<Record<string, ActionName<P>>> },
): CaseBandStation => ({ paper, ...spec });
