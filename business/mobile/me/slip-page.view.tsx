import { moneyText } from '#kernel/language/values.ts';
import { ChevronDown, ChevronLeft, ChevronRight, PenLine } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { wageDisputeStatus, wageLineType, wageStatus } from '#business/piecework/dictionaries.ts';
import { onStep, queueStep, useOutbox } from '#kernel/web/http/offline/outbox.ts';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyPill, KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { minuteWords } from '#kernel/language/days.ts';
import { openSheet } from '#business/completion/finish/sheet.view.tsx';
import { usePlace } from '../use-day.view.tsx';
import { DisputeSheet } from './dispute-sheet.view.tsx';
import {
  type Deducted,
  type Slip,
  type SlipLine,
  type SlipPart,
  deductedOf,
  earnedOf,
  signBy,
  weeksOf,
} from './slip.rules.ts';
import { useOwn } from './use-own.view.tsx';

interface PieceLine {
  readonly id: string;
  readonly qty: string;
  readonly unitPrice: string;
  readonly difficultyCoef: string;
  readonly shareRatio: string;
  readonly completionId: string | null;
  readonly qualityCoef: string;
  readonly timeCoef: string;
  readonly pieceRatio: string;
  readonly amount: string;
  readonly _names?: Readonly<Record<string, string>>;
}

const tints = ['100%', '70%', '48%', '30%', '18%', '12%'];
const plain = (value: string): string => String(Number(value));

/** The formula of a piece line (quantity × price × factors × share), with its price standard. */
function Formula({ slip, line }: { slip: Slip; line: SlipLine }): ReactElement {
  const t = useT();
  const { data: own } = useOwn<PieceLine>(
    `piece/${line.sourceId ?? ''}`,
    'blade-maintenance/webApi/aspieceworkcollect/detail',
    { id: line.sourceId ?? '0' },
  );
  const factors = own
    ? [own.difficultyCoef, own.qualityCoef, own.timeCoef, own.pieceRatio]
        .filter((one) => one && Number(one) !== 1)
        .map(plain)
    : [];
  return (
    <div className="day-formula">
      {own && (
        <p>
          {own._names?.pieceworkProcessId}{' '}
          <small>
            {[
              plain(own.qty),
              own.unitPrice ? Number(own.unitPrice).toFixed(2) : '',
              ...factors,
              `${Number(own.shareRatio) * 100}%`,
            ]
              .filter(Boolean)
              .join(' × ')}
          </small>
          {own._names?.standardId && (
            <small>
              {t(['价目', 'Price'])} {own._names.standardId}
            </small>
          )}
        </p>
      )}
      {line.reason && (
        <p className="long-text">
          <small>{line.reason}</small>
        </p>
      )}
      {own?.completionId && (
        <Link className="link" to={`/maintenance/ascompletionregistration?id=${own.completionId}`}>
          {t(['查看这一单', 'See the job'])}
        </Link>
      )}
      {['signing', 'disputed'].includes(slip.wageStatus) && (
        <button
          type="button"
          className="link"
          onClick={() => openSheet((close) => <DisputeSheet slip={slip} line={line} factors={own} onClose={close} />)}
        >
          {t(['对这笔有异议', 'Dispute this line'])}
        </button>
      )}
    </div>
  );
}

function LineRow({
  slip,
  line,
  open,
  onOpen,
}: {
  slip: Slip;
  line: SlipLine;
  open: boolean;
  onOpen: () => void;
}): ReactElement {
  const t = useT();
  const { customer, work } = slip.earnedBy?.[line.id] ?? {};
  const who = [customer, work].filter(Boolean).join(' · ');
  const kind = <KeyWord of={wageLineType} value={line.wageLineType} />;
  return (
    <li>
      <button type="button" className="day-line-row" aria-expanded={open} onClick={onOpen}>
        <small>{line.bizDate && <time>{t(minuteWords(line.bizDate))}</time>}</small>
        <span>
          <b>{who || kind}</b>{' '}
          <small>{who ? line.wageLineType !== 'piece' && kind : line.reason || line.sourceNo}</small>
        </span>
        <b className="end">{moneyText(line.amount)}</b>
        {open ? <ChevronDown size={18} aria-hidden /> : <ChevronRight size={18} aria-hidden />}
      </button>
      {open &&
        (line.wageLineType === 'piece' ? (
          <Formula slip={slip} line={line} />
        ) : (
          <div className="day-formula">
            <p>
              {line.reason || t(['无说明', 'No note'])}
              {line.qty && line.unitPrice && (
                <small>
                  {plain(line.qty)} × {plain(line.unitPrice)}
                </small>
              )}
            </p>
            {line.wageLineType === 'mileage' && line.sourceId && (
              <Link className="link" to={`/maintenance/ascompletionregistration?id=${line.sourceId}`}>
                {t(['查看这一单', 'See the job'])}
              </Link>
            )}
            {['signing', 'disputed'].includes(slip.wageStatus) && (
              <button
                type="button"
                className="link"
                onClick={() => openSheet((close) => <DisputeSheet slip={slip} line={line} onClose={close} />)}
              >
                {t(['对这笔有异议', 'Dispute this line'])}
              </button>
            )}
          </div>
        ))}
    </li>
  );
}

