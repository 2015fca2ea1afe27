import type { KeyOf } from '#kernel/language/dictionary.ts';
import type { Label } from '#kernel/language/label.ts';
import type { AnyPaper } from '#kernel/language/paper.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import type { Context, Reading } from '#kernel/server';
import type { logBizType } from '#business/masterdata/dictionaries.ts';
import type { pushScene } from '../dictionaries.ts';

export type PushScene = KeyOf<typeof pushScene>;

/** A variable that templates of a scene may contain. In one message about several targets, `lists` joins their values. */
export interface PushVariable {
  readonly name: string;
  readonly label: Label;
  readonly lists?: true;
}

/** Rows of which customers are reminded, such as planned visits. */
export interface PushTargets {
  readonly name: string;
  readonly scenes: readonly PushScene[];
  /** The paper of the targets, and the field of a push that refers to it. */
  readonly paper: AnyPaper;
  readonly column: 'planId' | 'schemeId' | 'remindId' | 'careId';
  /** Type of document of the messages; their link opens the target. */
  readonly bizType: KeyOf<typeof logBizType>;
  readonly variables: readonly PushVariable[];
  /**
   * Return SQL of the targets of a scene; null where rules never push it. `$1` is the tenant, `$2` today. Columns: `id`,
   * `customer_id`, `create_dept`, `scheme_id`, `scheme_type_id`, `due_date`. Further `is_replied`, `subject` (text for
   * people) and `is_at_once`: a person pushed it in, so the days before do not count.
   */
  readonly sql: (scene: PushScene) => string | null;
  /** Return the values of the variables, by target. Values that a target lacks are absent. */
  readonly values: (
    reading: Reading,
    ids: readonly string[],
    scene: PushScene,
  ) => Promise<ReadonlyMap<string, Readonly<Record<string, string>>>>;
  /** Lock targets and their headers. Return those of which customers may still be reminded. */
  readonly hold: (context: Context, ids: readonly string[], scene: PushScene) => Promise<ReadonlySet<string>>;
  /** Count a push that was sent at its targets, and move them. The targets are held; the transaction is that of the push. */
  readonly pushed: (context: Context, ids: readonly string[], scene: PushScene) => Promise<void>;
}

/** Targets of pushes; rooms and parts of rooms add theirs. */
export const pushTargets = contribution<PushTargets>('plans.pushTargets');

/** Scenes that are advertising: customers agreed to them before. */
export const MARKETING_SCENES: readonly PushScene[] = ['lapsed', 'renewal', 'care'];
