import { CircleAlert } from 'lucide-react';
import { ChoiceRow } from '#kernel/web/pickers/choice/choice-row.tsx';
import { type ReactElement, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useMay } from '#kernel/web/registry/papers.ts';
import { FileBox } from '#kernel/web/pickers/file-box.tsx';
import { KeyPill, KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { minuteWords } from '#kernel/language/days.ts';
import { CheckSection } from '../finish/check-section.view.tsx';
import { FeesSection } from '../finish/fees-section.view.tsx';
import { FormBlock } from '../finish/parts.view.tsx';
import { ResultSection } from '../finish/result-section.view.tsx';
import { SuppliesSection } from '../finish/supplies-section.view.tsx';
import { SheetHost } from '../finish/sheet.view.tsx';
import { repairType } from '#business/masterdata/dictionaries.ts';
import { taskStatus } from '#business/dispatch/dictionaries.ts';
import { isFinal } from '#business/dispatch/visit/visit-states.rules.ts';
import { completion } from '../completion/completion.paper.ts';
import type { DoorAnswer, ToWrite } from '../at-door/at-door.calls.ts';
import { type Office, useDoorAnswer, useOffice, useToWrite } from './use-office.view.tsx';
import '../finish/styles/phone.css';
import '../finish/styles/phone.css';
import './office.css';

function Times({ office }: { office: Office }): ReactElement {
  const t = useT();
  const { deskInput: told, setDeskInput: tell, wrong } = office;
  const moment = (name: 'startTime' | 'endTime', label: string): ReactElement => (
    <label className="day-field">
      <span>{label}</span>
      <input
        value={told[name]}
        placeholder="2026-01-31 09:30"
        aria-invalid={Boolean(wrong[name]) || undefined}
        onChange={(event) => tell({ [name]: event.target.value })}
      />
    </label>
  );
  return (
    <section className="day-block" data-section="told">
      <header className="day-block-head">
        <h2>{t(['代登记', 'Written for the technician'])}</h2>
      </header>
      <div className="day-two">
        {moment('startTime', t(['开始时间', 'Started']))}
        {moment('endTime', t(['结束时间', 'Ended']))}
      </div>
      <label className="day-field">
        <span>{t(['代登记原因', 'Why you write it'])}</span>
        <input
          maxLength={255}
          value={told.reason}
          placeholder={t(['例如：技师手机损坏，凭纸质单补录', 'For example: phone broken, copied from the paper slip'])}
          onChange={(event) => tell({ reason: event.target.value })}
        />
      </label>
    </section>
  );
}

function Photos({ office }: { office: Office }): ReactElement | null {
  const t = useT();
  const { visit, deskInput: told, setDeskInput: tell } = office;
  if (visit.annexTypes.length === 0) return null;
  return (
    <FormBlock at="photos" title={t(['照片', 'Photos'])}>
      {visit.annexTypes.map((kind) => {
        const links = told.photos[kind.classifyId] ?? [];
        const there = kind.count - links.length;
        return (
          <div key={kind.classifyId} className="office-photos">
            <p>
              <b>{kind.name}</b>{' '}
              {kind.missing > 0 ? (
                <em className="bad">{t([`缺 ${kind.missing}`, `${kind.missing} missing`])}</em>
              ) : (
                <small className="quiet">{kind.min > 0 ? t(['已齐', 'complete']) : t(['选拍', 'optional'])}</small>
              )}
              {there > 0 && <small className="quiet"> {t([`已有 ${there} 张`, `${there} there`])}</small>}
            </p>
            <FileBox
              links={links}
              takes="image"
              most={Math.max(0, kind.max - there)}
              onChange={(next) => tell(({ photos }) => ({ photos: { ...photos, [kind.classifyId]: next } }))}
            />
          </div>
        );
      })}
    </FormBlock>
  );
}

/**
 * The customer's acceptance in the office, where the customer cannot sign on a screen. Upload a photo of the signed
 * sheet, type the code, or state why both are missing.
 */
function Acceptance({ office }: { office: Office }): ReactElement | null {
  const t = useT();
  const { visit, draft, put } = office;
  if (!visit.needsSignature || !isFinal(draft.visitResult)) return null;
  const ways = [
    ['sign', t(['纸质签名', 'Signed sheet'])],
    ['code', t(['验收码', 'Code'])],
    ['refused', t(['客户不签', 'Not signed'])],
  ] as const;
  return (
    <FormBlock at="sign" title={t(['客户验收', 'Acceptance'])}>
      <ChoiceRow
        label={t(['验收方式', 'How it is accepted'])}
        items={ways.map(([key, label]) => ({ key, label }))}
        value={draft.acceptBy}
        onChange={(acceptBy) => put({ acceptBy })}
      />
      {draft.acceptBy === 'sign' && (
        <>
          <FileBox
            links={draft.signLink ? [draft.signLink] : []}
            takes="image"
            most={1}
            onChange={([link]) => put({ signLink: link ?? '' })}
          />
          <label className="day-field">
            <span>{t(['签名人（选填）', 'Who signed (optional)'])}</span>
            <input maxLength={64} value={draft.signName} onChange={(event) => put({ signName: event.target.value })} />
          </label>
        </>
      )}
      {draft.acceptBy === 'code' && (
        <label className="day-field">
          <span>{t(['到达时发给客户的 6 位验收码', 'The six digits that the customer was sent'])}</span>
          <input
            inputMode="numeric"
            maxLength={6}
            value={draft.finishCode}
            onChange={(event) => put({ finishCode: event.target.value.replaceAll(/\D/g, '') })}
          />
        </label>
      )}
      {draft.acceptBy === 'refused' && (
        <label className="day-field">
          <span>{t(['为什么不签', 'Why it is not signed'])}</span>
          <input
            maxLength={255}
            value={draft.signRefused}
            onChange={(event) => put({ signRefused: event.target.value })}
          />
        </label>
      )}
    </FormBlock>
  );
}

function Head({ of }: { of: DoorAnswer }): ReactElement {
  const t = useT();
  const { visit } = of;
  return (
    <header className="office-head">
      <h2>{visit.registration?.customerName}</h2>
      <KeyPill of={taskStatus} value={visit.taskStatus} />
      <span>{visit.registration && <KeyWord of={repairType} value={visit.registration.repairType} />}</span>
      <span className="quiet">
        {visit.taskNo} · {t([`第 ${visit.visitSeq} 次上门`, `visit ${visit.visitSeq}`])} ·{' '}
        {visit.crew.map((one) => one.technicianName).join(t(['、', ', ']))}
      </span>
      <p className="quiet">
        {visit.registration?.address} · {visit.registration?.content}
      </p>
      {visit.completion.backReason && (
        <p className="day-warning" role="note">
          <CircleAlert size={18} aria-hidden />
          <span>
            {t(['退回原因：', 'Sent back: '])}
            {visit.completion.backReason}
          </span>
        </p>
      )}
    </header>
  );
}

function Form({ of, onDone }: { of: DoorAnswer; onDone: () => void }): ReactElement {
  const t = useT();
  const body = useRef<HTMLDivElement>(null);
  const office = useOffice(of);
  const { visit, draft, put, sums, gaps } = office;
  const part = { visit, draft, put };
  const may = useMay(completion)('submit');
  const submit = async (): Promise<void> => {
    if (gaps[0]) {
      body.current?.querySelector(`[data-section="${gaps[0].section}"]`)?.scrollIntoView({ block: 'start' });
      toast.bad(t(gaps[0].words));
      return;
    }
    if (await office.save(false)) {
      toast.good(t([`${visit.taskNo} 已提交完工`, `${visit.taskNo} submitted`]));
      onDone();
    }
  };
  return (
    <form
      className="office-form"
      aria-label={t(['完工登记', 'Completion'])}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="office-body" ref={body}>
        <Head of={of} />
        <div className="office-columns">
          <div>
            <Times office={office} />
            <ResultSection {...part} />
            {isFinal(draft.visitResult) && <CheckSection {...part} />}
          </div>
          <div>
            <SuppliesSection {...part} bag={of.bag} />
            <FeesSection
              {...part}
              sums={sums}
              terms={of.terms}
              ways={of.ways}
              km={of.km === null ? null : Number(of.km)}
              reckoned={['系统', 'calculated']}
            />
            <Photos office={office} />
            <Acceptance office={office} />
          </div>
        </div>
      </div>
      <footer className="office-foot">
        {gaps[0] ? (
          <p className="day-gap">
            <CircleAlert size={16} aria-hidden />
            {t(gaps[0].words)}
            {gaps.length > 1 && <small>{t([`等 ${gaps.length} 处`, `and ${gaps.length - 1} more`])}</small>}
          </p>
        ) : (
          <p className="quiet">{t(['可以提交', 'Ready to submit'])}</p>
        )}
        <span className="office-due">
          {t(['应收', 'Due'])} <b>¥{sums.due}</b>
        </span>
        <button
          type="button"
          className="button"
          disabled={office.saving || !may || !office.deskInput.reason.trim()}
          title={office.deskInput.reason.trim() ? undefined : t(['先填写代登记原因', 'First say why you write it'])}
          onClick={() =>
            void office.save(true).then((kept) => {
              if (kept) toast.good(t(['草稿已保存', 'Draft kept']));
            })
          }
        >
          {t(['存草稿', 'Keep as a draft'])}
        </button>
        <button type="submit" className="button strong" disabled={office.saving || !may}>
          {t(['提交完工', 'Submit'])}
        </button>
      </footer>
    </form>
  );
}

function Waiting({
  rows,
  chosen,
  onChoose,
}: {
  rows: readonly ToWrite[] | undefined;
  chosen: string;
  onChoose: (id: string) => void;
}): ReactElement {
  const t = useT();
  return (
    <nav className="office-list" aria-label={t(['待登记完工', 'To be written'])}>
      <h2>
        {t(['待登记完工', 'To be written'])} <small className="quiet">{rows?.length ?? ''}</small>
      </h2>
      {rows?.length === 0 && (
        <p className="quiet">{t(['没有在作业或被退回的任务。', 'No visit is at work or sent back.'])}</p>
      )}
      {rows?.map((one) => (
        <button
          key={one.id}
          type="button"
          aria-current={one.id === chosen || undefined}
          onClick={() => onChoose(one.id)}
        >
          <span>
            <b>{one.customerName}</b>
            <KeyPill of={taskStatus} value={one.taskStatus} />
          </span>
          <small className="quiet">
            {one.technicianName} · {t(minuteWords(one.planStart))}
          </small>
        </button>
      ))}
    </nav>
  );
}

/**
 * The page on which the office writes the completion of a visit, for a technician without a phone or after a return.
 * `dispatchListId` names the visit, or `dispId` its dispatch form.
 */
export default function AddCompletionScreen(): ReactElement {
  const t = useT();
  const [search, setSearch] = useSearchParams();
  const rows = useToWrite();
  const [visitId, dispId] = [search.get('dispatchListId') ?? '', search.get('dispId') ?? ''];
  const of = useDoorAnswer(
    /^\d+$/.test(visitId) ? { dispatchListId: visitId } : /^\d+$/.test(dispId) ? { dispId } : {},
  );
  useTabTitle(t(['登记完工', 'Write a completion']));
  const done = of?.visit.completion.id;
  return (
    <div className="office day" data-open={of !== undefined}>
      <h1 className="sr-only">{t(['登记完工', 'Write a completion'])}</h1>
      <Waiting rows={rows} chosen={of?.visit.id ?? ''} onChoose={(id) => setSearch({ dispatchListId: id })} />
      {!of && (
        <p className="day-none">
          {t([
            '选择一次上门，凭纸质单或电话代技师登记完工。',
            'Choose a visit and write its completion from the slip or by telephone.',
          ])}
        </p>
      )}
      {of && !of.open && (
        <p className="day-none">
          {t([
            '这次上门的完工已提交，或还不能登记。',
            'The completion of this visit is submitted, or cannot be written yet.',
          ])}{' '}
          {done && (
            <Link to={`/maintenance/ascompletionregistration?id=${String(done)}`}>
              {t(['看完工单', 'Open the completion'])}
            </Link>
          )}
        </p>
      )}
      {of?.open && <Form key={of.visit.id} of={of} onDone={() => setSearch({})} />}
      <SheetHost />
    </div>
  );
}
