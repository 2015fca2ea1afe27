import { CoverBox } from './form/order-fields.view.tsx';
import { must } from '#kernel/language/must.ts';
import { Clock, Copy } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '#kernel/web/registry/papers.ts';
import { dayFromNow, dayHeading, shortMoment, today } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { weibao } from '#business/customers/dictionaries.ts';
import { repairForm } from '../repair-form/repair-form.paper.ts';
import { Choose, Labelled } from './inputs.view.tsx';
import type { Desk } from './use-desk.view.tsx';

/** The question whether the new form duplicates an open one: merge or keep separate, with no answer preselected. */
export function DuplicateNotice({ desk }: { desk: Desk }): ReactElement | null {
  const t = useT();
  const [first] = desk.duplicates;
  if (!first) return null;
  const answer = (choice: 'merge' | 'separate', words: string, what: string): ReactElement => (
    <button
      type="button"
      role="radio"
      aria-checked={desk.choice === choice}
      className="desk-choice"
      onClick={() => desk.decide(choice)}
    >
      <b>{words}</b>
      <small className="quiet">{what}</small>
    </button>
  );
  return (
    <section className="desk-duplicate" role="alert">
      <p>
        <Copy size={14} aria-hidden /> <b>{t(['可能重复', 'Possibly a duplicate'])}</b> {shortMoment(first.createTime)}{' '}
        <Link to={`/maintenance/asrepairform?id=${first.id}`} className="mono">
          {first.repairNo}
        </Link>{' '}
        {first.description.slice(0, 40)}
      </p>
      <div role="radiogroup" aria-label={t(['可能重复', 'Possibly a duplicate'])}>
        {answer(
          'merge',
          t(['并入那张单', 'Merge into it']),
          t(['描述附到原单，催单 +1', 'The words are added there, one follow-up call more']),
        )}
        {answer('separate', t(['仍新建', 'Make a new one']), t(['房间或故障不同', 'Another room or fault']))}
      </div>
    </section>
  );
}

/** Inputs with which a lead overrides the cover, with a reason; stored with the form. */
function OtherCover({ desk, onClose }: { desk: Desk; onClose: () => void }): ReactElement {
  const t = useT();
  const { typed, type, wrong } = desk;
  return (
    <div className="desk-inputs desk-other-cover">
      <Labelled label={t(['维保类型', 'Cover'])} wrong={wrong.weibao}>
        {(id) => (
          <Choose
            id={id}
            of={weibao}
            value={typed.cover}
            without="none"
            onChange={(cover) => type({ cover })}
            empty={t(['按系统判定', 'As decided'])}
          />
        )}
      </Labelled>
      <Labelled label={t(['改判理由', 'Reason'])} wrong={wrong.reason}>
        {(id) => (
          <input
            id={id}
            className="plain-input"
            autoFocus
            maxLength={200}
            value={typed.coverReason}
            aria-invalid={Boolean(wrong.reason) || undefined}
            onChange={(event) => type({ coverReason: event.target.value })}
          />
        )}
      </Labelled>
      <button
        type="button"
        className="link"
        onClick={() => {
          type({ cover: '', coverReason: '' });
          onClose();
        }}
      >
        {t(['不改判', 'Cancel'])}
      </button>
    </div>
  );
}

/** The cover of the new form, with its reason. */
export function CoverSentence({ desk }: { desk: Desk }): ReactElement | null {
  const t = useT();
  const may = useMay(repairForm);
  const [other, setOther] = useState(false);
  const cover = desk.preview?.cover;
  if (!cover) return null;
  return (
    <CoverBox cover={cover}>
      {may('cover') && !other && (
        <button type="button" className="link" onClick={() => setOther(true)}>
          {t(['改判', 'Change'])}
        </button>
      )}
      {other && <OtherCover desk={desk} onClose={() => setOther(false)} />}
    </CoverBox>
  );
}

/**
 * Return a function that formats a due time to be read aloud on the phone: today only the time, else the day and the
 * time.
 */
function useSpoken(): (moment: string) => string {
  const language = useLanguage();
  const t = useT();
  return (moment) => {
    const [day, clock] = [moment.slice(0, 10), moment.slice(11, 16)];
    if (day === today()) return clock;
    if (day === dayFromNow(1)) return t([`明天 ${clock}`, `tomorrow ${clock}`]);
    return `${dayHeading(day, language)} ${clock}`;
  };
}

/** The promise to the caller: by when we call back, and by when a technician arrives. */
export function PromiseSentence({ desk }: { desk: Desk }): ReactElement | null {
  const t = useT();
  const spoken = useSpoken();
  const promise = desk.preview?.promise;
  const called = promise?.appoint ?? promise?.response;
  if (!promise || (!called && !promise.arrive)) return null;
  return (
    <section className="desk-promise" aria-live="polite">
      <Clock size={16} aria-hidden />
      <p>
        <b>
          {called
            ? t([
                `可以这样答复：${spoken(called)} 前给您回电约时间`,
                `Tell the caller: we will call by ${spoken(called)} to agree on a time`,
              ])
            : t([
                `可以这样答复：${spoken(must(promise.arrive, 'arrive'))} 前上门`,
                `Tell the caller: a technician arrives by ${spoken(must(promise.arrive, 'arrive'))}`,
              ])}
        </b>
        {called && promise.arrive && (
          <small className="quiet">
            {t([
              `最晚 ${spoken(promise.arrive)} 到场。`,
              `A technician arrives by ${spoken(promise.arrive)} at the latest.`,
            ])}
          </small>
        )}
      </p>
    </section>
  );
}
