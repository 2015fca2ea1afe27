import type { Label } from '#kernel/language/label.ts';
import type { ActionName, AnyPaper } from '#kernel/language/paper.ts';
import type { Reading } from '#kernel/server';
import type { CaseRow } from '../station.rules.ts';
import type { CaseRows } from '../case-rows.server.ts';

/** The step that creates the paper of a station, where no action of the previous station's paper creates it. */
export interface StationStart {
  readonly label: Label;
  /** Aliases of the roles that may take this step. */
  readonly roles: readonly string[];
  /** The button of which the caller needs the right for this step. */
  readonly button: string;
  /**
   * Return the path of the page on which the paper is created, from the order and the latest row of the previous
   * station.
   */
  readonly to: (orderId: string, before: CaseRow) => string;
}

/**
 * A station of the band, which is the progress bar at the head of every paper of an order. A station is one kind of
 * paper, such as the dispatch form, with the next step in each state.
 */
export interface CaseBandStation {
  readonly label: Label;
  readonly paper: AnyPaper;
  /** Return the order's rows of this paper in the reader's scope, oldest first. */
  readonly rows: (of: CaseRows) => Promise<readonly CaseRow[]>;
  /** Return the id of the row's registration; null without one. */
  readonly orderOf: (row: CaseRow, reading: Reading) => Promise<string | null>;
  /** Fields with the time at which the row's state began; the first one that has a value counts. */
  readonly since: readonly string[];
  /** Name of the action that is the next step, by state of the row. */
  readonly steps: Readonly<Record<string, string>>;
  /** Kind of another station whose next step has to be taken first, by state of the row. */
  readonly waits?: Readonly<Record<string, string>>;
  /** States of the row in which the next station's paper may be created by its `start`. */
  readonly leads?: readonly string[];
  /** States in which nothing remains to be done, although the lifecycle of the paper does not end in them. */
  readonly rests?: readonly string[];
  /** Field of the technician who takes the action; undefined if roles do. */
  readonly doer?: string;
  readonly start?: StationStart;
  /** Set if service clocks run on its rows. */
  readonly clocked?: true;
  /** Set for a station outside of the main route, which never is the current one. */
  readonly beside?: true;
  /** Return the path of a row's page; undefined if it is the paper's list. */
  readonly to?: (row: CaseRow) => string;
  /** Papers below this one that have a page of their own and show the band of their parent row. */
  readonly below?: readonly { readonly paper: AnyPaper; readonly parent: string }[];
}

/** Return the registration id of a row that names it. */
export const ownOrder = (row: CaseRow): Promise<string | null> =>
  Promise.resolve((row.registrationFormId as string | null) || null);

/** Define a station of the band for a paper. The type requires `steps` to name actions of the paper's lifecycle. */
export const bandStation = <P extends AnyPaper>(
  paper: P,
  spec: Omit<CaseBandStation, 'paper' | 'steps'> & { readonly steps: Readonly<Record<string, ActionName<P>>> },
): CaseBandStation => ({ paper, ...spec });
