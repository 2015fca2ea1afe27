import { Check, ChevronLeft, CircleAlert } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { momentNow } from '#kernel/web/i18n/company-time.ts';
import { queueStep, useOutbox } from '#kernel/web/http/offline/outbox.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { repairType } from '#business/masterdata/dictionaries.ts';
import { isFinal } from '#business/dispatch/visit/visit-states.rules.ts';
import type { CompanyTerms, Visit } from '#business/completion/at-door/own-day.calls.ts';
import { isToCorrect } from '#business/mobile/day.rules.ts';
import { stepFactsOf } from '#business/mobile/do-step.view.tsx';
import { useDay, useStoredDay, usePlace, useVisit } from '#business/mobile/use-day.view.tsx';
import { CheckSection } from '#business/completion/finish/check-section.view.tsx';
import {
  type FinishDraft,
  type Gap,
  type Section,
  type DraftSums,
  answeredCount,
  bodyOf,
  draftFilesOf,
  draftGapsOf,
  hasCharges,
  draftSumsOf,
} from '#business/completion/finish/draft.rules.ts';
import { FeesSection } from '#business/completion/finish/fees-section.view.tsx';
import { FormBlock } from '#business/completion/finish/parts.view.tsx';
import { consentPlace, meterPlace, telemetryPlace } from '#business/completion/finish/finish-places.view.tsx';
import { type TelemetryStep, telemetryGaps } from '#business/completion/finish/telemetry-step.rules.ts';
import { FilledPlace } from '#kernel/web/registry/places.tsx';
import { FinishPhotos } from './photos.view.tsx';
import { ResultSection } from '#business/completion/finish/result-section.view.tsx';
import { SignSection } from './sign-section.view.tsx';
import { SuppliesSection } from '#business/completion/finish/supplies-section.view.tsx';
import { useDraft } from '#business/completion/finish/use-draft.view.tsx';

interface TabOf {
  readonly at: Section;
  readonly label: Label;
  readonly count: string;
  readonly good: boolean | null;
}

function tabsOf(
  of: Visit,
  draft: FinishDraft,
  sums: DraftSums,
  telemetry: TelemetryStep | null,
  t: (label: Label) => string,
): TabOf[] {
  const final = isFinal(draft.visitResult);
  const needed = of.annexTypes.filter((one) => one.min > 0);
  const there = needed.filter((one) => one.missing === 0).length;
  const checks = answeredCount(of, draft);
  const signed =
    draft.acceptBy === 'sign'
      ? Boolean(draft.sign || draft.signLink)
      : draft.acceptBy === 'code'
        ? draft.finishCode.length === 6
        : draft.signRefused.trim() !== '' && Boolean(draft.proof || draft.proofLink);
  return [
    ...(of.checklist.length && final
      ? [
          {
            at: 'check' as const,
            label: ['检查', 'Checks'] as Label,
            count: `${checks}/${of.checklist.length}`,
            good: checks === of.checklist.length,
          },
        ]
      : []),
    ...(telemetry && final
      ? [
          {
            at: 'telemetry' as const,
            label: ['遥测', 'Telemetry'] as Label,
            count: telemetry.isConfirmed
              ? t(['已确认', 'confirmed'])
              : t([`${telemetry.minutes}/10 分`, `${telemetry.minutes}/10 min`]),
            good: telemetry.isConfirmed || null,
          },
        ]
      : []),
    ...(of.annexTypes.length
      ? [
          {
            at: 'photos' as const,
            label: ['照片', 'Photos'] as Label,
            count: `${there}/${needed.length}`,
            good: there === needed.length,
          },
        ]
      : []),
    {
      at: 'supplies',
      label: ['用料', 'Parts'],
      count: t([`${draft.supplies.length} 种`, `${draft.supplies.length}`]),
      good: draft.supplies.length ? true : null,
    },
    {
      at: 'fees',
      label: ['费用', 'Fees'],
      count: `¥${Number(sums.due)}`,
      good: Number(sums.open) > 0 && !draft.unpaidReason ? false : null,
    },
    ...(of.needsSignature && final
      ? [
          {
            at: 'sign' as const,
            label: ['签名', 'Sign'] as Label,
            count: signed ? t(['已签', 'done']) : t(['未签', 'to do']),
            good: signed,
          },
        ]
      : []),
  ];
}

