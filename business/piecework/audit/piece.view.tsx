import { Check, ChevronLeft, ChevronDown, ChevronRight, ChevronUp, X } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { inGroups } from '#kernel/fields/decimal.view.tsx';
import { isEmpty } from '#kernel/fields/kind.ts';
import { viewOf } from '#kernel/fields/kinds.view.tsx';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import type { WireRow } from '#kernel/web/registry/rows.ts';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { piece } from '../pieces/piece.paper.ts';
import type { CheckedPiece } from '../pieces/audit/audit.calls.ts';
import { captionIn, textOf } from './row-text.rules.ts';
import { Flags } from './flags.view.tsx';
import { plain } from './lines.rules.ts';
import { AuditPhotos } from './photos.view.tsx';
import { Times } from './times.view.tsx';
import type { Audit } from './use-audit.view.tsx';

/** The papers that led to the piece, each a link. */
function Chain({ checked }: { checked: CheckedPiece }): ReactElement {
  const t = useT();
  const papers = [
    ['/maintenance/registrationform', checked.registration, 'registrationNo'],
    ['/maintenance/asdispatchform', checked.dispatch, 'dispNo'],
    ['/maintenance/ascompletionregistration', checked.completion, 'completionNo'],
  ] as const;
  const language = useLanguage();
  const due = textOf(checked.piece, 'receivableAmount');
  const [why, fees] = [
    textOf(checked.piece, 'coverExplain'),
    isEmpty(checked.piece.coverFees)
      ? null
      : viewOf(piece.fields.coverFees).cell({
          value: checked.piece.coverFees,
          field: piece.fields.coverFees,
          name: 'coverFees',
          label: undefined,
          language,
        }),
  ];
  return (
    <div className="audit-chain">
      <span>{captionIn(checked.piece, 'receiptsType')}</span>
      {papers
        .filter(([, row]) => row)
        .map(([path, row, number], at) => (
          <span key={path}>
            {at > 0 && <ChevronRight size={13} aria-hidden />}
            <Link className="mono" to={`${path}?id=${row!.id}`}>
              {textOf(row, number)}
            </Link>
          </span>
        ))}
      <span className="spring" />
      <span className="quiet">
        {captionIn(checked.piece, 'weibao')}
        {fees && (
          <>
            {' '}
            ({fees}
            {why && <>; {why}</>})
          </>
        )}{' '}
        · {t(['应收', 'receivable'])} {inGroups(due || '0.00')} · {t(['实收', 'received'])}{' '}
        {inGroups(textOf(checked.piece, 'practicalAmount') || '0.00')}
      </span>
    </div>
  );
}

function Done({ yes, no, is }: { yes: string; no: string; is: boolean }): ReactElement {
  const Mark = is ? Check : X;
  return (
    <span className={is ? 'green' : 'quiet'}>
      <Mark size={13} aria-hidden /> {is ? yes : no}
    </span>
  );
}

function Work({ checked }: { checked: CheckedPiece }): ReactElement {
  const t = useT();
  const done = checked.completion;
  const checks = Array.isArray(done?.checklist) ? done.checklist.length : 0;
  return (
    <section className="audit-block">
      <h2>
        {t(['做了什么', 'Work done'])} <small className="quiet">{captionIn(done, 'visitResult')}</small>
      </h2>
      <p className="audit-words">{textOf(done, 'maintenanceContent') || t(['没有填写', 'Nothing was written'])}</p>
      <p className="audit-done">
        {checks > 0 && (
          <Done
            is
            yes={t([
              `检查项 ${checks}${Number(done?.abnormalCount) ? `，异常 ${textOf(done, 'abnormalCount')}` : ''}`,
              `${checks} checks${Number(done?.abnormalCount) ? `, ${textOf(done, 'abnormalCount')} off` : ''}`,
            ])}
            no=""
          />
        )}
        <Done is={Boolean(done?.signFile)} yes={t(['客户签字', 'Signed'])} no={t(['没有签字', 'Not signed'])} />
        {Boolean(done?.finishCodeTime) && <Done is yes={t(['验收码', 'Acceptance code'])} no="" />}
        {Boolean(done?.isRework) && <span className="amber">{t(['返修', 'Rework'])}</span>}
      </p>
      {textOf(done, 'advice') && <p className="quiet">{textOf(done, 'advice')}</p>}
    </section>
  );
}

const Rows = ({
  head,
  rows,
  none,
}: {
  head: readonly ReactNode[];
  rows: readonly (readonly ReactNode[])[];
  none: string;
}): ReactElement =>
  rows.length === 0 ? (
    <p className="quiet">{none}</p>
  ) : (
    <table className="audit-table">
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={at} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, place) => (
              <td key={place}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );

function Supplies({ rows }: { rows: readonly WireRow[] }): ReactElement {
  const t = useT();
  return (
    <section className="audit-block">
      <h2>{t(['用料', 'Parts'])}</h2>
      <Rows
        none={t(['没有用料', 'No parts'])}
        head={[t(['物料', 'Material']), t(['数量', 'Qty']), t(['承担', 'Paid by']), t(['金额', 'Amount'])]}
        rows={rows.map((row) => [
          captionIn(row, 'materialId') || textOf(row, 'itemName'),
          plain(textOf(row, 'qty')),
          captionIn(row, 'payer'),
          inGroups(textOf(row, 'amount') || '0.00'),
        ])}
      />
    </section>
  );
}

