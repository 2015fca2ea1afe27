import { useQuery } from '@tanstack/react-query';
import { Check, ChevronDown, ChevronLeft, CircleX, Clock, CloudOff, CloudUpload, RefreshCw } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { must } from '#kernel/language/must.ts';
import { get } from '#kernel/web/http/http.ts';
import { type QueuedStep, dropQueued, sendAgain, sendQueued, useOutbox } from '#kernel/web/http/offline/outbox.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { FilledPlace } from '#kernel/web/registry/places.tsx';
import { refusedStepPlace } from './day-places.view.tsx';
import { stepWords } from './steps.rules.ts';
import { useStoredDay, usePlace } from './use-day.view.tsx';

/** Banner on every page while steps are unsent or were refused. */
export function Banner({ onOpen }: { onOpen?: () => void }): ReactElement | null {
  const t = useT();
  const { steps, online, lastContact } = useOutbox();
  const waiting = steps.filter((step) => step.state === 'waiting').length;
  const refused = steps.filter((step) => step.state === 'refused').length;
  if (online && waiting === 0 && refused === 0) return null;
  const words: Label = refused
    ? [`${refused} 步没有生效`, `${refused} not taken`]
    : !online
      ? [
          waiting ? `离线 · ${waiting} 步待发送` : '离线 · 可以照常干活',
          waiting ? `Offline · ${waiting} to be sent` : 'Offline · go on working',
        ]
      : [`正在发送 ${waiting} 步`, `Sending ${waiting}`];
  const Icon = refused ? CircleX : online ? CloudUpload : CloudOff;
  return (
    <button
      type="button"
      className="day-banner"
      data-tone={refused ? 'red' : 'amber'}
      role="status"
      onClick={onOpen}
      disabled={!onOpen}
    >
      <Icon size={20} aria-hidden />
      <span>{t(words)}</span>
      <small>
        {!online && lastContact
          ? t([`上次联网 ${lastContact.slice(11, 16)}`, `last contact ${lastContact.slice(11, 16)}`])
          : refused && waiting
            ? t([`另有 ${waiting} 步待发送`, `${waiting} more to be sent`])
            : ''}
      </small>
    </button>
  );
}

/** Return the label of a step: steps of other rooms bring theirs. */
const nameOf = (step: QueuedStep): Label =>
  stepWords[step.name] ?? (step.facts.label as Label | undefined) ?? [step.name, step.name];

/** Is it a step of a visit? Those name its number. */
const isOfVisit = (step: QueuedStep): boolean => Boolean(step.facts.taskNo);
const fact = (step: QueuedStep, name: string): string => {
  const value = step.facts[name];
  return value === undefined || value === null ? '' : String(value);
};
const clockOf = (moment: string): string => moment.slice(11, 16);

/** Return a function that describes a step in one line. */
function useAbout(): (step: QueuedStep) => string {
  const t = useT();
  return (step) =>
    [
      fact(step, 'customer'),
      fact(step, 'photo'),
      fact(step, 'bytes') && `${(Number(fact(step, 'bytes')) / 1024).toFixed(0)} kB`,
      fact(step, 'from') && `${fact(step, 'from').slice(5)}–${fact(step, 'to').slice(0, 5)}`,
      step.name === 'finish' ? t([`应收 ¥${fact(step, 'due')}`, `due ¥${fact(step, 'due')}`]) : '',
      step.facts.signed === true ? t(['已签名', 'signed']) : '',
      fact(step, 'note'),
    ]
      .filter(Boolean)
      .join(' · ');
}

/** Messages about a change of a visit by the office that a technician without a network may not have seen. */
const OVERTAKING = new Set(['visitTransferred', 'visitMoved', 'visitCancelled', 'visitRecalled']);

/**
 * Return what the office changed about the visit of a refused step, from its message to the technician; null if there
 * is none.
 */
function useOffice(step: QueuedStep): { readonly words: string; readonly at: string } | null {
  const { data } = useQuery({
    queryKey: ['day-office', step.matter, step.key],
    enabled: /^\d+$/.test(step.matter),
    staleTime: Infinity,
    queryFn: async () =>
      (
        await get<{ records: { messageEvent: string; title: string; content: string; createTime: string }[] }>(
          'blade-maintenance/webApi/asmessage/list',
          { bizId: step.matter, current: 1, size: 10, descs: 'createTime' },
          { quiet: true },
        )
      ).records.find((one) => OVERTAKING.has(one.messageEvent)) ?? null,
  });
  return data ? { words: data.content || data.title, at: data.createTime } : null;
}

