import { must } from '#kernel/language/must.ts';
/** What somebody typed into a case and did not decide yet. */
export interface CaseDraft {
  readonly opinion: string;
  /** Fields of its paper that differ from those that were read. */
  readonly changes: Readonly<Record<string, unknown>>;
}

const NOTHING: CaseDraft = { opinion: '', changes: {} };

/** So many are kept; the one written longest ago goes first. */
const MOST = 50;

const drafts = new Map<string, CaseDraft>();

/** What was typed into the case of a task before the hand went to another. */
export const caseDraftOf = (taskId: string): CaseDraft => drafts.get(taskId) ?? NOTHING;

/** Keeps part of what was typed; a draft in which nothing is left is none. */
export function keepDraft(taskId: string, part: Partial<CaseDraft>): void {
  if (!taskId) return;
  const next = { ...caseDraftOf(taskId), ...part };
  drafts.delete(taskId);
  if (next.opinion === '' && Object.keys(next.changes).length === 0) return;
  drafts.set(taskId, next);
  if (drafts.size > MOST) drafts.delete(must(drafts.keys().next().value, 'value'));
}

/** The task was decided, or is somebody else's. */
export const dropDraft = (taskId: string): void => {
  drafts.delete(taskId);
};
