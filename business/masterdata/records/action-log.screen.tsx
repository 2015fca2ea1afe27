import { lifeOf } from '#kernel/language/paper.ts';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { statesOf } from '#kernel/language/lifecycle.ts';
import { Changed } from '#kernel/web/detail/changed.tsx';
import { allPapers } from '#kernel/web/registry/papers.ts';
import { screen } from '#kernel/web/registry/screens.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { source } from '../dictionaries.ts';
import { actionLog } from './action-log.paper.ts';

/** A changed field as the log stores it, with the labels that were valid then. */
interface Change {
  readonly field: string;
  readonly label: Label;
  readonly old: string;
  readonly new: string;
  readonly english?: { readonly old: string; readonly new: string };
}

/** The changes, field by field. */
function Changes({ changes, isNew }: { changes: readonly Change[]; isNew: boolean }): ReactElement {
  const t = useT();
  const english = useLanguage() === 'en';
  return (
    <>
      {changes.map((one) => {
        const texts = (english && one.english) || one;
        return <Changed key={one.field} label={t(one.label)} old={texts.old} now={texts.new} isNew={isNew} />;
      })}
    </>
  );
}

/** The label of a state, looked up in the lifecycle of the logged document. */
function State({ of, state }: { of: unknown; state: unknown }): ReactElement {
  const t = useT();
  const [found] = allPapers()
    .filter((one) => one.logAs === of && one.lifecycle)
    .flatMap((one) => statesOf(lifeOf(one)))
    .map((track) => track.states.items[String(state)])
    .filter((item) => item !== undefined);
  return <>{found ? t([found[0], found[1]]) : String(state ?? '')}</>;
}

export default screen(actionLog, {
  columns: {
    // Earlier versions stored the channel of the product's own actions as `job`.
    channel: (row) => <KeyWord of={source} value={String(row.channel ?? '').replace(/^job$/, 'system')} />,
    fromStatus: (row) => <State of={row.bizType} state={row.fromStatus} />,
    toStatus: (row) => <State of={row.bizType} state={row.toStatus} />,
    changes: (row) => (
      <Changes
        changes={(Array.isArray(row.changes) ? row.changes : []) as readonly Change[]}
        isNew={row.action === 'add' || row.action === 'create'}
      />
    ),
  },
});
