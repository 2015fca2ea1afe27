import { Refusal } from '#kernel/language/refusal.ts';
import { assertForOneself } from '../../../rows/for-oneself.ts';
import { copySnapshots } from '../../../write/rows/snapshot.ts';
import { type Transaction, transact } from '../../../write/transaction.ts';
import { IMPORTED, byImport, lockForImport, problemsOfRefusal, saveImported } from '../commit-job.ts';
import { ownAuthority } from '../../../write/authority.ts';
import { insertRows } from '../../../write/acts.ts';
import type { ImportTarget } from './find-present.ts';
import type { Stored } from '../../../rows/stored-row.ts';
import { mayTogether } from '../together.ts';
import type { JudgedRow, PresentRows } from './verdict.ts';

/** Number of rows of a dry run in one transaction: small, since locks and numbers are held until it is rolled back. */
const STEP = 200;

/** Thrown to roll back the transaction of a dry run. */
class Rehearsed extends Error {}

/**
 * Refusals that a dry run ignores. The check of stored rows reports them, but only for rows that the person may know
 * of.
 */
const TAKEN: ReadonlySet<string> = new Set(['row.taken', 'row.duplicate']);

const isSaved = (one: JudgedRow): boolean => one.verdict === 'new' || one.verdict === 'update';

/** Run the checks of the behaviour before a write, with the values that a save would have. Nothing is written. */
async function ask(tx: Transaction, { paper }: ImportTarget, one: JudgedRow, before: Stored | null): Promise<void> {
  const begun = before
    ? one.content
    : {
        ...Object.fromEntries(
          Object.entries(paper.fields as Record<string, { initial?: unknown }>).flatMap(([name, { initial }]) =>
            initial === undefined ? [] : [[name, initial]],
          ),
        ),
        ...one.content,
      };
  assertForOneself(tx, paper, before ?? {}, { ...before, ...begun });
  await tx.app.behaviours.get(paper.name)?.saving?.(tx, {
    before: before,
    values: await copySnapshots(tx, paper, begun, before),
    extra: null,
    byHand: true,
  });
}

async function perform(tx: Transaction, place: ImportTarget, one: JudgedRow): Promise<void> {
  await tx.sql.query('savepoint rehearsed');
  try {
    await saveImported(tx, place.paper, place.where, {
      verdict: one.verdict as 'new' | 'update',
      content: one.content,
      rowId: one.row_id,
      version: one.version,
    });
    await tx.sql.query('release savepoint rehearsed');
  } catch (error) {
    await tx.sql.query('rollback to savepoint rehearsed');
    throw error;
  }
}

/**
 * Do all new rows of a step pass when they are saved together, as the import will do? Then no row is tried by itself.
 */
async function passTogether(tx: Transaction, { paper }: ImportTarget, step: readonly JudgedRow[]): Promise<boolean> {
  const contents = step.map((one) => one.content);
  if (step.some((one) => one.verdict !== 'new') || !mayTogether(tx, paper, contents)) return false;
  await tx.sql.query('savepoint rehearsed_step');
  try {
    await insertRows(tx, byImport(tx), paper, contents, IMPORTED);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  } finally {
    await tx.sql.query('rollback to savepoint rehearsed_step');
  }
}

/**
 * Check rows by the rules of the behaviour, as a dry run, if the definition accepts them. `saving` alone is called
 * without a write; later effects or a lifecycle need a real save, which is rolled back. Rows run in order, since one
 * may refer to another.
 */
export async function rehearse(
  place: ImportTarget,
  judged: readonly JudgedRow[],
  present: ReadonlyMap<string, PresentRows>,
): Promise<JudgedRow[]> {
  const { app, actor, paper } = place;
  const behaviour = app.behaviours.get(paper.name);
  if (!behaviour?.saving && !behaviour?.saved && !paper.lifecycle && !paper.self) return [...judged];
  const whole = Boolean(behaviour?.saved || paper.lifecycle);
  const refused = new Map<number, JudgedRow>();
  const waiting = judged.filter(isSaved);
  for (let at = 0; at < waiting.length; at += STEP) {
    const step = waiting.slice(at, at + STEP);
    const tryStep = async (tx: Transaction): Promise<never> => {
      if (whole)
        await lockForImport(
          tx,
          paper,
          step.map((one) => ({ content: one.content, rowId: one.row_id })),
        );
      for (const one of whole && (await passTogether(tx, place, step)) ? [] : step) {
        try {
          await (whole ? perform(tx, place, one) : ask(tx, place, one, present.get(one.row_id ?? '')?.row ?? null));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          if (TAKEN.has(error.reason)) continue;
          refused.set(one.row, { ...one, verdict: 'refused', problems: problemsOfRefusal(error) });
        }
      }
      throw new Rehearsed();
    };
    const importing = { ...actor, origin: { ...actor.origin, channel: 'import' } };
    await transact(app, importing, tryStep, { ...ownAuthority(), keeps: false }).catch((error: unknown) => {
      if (!(error instanceof Rehearsed)) throw error;
    });
  }
  return judged.map((one) => refused.get(one.row) ?? one);
}
