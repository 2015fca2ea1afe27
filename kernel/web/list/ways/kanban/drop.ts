import type { Lifecycle } from '#kernel/language/lifecycle.ts';
import { type Label, inSentence } from '#kernel/language/label.ts';
import { type AnyPaper, lifeOf } from '#kernel/language/paper.ts';
import type { NamedAction } from '../../../actions/actions.tsx';
import { type WireRow, mayDo } from '../../../registry/rows.ts';

/** The effect of dropping a card on a state: one of these actions, or nothing for a reason. */
export type Drop = { readonly verbs: readonly NamedAction[] } | { readonly why: Label };

const wordsOf = (life: Lifecycle, state: string): Label => {
  const [zh, en] = life.states.items[state] ?? [state, state];
  return [zh, en];
};

/**
 * Return the actions that lead a row to another state and that the person may do now. A drop runs one as its button
 * would.
 */
export function dropOn(of: AnyPaper, row: WireRow, to: string): Drop {
  const life = lifeOf(of);
  const from = String(row[life.field] ?? '');
  const [target, source] = [wordsOf(life, to), wordsOf(life, from)];
  if (from === to) return { why: [`已经是“${target[0]}”`, `It is “${target[1]}” already`] };
  const leading = (Object.entries(life.actions) as NamedAction[]).filter(
    ([, action]) => !action.field && action.to === to && action.from.some((one) => one !== '*'),
  );
  const here = leading.filter(([, action]) => action.from.includes(from));
  const verbs = here.filter(([name]) => mayDo(row, name));
  if (verbs.length) return { verbs };
  const [closed] = here;
  if (closed)
    return {
      why: [`这一条你现在不能“${closed[1].label[0]}”`, `You may not ${inSentence(closed[1].label[1])} this one now`],
    };
  const [elsewhere] = leading;
  if (elsewhere)
    return {
      why: [
        `“${source[0]}”不能直接到“${target[0]}”：“${elsewhere[1].label[0]}”要在别的状态做`,
        `“${source[1]}” does not lead to “${target[1]}”: “${elsewhere[1].label[1]}” is done in another state`,
      ],
    };
  return {
    why: [
      `“${target[0]}”由系统在办理中写入，不能拖过去`,
      `“${target[1]}” is written by the product itself as the work goes on`,
    ],
  };
}
