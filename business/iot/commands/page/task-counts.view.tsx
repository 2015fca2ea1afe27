import type { ReactElement } from 'react';
import { momentWords, shortMoment } from '#kernel/web/i18n/dates.ts';
import { grouped } from '#kernel/web/i18n/plural.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { execStatus } from '../dictionaries.ts';
import { BAR, endedOf } from './run.rules.ts';
import type { RunState } from './use-run.view.tsx';

/** The counts of a task: a bar of all devices, and each state that has some. Their sum is the number of devices. */
export function CountsView({ task, state }: { task: WireRow; state: RunState }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const names = useDictionary(execStatus);
  const nameOf = (key: string): string => names.find((one) => one.key === key)?.label ?? key;
  const present = BAR.filter(([key]) => Number(state[key as keyof RunState]) > 0);
  const ended = endedOf(state);
  const begun = String(task.startTime ?? '');
  const expires = String(task.expireTime ?? '');
  return (
    <section className="run-counts" aria-label={t(['进度', 'Progress'])}>
      <p>
        <b>
          {grouped(ended)} / {grouped(state.total)} {t(['有结果', 'have a result'])}
        </b>
        <span className="quiet">
          {state.percent}%{begun && t([`，${shortMoment(begun, 'zh')} 开始`, `, began ${shortMoment(begun, 'en')}`])}
          {expires && t([`，${momentWords(expires, 'zh')} 过期`, `, expires ${momentWords(expires, language)}`])}
        </span>
      </p>
      <div className="run-bar" aria-hidden>
        {present.map(([key, tone]) => (
          <i key={key} data-tone={tone} style={{ flexGrow: Number(state[key as keyof RunState]) }} />
        ))}
      </div>
      <dl>
        {present.map(([key, tone]) => (
          <div key={key} data-state={key} data-tone={tone}>
            <dd>{grouped(Number(state[key as keyof RunState]))}</dd>
            <dt>{nameOf(key)}</dt>
          </div>
        ))}
      </dl>
    </section>
  );
}
