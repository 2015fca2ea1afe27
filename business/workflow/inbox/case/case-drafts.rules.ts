import { must } from '#kernel/language/must.ts';
/** Unsent input of a person for a task: the comment and changed fields. */
export interface CaseDraft {
  readonly opinion: string;
  /** Changed fields of the paper that the process instance is about, by name. */
  readonly changes: Readonly<Record<string, unknown>>;
}

const NOTHING: CaseDraft = { opinion: '', changes: {} };

/** Maximal number of drafts held in memory; the oldest is dropped first. */
const MOST = 50;

const drafts = new Map<string, CaseDraft>();

/** Return the draft for a task; an empty one if there is none. */
export const caseDraftOf = (taskId: string): CaseDraft => drafts.get(taskId) ?? NOTHING;

/** Store a part of a draft; an empty draft is removed. */
export function keepDraft(taskId: string, part: Partial<CaseDraft>): void {
  if (!taskId) return;
  const next = { ...caseDraftOf(taskId), ...part };
  drafts.delete(taskId);
  if (next.opinion === '' && Object.keys(next.changes).length === 0) return;
  drafts.set(taskId, next);
  if (drafts.size > MOST) drafts.delete(must(drafts.keys().next().value, 'value'));
}

/** Remove the draft of a task that is decided or transferred. */
export const dropDraft = (taskId: string): void => {
  drafts.delete(taskId);
};