/** Return the section in view, and a function that scrolls to another. */
function useSections(): {
  readonly body: React.RefObject<HTMLDivElement | null>;
  readonly at: Section;
  readonly jump: (to: Section) => void;
} {
  const body = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<Section>('result');
  const partOf = (section: Section): HTMLElement | null =>
    body.current?.querySelector<HTMLElement>(`[data-section="${section}"]`) ?? null;
  useEffect(() => {
    const box = body.current;
    if (!box) return;
    const look = (): void => {
      const line = box.getBoundingClientRect().top + 80;
      const above = [...box.querySelectorAll<HTMLElement>('[data-section]')]
        .filter((one) => one.getBoundingClientRect().top <= line)
        .at(-1);
      setAt((above?.dataset.section ?? 'result') as Section);
    };
    box.addEventListener('scroll', look, { passive: true });
    return () => box.removeEventListener('scroll', look);
  });
  return {
    body,
    at,
    jump: (to) => {
      const part = partOf(to);
      if (part && body.current)
        body.current.scrollTop += part.getBoundingClientRect().top - body.current.getBoundingClientRect().top;
      setAt(to);
    },
  };
}

async function submit(visit: Visit, draft: FinishDraft, sums: DraftSums): Promise<void> {
  await queueStep({
    matter: visit.id,
    name: 'finish',
    path: 'blade-maintenance/webApi/ascompletionregistration/batchSave',
    body: bodyOf(visit, draft, sums, momentNow()),
    files: draftFilesOf(draft),
    facts: { ...stepFactsOf(visit), result: draft.visitResult, due: sums.due, signed: draft.acceptBy === 'sign' },
  });
}

function Foot({
  gaps,
  label,
  onGap,
  onSubmit,
}: {
  gaps: readonly Gap[];
  label: string;
  onGap: (to: Section) => void;
  onSubmit: () => void;
}): ReactElement {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const press = (): void => {
    if (gaps[0]) {
      onGap(gaps[0].section);
      return;
    }
    if (!busy) {
      setBusy(true);
      onSubmit();
    }
  };
  return (
    <footer className="day-foot">
      {gaps[0] && (
        <p className="day-gap">
          <CircleAlert size={18} aria-hidden />
          {t(gaps[0].words)}
          {gaps.length > 1 && <small>{t([`等 ${gaps.length} 处`, `and ${gaps.length - 1} more`])}</small>}
        </p>
      )}
      <button type="button" className="day-button strong big" data-ready={gaps.length === 0} onClick={press}>
        {label}
      </button>
    </footer>
  );
}

