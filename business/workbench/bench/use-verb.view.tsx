import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Action } from '#kernel/language/lifecycle.ts';
import { type AnyPaper, lifeOf } from '#kernel/language/paper.ts';
import { ask } from '#kernel/web/dialogs/ask.tsx';
import { newKey } from '#kernel/web/http/headers.ts';
import { postJson } from '#kernel/web/http/http.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { actOn } from '#kernel/web/registry/paper-calls.ts';
import { findPaper, loadLaterRooms } from '#kernel/web/registry/papers.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import type { BenchRow, BenchVerb } from '#business/masterdata/piles/bench.calls.ts';
import type { BenchState } from './use-bench.view.tsx';
import { benchKey } from './bench-words.rules.ts';

/** A verb that asks before it acts. */
export interface VerbQuestion {
  readonly row: BenchRow;
  readonly verb: BenchVerb;
  readonly of: AnyPaper;
  readonly action: Action;
}

/** Verbs on more things than this ask once. */
const MANY = 50;

/** Does an action need an answer before it acts? */
const asks = ({ asks: inputs = {}, confirm, danger }: Action): boolean =>
  confirm !== undefined || danger === true || Object.values(inputs).some((field) => field.required === true);

/** Return the inputs of a verb that is a call. */
const inputsOf = ({ id }: BenchRow, { input, sends }: BenchVerb): Record<string, string> => ({
  ...Object.fromEntries(sends.map(({ name, value }) => [name, value])),
  ...(input && { [input]: id }),
});

async function actionOf({ paper }: BenchRow, { action }: BenchVerb): Promise<[AnyPaper, Action] | null> {
  if (!findPaper(paper)) await loadLaterRooms();
  const of = findPaper(paper);
  return of?.lifecycle ? [of, lifeOf(of).actions[action]] : null;
}

export interface Verbs {
  readonly question: VerbQuestion | null;
  readonly run: (row: BenchRow, verb: BenchVerb) => void;
  readonly answer: (inputs: Record<string, unknown>, key: string) => Promise<void>;
  readonly cancel: () => void;
}

/** Run verbs on rows in place: at once, or after an answer to what they ask. */
export function useVerbs(bench: BenchState, isAway: boolean): Verbs {
  const t = useT();
  const go = useNavigate();
  const [question, setQuestion] = useState<VerbQuestion | null>(null);
  const [busy, setBusy] = useState(false);

  async function act(
    { row, verb, of, action }: VerbQuestion,
    inputs: Record<string, unknown>,
    key: string,
  ): Promise<void> {
    await actOn(of, verb.action, action, { ids: [row.id] }, inputs, { key, quiet: true });
    const undo = verb.undo ? lifeOf(of).actions[verb.undo] : undefined;
    setQuestion(null);
    bench.finish(row, {
      said: action.said ?? verb.label,
      undo: undo ? () => actOn(of, verb.undo, undo, { ids: [row.id] }, {}, { key: newKey(), quiet: true }) : null,
    });
  }

  async function start(row: BenchRow, verb: BenchVerb): Promise<void> {
    if (verb.call) {
      if (verb.many > MANY && !(await ask({ title: t(verb.label), yes: t(verb.label) }))) return;
      await postJson(verb.call, inputsOf(row, verb), { key: newKey(), quiet: true });
      bench.finish(row, { said: verb.label, undo: null });
      return;
    }
    const found = await actionOf(row, verb);
    if (!found) return;
    const [of, action] = found;
    if (asks(action) || verb.many > MANY) {
      bench.openRow(benchKey(row));
      setQuestion({ row, verb, of, action });
    } else await act({ row, verb, of, action }, {}, newKey());
  }

  const run = (row: BenchRow, verb: BenchVerb): void => {
    if (verb.refused) toast.bad(t(verb.refused));
    else if (verb.to) void go(verb.to);
    else if (isAway)
      toast.bad(t(['没有网络，现在不能处理，恢复后再试', 'No network: nothing can be done until it returns']));
    else if (!busy) {
      setBusy(true);
      void start(row, verb)
        .catch((error: unknown) => {
          if (!(error instanceof Refused)) throw error;
          toast.bad(error.message);
        })
        .finally(() => setBusy(false));
    }
  };
  return {
    question: question && benchKey(question.row) === bench.open ? question : null,
    run,
    answer: (inputs, key) => (question ? act(question, inputs, key) : Promise.resolve()),
    cancel: () => setQuestion(null),
  };
}
