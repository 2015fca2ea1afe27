import { must } from '#kernel/language/must.ts';
import { Clock, Copy, ShieldCheck, ShieldOff } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '#kernel/web/registry/papers.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { dayFromNow, dayHeading, shortMoment, today } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { weibao } from '#business/customers/dictionaries.ts';
import { repairForm } from '../repair-form/repair-form.paper.ts';
import { Choose, Labelled } from './inputs.view.tsx';
import type { Desk } from './use-desk.view.tsx';

/** Was it reported already? Two equal answers, none of them chosen before. */
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
          t(['描述附到原单，催单 +1', 'The words are added there, one chaser more']),
        )}
        {answer('separate', t(['仍新建', 'Make a new one']), t(['房间或故障不同', 'Another room or fault']))}
      </div>
    </section>
  );
}

/** A lead decides otherwise than the product, and says why; nothing is written before the form is saved. */
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
        {t(['不改判', 'Leave it'])}
      </button>
    </div>
  );
}

/** Who pays, and why. */
export function CoverSentence({ desk }: { desk: Desk }): ReactElement | null {
  const t = useT();
  const may = useMay(repairForm);
  const [other, setOther] = useState(false);
  const cover = desk.preview?.cover;
  if (!cover) return null;
  const paid = cover.weibao === 'paid';
  const Icon = paid ? ShieldOff : ShieldCheck;
  return (
    <section className="desk-decision" data-paid={paid} aria-live="polite">
      <Icon size={16} aria-hidden />
      <p>
        <b>
          <KeyWord of={weibao} value={cover.weibao} />
          {paid
            ? t(['，客户付费', ', the customer pays'])
            : t(['，客户不付维修费', ', the customer does not pay the repair'])}
        </b>
        <small className="quiet">
          {cover.reason}
          {t(['。', '.'])}
        </small>
      </p>
      {may('cover') && !other && (
        <button type="button" className="link" onClick={() => setOther(true)}>
          {t(['改判', 'Change'])}
        </button>
      )}
      {other && <OtherCover desk={desk} onClose={() => setOther(false)} />}
    </section>
  );
}

/** A moment as one says it on the phone: today by the clock, else with its day. */
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

/** What may be told to the caller now: until when he is rung, and until when somebody comes. */
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
                `可以这样答复：${spoken(called)} 前来电约时间`,
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
