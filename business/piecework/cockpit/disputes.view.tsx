import { type ReactElement, useRef, useState } from 'react';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { inGroups } from '#kernel/fields/decimal.view.tsx';
import { Dialog } from '#kernel/web/dialogs/dialog.tsx';
import { newKey } from '#kernel/web/http/headers.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { type WireRow, mayDo } from '#kernel/web/registry/rows.ts';
import { sinceMoment } from '#kernel/web/i18n/company-time.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { answerDispute, proposeAnswer } from '../wages/dispute/wage-dispute.calls.ts';
import type { Label } from '#kernel/language/label.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { type Outlier, isZero } from './period.rules.ts';
import type { Cockpit } from './use-period.view.tsx';
import { counted } from '#kernel/web/i18n/plural.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 48;
const LATE_HOURS = 24;

const hoursSince = (moment: string): number => Math.max(0, Math.floor(sinceMoment(moment) / HOUR_MS));
const text = (row: WireRow, name: string): string => String(row[name] ?? '');

const AGREED: Label = ['已核实，按主张调整', 'Checked; adjusted as claimed'];

/**
 * Answer one dispute: accept it with an adjustment, or reject it. Both need a text. The field of the amount waits for
 * the proposal, which would mix with typed digits.
 */
export function AnswerDialog({
  dispute,
  left,
  onClose,
  onDone,
}: {
  dispute: WireRow;
  /** Number of disputes that wait after this one. After the answer the next one opens. */ left: number;
  onClose: () => void;
  onDone: () => void;
}): ReactElement {
  const t = useT();
  const { data: proposal, isPending } = useCall(proposeAnswer, { id: dispute.id }, { of: 'row' });
  const [words, setWords] = useState('');
  // The proposed amount (claimed less present) holds until another one is typed.
  const [typed, setAmount] = useState<string | null>(null);
  const claim = proposal?.amount ?? '';
  const amount = typed ?? claim;
  const differs = claim !== '' && amount.trim() !== '' && Number(amount) !== Number(claim);
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const key = useRef(newKey());
  const answer = async (accept: boolean): Promise<void> => {
    if (busy || (accept && isPending)) return;
    const isAgreed = accept && claim !== '' && !differs;
    if (!words.trim() && !isAgreed) {
      setSaid(
        accept && differs
          ? t(['与主张的差额不同，请在答复中说明原因', 'It differs from the claim: say why in the answer'])
          : t(['请填写答复', 'Write an answer']),
      );
      return;
    }
    const answered = words.trim() || t(AGREED);
    setBusy(true);
    try {
      await askCall(
        answerDispute,
        {
          id: dispute.id,
          accept,
          answer: answered,
          ...(accept && amount.trim() && { lines: [{ amount: amount.trim(), reason: answered }] }),
        },
        { quiet: true, key: key.current },
      );
      toast.good(
        accept
          ? t(['已采纳，工资单重新待确认', 'Accepted; the sheet waits to be signed again'])
          : t(['已驳回', 'Rejected']),
      );
      onDone();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      key.current = newKey();
      setSaid(error.fields[0]?.msg ?? error.message);
    } finally {
      setBusy(false);
    }
  };
  const foot = (
    <>
      <Link className="link" to={`/maintenance/wages/total?id=${text(dispute, 'wageSheetId')}`} onClick={onClose}>
        {t(['看工资单', 'Open the sheet'])}
      </Link>
      <span className="spring" />
      <button type="button" className="button danger" disabled={busy} onClick={() => void answer(false)}>
        {t(['驳回', 'Reject'])}
      </button>
      <button type="button" className="button strong" disabled={busy || isPending} onClick={() => void answer(true)}>
        {left ? t(['采纳并看下一条', 'Accept, next']) : t(['采纳', 'Accept'])} <kbd>Ctrl ⏎</kbd>
      </button>
    </>
  );
  return (
    <Dialog
      title={
        <>
          {t(['答复异议', 'Answer the dispute'])} <span className="quiet mono">{text(dispute, 'disputeNo')}</span>
          {left > 0 && <small className="quiet"> {t([`后面还有 ${left} 条`, `${left} more to answer`])}</small>}
        </>
      }
      width={520}
      onClose={onClose}
      foot={foot}
      keys={[{ keys: 'Ctrl+Enter', label: ['采纳', 'Accept'], typing: true, run: () => void answer(true) }]}
    >
      <div className="cockpit-answer">
        <p>
          <b>{text(dispute, 'technicianName')}</b> · {dispute._names?.disputeKind ?? text(dispute, 'disputeKind')}
        </p>
        <p className="dialog-text">{text(dispute, 'note')}</p>
        {proposal && t(proposal.line) && (
          <p className="quiet">
            {t(['异议的明细：', 'Disputed line: '])}
            {t(proposal.line)}
          </p>
        )}
        <dl>
          <div>
            <dt>{t(['现在', 'Now'])}</dt>
            <dd>{text(dispute, 'currentValue') || '—'}</dd>
          </div>
          <div>
            <dt>{t(['我认为', 'Claimed'])}</dt>
            <dd>{text(dispute, 'claimedValue') || '—'}</dd>
          </div>
        </dl>
        <label className="plain-field">
          <span>
            {claim && !differs
              ? t(['答复（采纳时可不填）', 'Answer (may be left out when accepted)'])
              : t(['答复（必填）', 'Answer (required)'])}
          </span>
          <textarea
            className="plain-input"
            rows={3}
            data-autofocus
            maxLength={500}
            placeholder={claim && !differs ? t(AGREED) : ''}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </label>
        <label className="plain-field">
          <span>{t(['采纳时调整金额（元，可为负）', 'Adjustment when accepted (CNY, may be negative)'])}</span>
          <input
            className="plain-input"
            inputMode="decimal"
            disabled={isPending}
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
          {claim && (
            <small className={differs ? 'amber' : 'quiet'}>
              {differs
                ? t([`主张的差额是 ${claim}，请在答复中说明原因`, `The claim asks for ${claim}: say why in the answer`])
                : t(['按主张值减现值', 'Claimed less present'])}
            </small>
          )}
        </label>
        {said && (
          <p className="field-problem" role="alert">
            {said}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** The open disputes, the oldest first. */
export function Disputes({
  cockpit,
  onAnswer,
}: {
  cockpit: Cockpit;
  onAnswer: (dispute: WireRow) => void;
}): ReactElement {
  const t = useT();
  const age = (row: WireRow): string => {
    const hours = hoursSince(text(row, 'createTime'));
    return hours === 0
      ? t(['刚刚', 'just now'])
      : hours < DAY_HOURS
        ? t([`${hours} 时前`, `${hours} h ago`])
        : t([`${Math.floor(hours / 24)} 天前`, `${counted(Math.floor(hours / 24), 'day')} ago`]);
  };
  return (
    <section className="cockpit-block">
      <h2>
        {t(['异议', 'Disputes'])}{' '}
        <small className="quiet">
          {cockpit.disputes.length
            ? t([`${cockpit.disputes.length}，最早的在前`, `${cockpit.disputes.length}, the oldest first`])
            : t(['没有待答复的', 'none to answer'])}
        </small>
      </h2>
      <ul>
        {cockpit.disputes.map((row) => {
          const words = (
            <>
              <TriangleAlert size={13} aria-hidden />
              <b>{text(row, 'technicianName')}</b>
              <span title={text(row, 'note')}>
                {row._names?.disputeKind ?? ''}
                {t(['：', ': '])}
                {text(row, 'note')}
              </span>
              <small className={hoursSince(text(row, 'createTime')) >= LATE_HOURS ? 'amber' : 'quiet'}>
                {age(row)}
              </small>
            </>
          );
          return (
            <li key={row.id} className="cockpit-dispute">
              {mayDo(row, 'accept') ? (
                <button type="button" onClick={() => onAnswer(row)}>
                  {words}
                </button>
              ) : (
                <Link to={`/maintenance/wages/dispute?id=${row.id}`}>{words}</Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** List of the sheets of this period with an unusual amount, as a warning. They prevent no action. */
export function Outliers({ outliers }: { outliers: readonly Outlier[] }): ReactElement {
  const t = useT();
  const [all, setAll] = useState(false);
  const words = ({ kind, amount, percent }: Outlier): string =>
    ({
      piece: isZero(amount)
        ? t(['没有计件，前几月都有', 'no piecework this time'])
        : t([
            `计件 ${inGroups(amount)}，较前几月均值 ${percent}`,
            `piecework ${inGroups(amount)}, ${percent} of the usual`,
          ]),
      capped: t([`扣款到上限，${inGroups(amount)} 转下期`, `deductions capped, ${inGroups(amount)} carried on`]),
      minimum: t([`不足最低工资，补 ${inGroups(amount)}`, `below the minimum, ${inGroups(amount)} topped up`]),
      carried: t(['结转连续两期', 'carried over twice running']),
    })[kind];
  const shown = all ? outliers : outliers.slice(0, 5);
  return (
    <section className="cockpit-block">
      <h2>
        {t(['异常', 'Outliers'])}{' '}
        <small className="quiet">
          {outliers.length
            ? t([`${outliers.length}，不拦截`, `${outliers.length}, not blocking`])
            : t(['没有', 'nothing'])}
        </small>
        {outliers.length > 5 && (
          <button type="button" className="link" onClick={() => setAll(!all)}>
            {all ? t(['收起', 'Fewer']) : t(['全部', 'All'])}
          </button>
        )}
      </h2>
      <ul>
        {shown.map((one) => (
          <li key={`${one.row.technicianId} ${one.kind}`} className="cockpit-outlier">
            <TriangleAlert size={13} aria-hidden />
            <b>{one.row.technicianName}</b>
            <span>{words(one)}</span>
            {one.row.wageSheetId && (
              <Link to={`/maintenance/wages/total?id=${one.row.wageSheetId}`}>{t(['查看', 'Open'])}</Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** List of the pay lines above the company's maximum of one line. They are on no sheet until they are corrected. */
export function AsideLines({ lines }: { lines: readonly WireRow[] }): ReactElement | null {
  const t = useT();
  if (!lines.length) return null;
  return (
    <section className="cockpit-block">
      <h2>
        {t(['超限未计入', 'Above the limit, not counted'])}{' '}
        <small className="quiet">
          {t([`${lines.length}，更正后重新计算即计入`, `${lines.length}, counted again when mended`])}
        </small>
      </h2>
      <ul>
        {lines.map((row) => (
          <li key={row.id} className="cockpit-outlier">
            <TriangleAlert size={13} aria-hidden />
            <b>{row._names?.technicianId ?? ''}</b>
            <span>{[text(row, 'sourceNo'), inGroups(text(row, 'amount'))].filter(Boolean).join(' · ')}</span>
            <Link to={`/maintenance/wages/detail?id=${row.id}`}>{t(['查看', 'Open'])}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