function Form({ visit, km }: { visit: Visit; km: number | null }): ReactElement | null {
  const t = useT();
  const { back, go } = usePlace();
  const { stored } = useStoredDay();
  const { draft, put, saved } = useDraft(visit, km);
  const { body, at, jump } = useSections();
  const [telemetry, setTelemetry] = useState<TelemetryStep | null>(null);
  const terms: CompanyTerms = stored?.own.terms ?? { mileagePrice: '0', toleranceKm: 5, tolerancePercent: 20 };
  if (!draft || !stored) return null;
  const sums = draftSumsOf(visit, draft, terms);
  const isDone = isFinal(draft.visitResult);
  const gaps = [
    ...draftGapsOf(visit, draft, terms, visit.arriveTime ? km : null),
    ...(isDone ? telemetryGaps(telemetry, draft.telemetryReason) : []),
  ];
  const part = { visit, draft, put };
  return (
    <>
      <header className="day-bar">
        <button type="button" className="day-icon" aria-label={t(['返回', 'Back'])} onClick={back}>
          <ChevronLeft size={24} aria-hidden />
        </button>
        <h1>{t(['完工登记', 'Completion'])}</h1>
        <small className="quiet">
          {visit.registration?.customerName} ·{' '}
          {visit.registration && <KeyWord of={repairType} value={visit.registration.repairType} />}
        </small>
        <span className="spring" />
        {saved && (
          <small className="quiet day-saved">
            <Check size={16} aria-hidden />
            {t(['已存草稿', 'Draft kept'])}
          </small>
        )}
      </header>
      <nav className="day-tabs" aria-label={t(['部分', 'Sections'])}>
        {tabsOf(visit, draft, sums, telemetry, t).map((tab) => (
          <button key={tab.at} type="button" aria-current={tab.at === at || undefined} onClick={() => jump(tab.at)}>
            {t(tab.label)}
            <small data-good={tab.good ?? undefined}>{tab.count}</small>
          </button>
        ))}
      </nav>
      <div className="day-body flat" ref={body}>
        {visit.completion.backReason && (
          <p className="day-warning" role="note">
            <CircleAlert size={20} aria-hidden />
            <span>
              {t(['退回原因：', 'Sent back: '])}
              {visit.completion.backReason}
            </span>
          </p>
        )}
        <ResultSection {...part} />
        {isFinal(draft.visitResult) && <CheckSection {...part} />}
        {isDone && (
          <FilledPlace
            of={telemetryPlace}
            given={{
              visitId: visit.id,
              arrivedAt: visit.arriveTime ?? '',
              reason: draft.telemetryReason,
              putReason: (telemetryReason) => put({ telemetryReason }),
              tell: setTelemetry,
            }}
          />
        )}
        {isDone && <FilledPlace of={meterPlace} given={{ visitId: visit.id }} />}
        {visit.annexTypes.length > 0 && (
          <FormBlock at="photos" title={t(['照片', 'Photos'])}>
            <FinishPhotos visit={visit} />
          </FormBlock>
        )}
        <SuppliesSection {...part} bag={stored.bag} />
        <FeesSection
          {...part}
          sums={sums}
          terms={terms}
          ways={stored.ways}
          km={km}
          reckoned={!visit.systemKm ? ['手机估算', 'about'] : ['系统计算', 'by the system']}
        />
        <FilledPlace
          of={consentPlace}
          given={{
            ...part,
            sums,
            sent: () => ({
              body: bodyOf(visit, draft, sums, momentNow()),
              files: draftFilesOf(draft),
              facts: stepFactsOf(visit),
            }),
          }}
        />
        {(isFinal(draft.visitResult) || hasCharges(draft)) && <SignSection {...part} due={sums.due} />}
      </div>
      <Foot
        gaps={gaps}
        label={isToCorrect(visit) ? t(['重新提交', 'Submit again']) : t(['提交完工', 'Submit'])}
        onGap={jump}
        onSubmit={() => void submit(visit, draft, sums).then(() => go('today'))}
      />
    </>
  );
}

/** The completion of a visit, stored on the phone while it is written. */
export function FinishPage({ id }: { id: string }): ReactElement {
  const t = useT();
  const { back } = usePlace();
  const { day } = useDay();
  const visit = useVisit(id);
  const waits = useOutbox((state) =>
    state.steps.some((step) => step.matter === id && step.name === 'finish' && step.state === 'waiting'),
  );
  const over =
    visit && !['accepted', 'appointed', 'working', 'paused'].includes(visit.taskStatus) && !isToCorrect(visit);
  if (!visit || over || waits)
    return (
      <p className="day-none">
        {waits || over
          ? t(['这一单已提交。', 'This visit was submitted.'])
          : t(['这一单不在手机里。', 'This visit is not on this phone.'])}{' '}
        <button type="button" className="link" onClick={back}>
          {t(['返回', 'Back'])}
        </button>
      </p>
    );
  const about = day?.stops.find((stop) => stop.visit.id === id)?.km ?? null;
  // A day that an older version stored lacks the server's distance; the phone's estimate replaces it.
  const km = visit.systemKm ? Number(visit.systemKm) : about;
  return <Form key={id} visit={visit} km={km} />;
}