function Refused({ step, behind }: { step: QueuedStep; behind: number }): ReactElement {
  const t = useT();
  const { go } = usePlace();
  const about = useAbout();
  const office = useOffice(step);
  const mine = useStoredDay((state) => state.stored?.own.visits.some((visit) => visit.id === step.matter) ?? false);
  const refusal = must(step.refusal, 'refusal');
  const gone = refusal.code === 404 || (!mine && isOfVisit(step));
  const follows: Label = gone
    ? isOfVisit(step)
      ? [
          '这一单已不在你名下，会从今天移走；写好的内容还留在手机里。',
          'This visit is no longer yours and leaves your day; what you wrote stays on this phone.',
        ]
      : ['这张单据已不在你名下。', 'This document is no longer yours.']
    : step.loose
      ? ['这张照片没有收，其余步骤不受影响。', 'This photo was not taken; nothing else is affected.']
      : behind
        ? [
            `它后面的 ${behind} 步先不发；其他单不受影响。`,
            `${behind} later steps of this visit wait for it; other visits are not affected.`,
          ]
        : ['其他步骤不受影响。', 'Nothing else is affected.'];
  return (
    <section className="day-refused" role="alert">
      <header>
        <CircleX size={22} aria-hidden />
        <b>
          {t(nameOf(step))}
          {t(['没有生效', ' was not taken'])}
        </b>
        <span className="spring" />
        <small>
          {fact(step, 'customer')}
          {fact(step, 'time') && ` · ${clockOf(fact(step, 'time'))}`}
        </small>
      </header>
      <dl>
        <div>
          <dt>{t(['系统', 'System'])}</dt>
          <dd>
            {refusal.words}
            {office && <small>{office.words}</small>}
          </dd>
          <dd>{clockOf(office?.at ?? refusal.at)}</dd>
        </div>
        <div>
          <dt>{t(['你的手机', 'Your phone'])}</dt>
          <dd>
            {t(nameOf(step))}
            <small>{about(step)}</small>
          </dd>
          <dd>{clockOf(step.at)}</dd>
        </div>
      </dl>
      <p className="quiet">{t(follows)}</p>
      <div className="day-pair">
        {step.name === 'finish' && !gone ? (
          <button
            type="button"
            className="day-button"
            onClick={() => void dropQueued(step).then(() => go('finish', step.matter))}
          >
            {t(['去修改', 'Correct it'])}
          </button>
        ) : (
          <button type="button" className="day-button" onClick={() => void sendAgain(step)}>
            {t(['再发一次', 'Send again'])}
          </button>
        )}
        <FilledPlace of={refusedStepPlace} given={{ step }} />
        <button type="button" className="day-button soft" onClick={() => void dropQueued(step)}>
          {t(['知道了', 'I see'])}
        </button>
      </div>
    </section>
  );
}

/** The steps that are not sent, refused ones first, and those that were sent today. */
export function QueuePage(): ReactElement {
  const t = useT();
  const { back } = usePlace();
  const about = useAbout();
  const { steps, sending } = useOutbox();
  const [open, setOpen] = useState(false);
  const refused = steps.filter((step) => step.state === 'refused');
  const waiting = steps.filter((step) => step.state === 'waiting');
  const today = useStoredDay((state) => state.now).slice(0, 10);
  const sent = steps.filter((step) => step.state === 'sent' && step.sentAt?.startsWith(today)).toReversed();
  return (
    <>
      <header className="day-bar">
        <button type="button" className="day-icon" aria-label={t(['返回', 'Back'])} onClick={back}>
          <ChevronLeft size={24} aria-hidden />
        </button>
        <h1>{t(['待发送', 'To be sent'])}</h1>
        <span className="spring" />
        <button
          type="button"
          className="day-icon"
          data-busy={sending}
          aria-label={t(['现在发送', 'Send now'])}
          onClick={() => void sendQueued()}
        >
          <RefreshCw size={22} aria-hidden />
        </button>
      </header>
      <Banner />
      <div className="day-body flat">
        {refused.map((step) => (
          <Refused
            key={step.seq}
            step={step}
            behind={step.loose ? 0 : waiting.filter((one) => one.matter === step.matter && one.seq > step.seq).length}
          />
        ))}
        <section className="day-block">
          <h2>
            {t(['待发送', 'To be sent'])}{' '}
            <small className="quiet">{t(['按顺序发，不会重复', 'in order, each once'])}</small>
          </h2>
          {waiting.length === 0 ? (
            <p className="quiet">{t(['全部已发送。', 'Everything is sent.'])}</p>
          ) : (
            <ol className="day-steps">
              {waiting.map((step) => (
                <li key={step.seq} data-step={step.name}>
                  <Clock size={20} aria-hidden />
                  <span>
                    <b>{t(nameOf(step))}</b>
                    <small>{about(step)}</small>
                  </span>
                  <time>{clockOf(step.at)}</time>
                </li>
              ))}
            </ol>
          )}
        </section>
        {sent.length > 0 && (
          <section className="day-block">
            <button type="button" className="day-fold" aria-expanded={open} onClick={() => setOpen(!open)}>
              <Check size={20} aria-hidden />
              <span>{t([`今天已发送 ${sent.length} 步`, `${sent.length} sent today`])}</span>
              <small>{t([`最近 ${clockOf(sent[0].sentAt ?? '')}`, `last ${clockOf(sent[0].sentAt ?? '')}`])}</small>
              <ChevronDown size={18} aria-hidden />
            </button>
            {open && (
              <ol className="day-steps">
                {sent.map((step) => (
                  <li key={step.seq} data-step={step.name}>
                    <Check size={18} aria-hidden />
                    <span>
                      <b>{t(nameOf(step))}</b>
                      <small>{about(step)}</small>
                    </span>
                    <time>{clockOf(step.at)}</time>
                  </li>
                ))}
              </ol>
            )}
          </section>
        )}
        <p className="day-none">
          {t([
            '可以照常干活。有网络后自动发送，手机里的时间会保留。',
            'Go on working. Everything is sent when there is a network, with the times of your phone.',
          ])}
        </p>
      </div>
    </>
  );
}