/** The lines of one kind of pay. Pieces are grouped by week, one of which is open at a time. */
function PartBlock({ slip, part }: { slip: Slip; part: SlipPart }): ReactElement {
  const t = useT();
  const [week, setWeek] = useState<string | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const rows = (lines: readonly SlipLine[]): ReactElement => (
    <ul className="day-slip-lines">
      {lines.map((line) => (
        <LineRow
          key={line.id}
          slip={slip}
          line={line}
          open={open === line.id}
          onOpen={() => setOpen(open === line.id ? null : line.id)}
        />
      ))}
    </ul>
  );
  return (
    <section className="day-block" data-part={part.key}>
      <h2 className="day-money">
        <span>
          {t(part.label)}{' '}
          <small className="quiet">{t([`${part.lines.length} 笔`, counted(part.lines.length, 'line')])}</small>
        </span>
        <b>{moneyText(part.amount)}</b>
      </h2>
      {part.key !== 'piece'
        ? rows(part.lines)
        : weeksOf(part.lines).map((one) => (
            <div key={one.from}>
              <button
                type="button"
                className="day-line-row"
                aria-expanded={week === one.from}
                onClick={() => setWeek(week === one.from ? null : one.from)}
              >
                <span>
                  <b>
                    {t([
                      `${one.from.slice(5)} 至 ${one.to.slice(5)}`,
                      `${minuteWords(one.from)[1]} to ${minuteWords(one.to)[1]}`,
                    ])}
                  </b>{' '}
                  <small>{t([`${one.lines.length} 笔`, `${one.lines.length} lines`])}</small>
                </span>
                <b className="end">{moneyText(one.amount)}</b>
                {week === one.from ? <ChevronDown size={18} aria-hidden /> : <ChevronRight size={18} aria-hidden />}
              </button>
              {week === one.from && rows(one.lines)}
            </div>
          ))}
    </section>
  );
}

/** The deductions of a payslip, with their reasons and the limits on them. */
function Deductions({ slip, deducted }: { slip: Slip; deducted: Deducted }): ReactElement | null {
  const t = useT();
  const [open, setOpen] = useState<string | null>(null);
  if (deducted.lines.length === 0) return null;
  const share = Number(deducted.damage) > 0 ? (Number(deducted.taken) / Number(deducted.damage)) * 100 : 100;
  return (
    <section className="day-block">
      <h2 className="day-money">
        <span>{t(['扣款', 'Deductions'])}</span>
        <b className="bad">{moneyText(deducted.amount)}</b>
      </h2>
      <ul className="day-slip-lines">
        {deducted.lines.map((line) => (
          <LineRow
            key={line.id}
            slip={slip}
            line={line}
            open={open === line.id}
            onOpen={() => setOpen(open === line.id ? null : line.id)}
          />
        ))}
      </ul>
      {Number(deducted.rest) > 0 && (
        <div className="day-cap">
          <p className="day-money">
            <span>{t([`本月扣 ${moneyText(deducted.taken)}`, `${moneyText(deducted.taken)} this month`])}</span>
            <span>{t([`转下月 ${moneyText(deducted.rest)}`, `${moneyText(deducted.rest)} next month`])}</span>
          </p>
          <div
            className="day-cap-bar"
            role="img"
            aria-label={t([
              `赔偿合计 ${deducted.damage}，本月只扣 ${deducted.taken}`,
              `${deducted.damage} of damages, ${deducted.taken} this month`,
            ])}
          >
            <i style={{ width: `${share}%` }} />
          </div>
          <p className="quiet">
            {t([
              '赔偿每月只能扣收入的一部分，且不低于最低工资，其余转到下月。',
              'Damages may take only a share of what was earned and never below the minimum wage; the rest waits.',
            ])}
          </p>
        </div>
      )}
    </section>
  );
}

