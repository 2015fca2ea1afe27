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

/** So many rows are rehearsed in one transaction: numbers and rows it holds are free again after a moment. */
const STEP = 200;

/** Ends a transaction of which nothing is kept. */
class Rehearsed extends Error {}

/** What is in sight and in the way was said before; of the rest a trial says nothing. */
const TAKEN: ReadonlySet<string> = new Set(['row.taken', 'row.duplicate']);

const isKept = (one: JudgedRow): boolean => one.verdict === 'new' || one.verdict === 'update';

/** What a behaviour says before a row is written needs no writing: the values are those that the save would hand it. */
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

/** Does a whole step of new rows go through as it will be saved? Then nothing is wrong with any of them, and none is tried by itself. */
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
 * What the rules of the paper itself say to rows that its definition has nothing against, found out by doing it and keeping nothing.
 * Where they only judge before writing they are asked; where they act afterwards, or a lifecycle begins, the row is really saved. Rows
 * are done in their order, so that one of the sheet may build on another. A paper without rules of its own is judged already.
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
  const waiting = judged.filter(isKept);
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