function Earlier({ rows }: { rows: readonly WireRow[] }): ReactElement {
  const t = useT();
  return (
    <section className="audit-block">
      <h2>
        {t(['这套设备以前', 'Earlier work on this equipment'])}{' '}
        <small className="quiet">{rows.length > 0 && t([`${rows.length} 次`, String(rows.length)])}</small>
      </h2>
      <Rows
        none={t(['第一次上门', 'The first visit'])}
        head={[t(['日期', 'Date']), t(['做了什么', 'Work done']), t(['技师', 'Technicians']), t(['计件', 'Paid'])]}
        rows={rows.slice(0, 6).map((row) => [
          <Link key="day" to={`/maintenance/ascompletionregistration?id=${row.id}`}>
            {textOf(row, 'endTime').slice(2, 10)}
          </Link>,
          <span key="what" title={textOf(row, 'maintenanceContent')}>
            {textOf(row, 'maintenanceContent')}
          </span>,
          textOf(row, 'crewNames') || captionIn(row, 'technicianId'),
          inGroups(textOf(row, 'pieceAmount')) || '—',
        ])}
      />
    </section>
  );
}

function Log({ rows }: { rows: readonly WireRow[] }): ReactElement {
  const t = useT();
  const amount = (row: WireRow): string =>
    textOf(row, 'amountBefore') && textOf(row, 'amountBefore') !== textOf(row, 'amountAfter')
      ? `${inGroups(textOf(row, 'amountBefore'))} → ${inGroups(textOf(row, 'amountAfter'))}`
      : inGroups(textOf(row, 'amountAfter'));
  return (
    <section className="audit-block">
      <h2>{t(['记录', 'Log'])}</h2>
      <ul className="audit-log">
        {rows.map((row) => (
          <li key={row.id}>
            <span className="quiet">{shortMoment(textOf(row, 'auditTime'))}</span>
            <span>{captionIn(row, 'auditUser') || t(['系统', 'System'])}</span>
            <span>
              {captionIn(row, 'auditAction')} · {amount(row)}
              {textOf(row, 'remark') && ` · ${textOf(row, 'remark')}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Head({ audit, checked, onBack }: { audit: Audit; checked: CheckedPiece; onBack: () => void }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const field = piece.fields.pieceStatus;
  const state = audit.judged.get(checked.piece.id) ?? textOf(checked.piece, 'pieceStatus');
  const count = audit.queue?.piles.find((one) => one.pieceStatus === audit.state)?.count ?? audit.rows?.length ?? 0;
  return (
    <header className="audit-head">
      <button
        type="button"
        className="icon-button only-phone"
        aria-label={t(['返回列表', 'Back to the list'])}
        onClick={onBack}
      >
        <ChevronLeft size={20} aria-hidden />
      </button>
      <h2 className="mono">{textOf(checked.piece, 'pieceNo')}</h2>
      {viewOf(field).cell({ value: state, field, name: 'pieceStatus', label: undefined, language })}
      <b>{textOf(checked.piece, 'customerName')}</b>
      <span className="quiet audit-where">
        {[captionIn(checked.dispatch, 'customerServiceTeam'), textOf(checked.dispatch, 'address')]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span className="spring" />
      {audit.at >= 0 && (
        <span className="quiet">
          {audit.at + 1} / {Math.max(count, audit.rows?.length ?? 0)}
        </span>
      )}
      <button
        type="button"
        className="icon-button"
        disabled={audit.at <= 0}
        title="K"
        aria-label={t(['上一条', 'Previous'])}
        onClick={() => audit.move(-1)}
      >
        <ChevronUp size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        disabled={audit.at < 0 || audit.at >= (audit.rows?.length ?? 0) - 1}
        title="J"
        aria-label={t(['下一条', 'Next'])}
        onClick={() => audit.move(1)}
      >
        <ChevronDown size={16} aria-hidden />
      </button>
    </header>
  );
}

/** Everything about one piece: source papers, flags, work, photos and parts used. */
export function PiecePane({
  audit,
  onLines,
  onBack,
}: {
  audit: Audit;
  onLines: () => void;
  onBack: () => void;
}): ReactElement {
  const t = useT();
  const [all, setAll] = useState(false);
  useKeys([{ keys: 'p', label: ['全部照片', 'All photos'], run: () => setAll(!all) }]);
  const { checked } = audit;
  if (!checked)
    return (
      <section className="audit-piece audit-empty">
        {audit.problem ||
          (audit.rows?.length === 0 ? (
            t(['没有要审的计件单', 'Nothing to audit'])
          ) : (
            <i className="skeleton" style={{ width: 320 }} />
          ))}
      </section>
    );
  return (
    <section className="audit-piece" aria-label={t(piece.title)}>
      <Head audit={audit} checked={checked} onBack={onBack} />
      <div
        className="audit-scroll"
        key={checked.piece.id}
        tabIndex={0}
        role="region"
        aria-label={t(['计件单资料', 'About the piece'])}
      >
        <Chain checked={checked} />
        <Flags audit={audit} onLines={onLines} />
        {checked.completion ? (
          <>
            <div className="audit-pair">
              <Work checked={checked} />
              <Times checked={checked} />
            </div>
            <AuditPhotos photos={audit.photos} all={all} onAll={() => setAll(!all)} />
            <div className="audit-pair">
              <Supplies rows={checked.supplies} />
              <Earlier rows={checked.previousVisits} />
            </div>
          </>
        ) : (
          // A completion outside the caller's permission is not reported as missing.
          <p className="audit-block quiet">
            {checked.piece.completionId
              ? t(['您没有查看这张完工单的权限', 'You may not see this completion'])
              : t(['这张计件单没有完工单', 'This piece has no completion'])}
          </p>
        )}
        <Log rows={checked.log} />
      </div>
    </section>
  );
}