/** The technician's own wage slip, down to each piece and its formula. */
export function SlipPage({ id }: { id: string }): ReactElement {
  const t = useT();
  const { back } = usePlace();
  const {
    data: slip,
    failed,
    again,
  } = useOwn<Slip>(`slip/${id}`, 'blade-maintenance/webApi/aswagesheet/detail', { id });
  const waiting = useOutbox((state) =>
    state.steps.some((step) => step.matter === `wage/${id}` && step.state === 'waiting'),
  );
  useEffect(
    () =>
      onStep((step) => {
        if (step.matter === `wage/${id}`) again();
      }),
    [id],
  );
  if (!slip)
    return (
      <p className="day-none">
        {failed ? t(['联网后显示。', 'Shown when there is a network.']) : '…'}{' '}
        <button type="button" className="link" onClick={back}>
          {t(['返回', 'Back'])}
        </button>
      </p>
    );
  const parts = earnedOf(slip.lines ?? []);
  const deducted = deductedOf(slip.lines ?? []);
  const earned = parts.reduce((sum, part) => sum + Number(part.amount), 0);
  const until = signBy(slip);
  const sign = (): void =>
    void queueStep({
      matter: `wage/${id}`,
      name: 'sign',
      path: 'blade-maintenance/webApi/aspieceworkwages/sign',
      body: { id },
      facts: { customer: slip.wagePeriod },
    });
  return (
    <>
      <header className="day-bar">
        <button type="button" className="day-icon" aria-label={t(['返回', 'Back'])} onClick={back}>
          <ChevronLeft size={24} aria-hidden />
        </button>
        <h1>{t([`${slip.wagePeriod} 工资单`, `Payslip ${slip.wagePeriod}`])}</h1>
      </header>
      <div className="day-body flat">
        <section className="day-block">
          <p className="day-name">
            <span className="quiet">{t(['应发合计', 'Gross'])}</span>
            <KeyPill of={wageStatus} value={slip.wageStatus} />
            <span className="spring" />
            <small className="mono">{slip.wageNo}</small>
          </p>
          <p className="day-figure">{moneyText(slip.totalAmount)}</p>
          <p className="quiet">
            {t(['收入', 'Earned'])} {moneyText(earned)}
            {Number(deducted.amount) !== 0 && (
              <>
                {' '}
                − {t(['扣款', 'deductions'])} {moneyText(deducted.amount.replace('-', ''))}
              </>
            )}
          </p>
          {slip.why?.map((one) => (
            <p key={one[0]} className="quiet">
              {t(one)}
            </p>
          ))}
          <div
            className="day-bar-of"
            role="img"
            aria-label={parts.map((part) => `${t(part.label)} ${part.amount}`).join(', ')}
          >
            {parts.map((part, at) => (
              <i key={part.key} style={{ flexGrow: Number(part.amount), opacity: tints[at] }} />
            ))}
          </div>
          {parts.map((part, at) => (
            <p key={part.key} className="day-money">
              <span>
                <i className="day-tint" style={{ opacity: tints[at] }} />
                {t(part.label)}{' '}
                <small className="quiet">
                  {part.key === 'piece' && slip.pieceCount
                    ? t([`${slip.pieceCount} 单`, counted(slip.pieceCount, 'piece')])
                    : t([`${part.lines.length} 笔`, counted(part.lines.length, 'line')])}
                </small>
              </span>
              <b>{moneyText(part.amount)}</b>
            </p>
          ))}
        </section>
        {parts.map((part) => (
          <PartBlock key={part.key} slip={slip} part={part} />
        ))}
        <Deductions slip={slip} deducted={deducted} />
        {(slip.disputes?.length ?? 0) > 0 && (
          <section className="day-block">
            <h2>{t(['我的异议', 'My disputes'])}</h2>
            {slip.disputes?.map((one) => (
              <p key={one.id} className="day-line">
                <span>
                  {one.note}
                  {one.answer && <small>{one.answer}</small>}
                </span>
                <KeyPill of={wageDisputeStatus} value={one.disputeStatus} />
              </p>
            ))}
          </section>
        )}
      </div>
      {['signing', 'disputed'].includes(slip.wageStatus) && (
        <footer className="day-foot">
          <p className="day-after">
            {until &&
              t([
                `${until.slice(5, 16)} 前确认；可只对某一笔提异议`,
                `To be confirmed by ${minuteWords(until)[1]}; you may dispute a single line`,
              ])}
          </p>
          <div className="day-pair">
            <button
              type="button"
              className="day-button"
              disabled={waiting}
              onClick={() => openSheet((close) => <DisputeSheet slip={slip} line={null} onClose={close} />)}
            >
              {t(['有异议', 'I disagree'])}
            </button>
            {slip.wageStatus === 'signing' && (
              <button type="button" className="day-button strong" disabled={waiting} onClick={sign}>
                <PenLine size={20} aria-hidden />
                {waiting ? t(['待发送', 'To be sent']) : t(['确认签字', 'Sign'])}
              </button>
            )}
          </div>
        </footer>
      )}
    </>
  );
}
