import type { Label } from '#kernel/language/label.ts';
import { type NewStep, type QueuedStep, dropQueued, queueStep, sendAgain } from '#kernel/web/http/offline/outbox.ts';

export interface DraftChoice {
  readonly isDraft: boolean;
}

/** A new document, or the correction of a stored one with its submission. */
interface Written {
  readonly path: string;
  /** Path below `path` that stores a draft. */ readonly draftPath: string;
  readonly matter: string;
  readonly of: { readonly id: string; readonly version: number } | null;
  readonly names: { readonly add: string; readonly draft: string; readonly edit: string; readonly submit: string };
  /** Labels of the steps by name. */ readonly labels: Readonly<Record<string, Label>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly facts: Readonly<Record<string, unknown>>;
}

interface Submission {
  readonly matter: string;
  readonly name: string;
  readonly label: Label;
}

/** Return the step that submits a stored document. */
export const submissionOf = (path: string, id: string, { matter, name, label }: Submission): NewStep => ({
  matter,
  name,
  path: `${path}/submit`,
  body: { id, action: 'submit', at: '' },
  facts: { label },
});

/** Return the step that stores a document: a new one as a draft or submitted, or a stored one changed. */
function storingStep(
  { path, draftPath, matter, of, names, labels, ...one }: Written,
  { isDraft }: DraftChoice,
): NewStep {
  const name = of ? names.edit : isDraft ? names.draft : names.add;
  return {
    matter,
    name,
    path: `${path}/${of || isDraft ? draftPath : 'submit'}`,
    body: { ...(of && { id: of.id, version: of.version }), ...one.body, ...(!of && !isDraft && { at: '' }) },
    facts: { ...one.facts, label: labels[name] },
  };
}

/**
 * Queue a document. A stored one is changed first, and submitted by a second step, which leaves the queue with the
 * first. `refused`: the step that is written again. That of a new document is replaced by one write, so that no failure
 * leaves two of them.
 */
export async function queueDocument(
  written: Written,
  { isDraft }: DraftChoice,
  refused: QueuedStep | null = null,
): Promise<void> {
  const { path, of, matter, names, labels } = written;
  const step = storingStep(written, { isDraft });
  if (refused && !of) return sendAgain(refused, step);
  const { seq } = await queueStep(step);
  if (of && !isDraft)
    await queueStep({
      ...submissionOf(path, of.id, { matter, name: names.submit, label: labels[names.submit] }),
      needs: seq,
    });
  if (refused) await dropQueued(refused);
}
