import { Check, CircleX, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { decimalOf, stepsOf } from '#kernel/language/exact.ts';
import type { Label } from '#kernel/language/label.ts';
import { menuOf } from '#kernel/language/paper.ts';
import { portrait } from '#kernel/web/i18n/portrait.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { withControls } from '#kernel/web/theme/with-controls.tsx';
import { QTY, quantityText } from '#business/materials/stores/posting.rules.ts';
import { materialApply } from '../apply/material-apply.paper.ts';
import { type CounterCommand, COMMANDS, commandCode } from './rules/codes.rules.ts';
import type { ScanLine, ScanSheet } from './scan.calls.ts';
import { type Scan, type ScanState, countOf } from './rules/counting.rules.ts';
import { lineState, linesToScan } from './rules/lines.rules.ts';

const Qr = withControls(() => import('#kernel/web/import-export/print/qr.tsx').then((module) => module.Qr));

export const commandLabels: Readonly<Record<CounterCommand, Label>> = {
  UNDO: ['撤销', 'Undo'],
  SHORT: ['记短', 'Short'],
  QTY: ['改数', 'Quantity'],
  NEXT: ['换一张单', 'Next document'],
};

const SHOWN_OPEN = 5;
const SHOWN_SCANS = 6;

/** The receiver, where the goods come from, and the requests behind them. */
function Receiver({ sheet }: { sheet: ScanSheet }): ReactElement {
  const t = useT();
  const { shipment } = sheet;
  const name = shipment._names?.technicianId ?? '';
  const way = shipment._names?.shipWay ?? t(['自提', 'Pick-up']);
  return (
    <section className="scan-receiver">
      <p>
        {portrait(name, undefined, 'medium')}
        <span>
          <b>{name}</b> <span className="mono quiet">{sheet.technicianNo}</span>
          <small>{way}</small>
        </span>
      </p>
      <dl>
        <dt>{t(['出自', 'From'])}</dt>
        <dd>{shipment._names?.fromWarehouseId}</dd>
        <dt>{t(['到', 'To'])}</dt>
        <dd>{shipment._names?.toWarehouseId}</dd>
        {sheet.applyIds.length > 0 && (
          <>
            <dt>{t(['领料', 'Requests'])}</dt>
            <dd>
              {sheet.applyIds.map(({ id, no }) => (
                <Link key={id} className="mono" to={`${menuOf(materialApply).path}?id=${id}`}>
                  {no}
                </Link>
              ))}
            </dd>
          </>
        )}
        {shipment.remark && (
          <>
            <dt>{t(['备注', 'Remark'])}</dt>
            <dd>{shipment.remark}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

/** Return the quantity that is missing of a line. */
const lacking = (state: ScanState, line: ScanLine): string =>
  quantityText(decimalOf(stepsOf(line.toShip, QTY) - stepsOf(countOf(state, line).qty, QTY), QTY));

/** How far the paper is: full, short and open lines, and what to fetch next. */
function Progress({ sheet, state }: { sheet: ScanSheet; state: ScanState }): ReactElement {
  const t = useT();
  const states = sheet.lines.map((line) => lineState(state, line));
  const open = linesToScan(sheet, state);
  const count = (is: string): number => states.filter((one) => one === is).length;
  const done = count('full') + count('short');
  return (
    <section>
      <p className="scan-done">
        <b>{done}</b> / {sheet.lines.length} {t(['行', 'lines'])}
        <span className="spring" />
        <span className="scan-green">{t([`齐 ${count('full')}`, `full ${count('full')}`])}</span>
        <span className="scan-amber">{t([`短 ${count('short')}`, `short ${count('short')}`])}</span>
        <span className="quiet">{t([`还差 ${open.length}`, `open ${open.length}`])}</span>
      </p>
      <p className="scan-segments" aria-hidden>
        {states.map((is, at) => (
          <i key={sheet.lines[at].id} data-state={is} />
        ))}
      </p>
      <ul className="scan-missing">
        {open.slice(0, SHOWN_OPEN).map((line) => (
          <li key={line.id}>
            <span className="mono">{line.bin || '—'}</span>
            <span>{line.itemName}</span>
            <span className="end">
              {lacking(state, line)} {line.unit}
            </span>
          </li>
        ))}
      </ul>
      {open.length > SHOWN_OPEN && (
        <small className="quiet">
          {t([`还有 ${open.length - SHOWN_OPEN} 行`, `${open.length - SHOWN_OPEN} more`])}
        </small>
      )}
    </section>
  );
}

const marks = { good: Check, wrong: CircleX, short: TriangleAlert, plain: Check } as const;

function LogEntry({ entry }: { entry: Scan }): ReactElement {
  const t = useT();
  const Icon = marks[entry.tone];
  return (
    <li data-tone={entry.tone}>
      <span className="mono">{entry.at}</span>
      <Icon size={14} aria-hidden />
      <span>{t(entry.words)}</span>
    </li>
  );
}

function Log({ log }: { log: readonly Scan[] }): ReactElement {
  const t = useT();
  const wrong = log.filter((one) => one.tone === 'wrong').length;
  return (
    <section className="scan-log">
      <h2>
        {t(['刚才扫的', 'Last scans'])}{' '}
        <small className="quiet">{t([`${log.length} 次，错 ${wrong}`, `${log.length}, ${wrong} wrong`])}</small>
      </h2>
      {log.length === 0 && <p className="quiet">{t(['还没有扫', 'Nothing yet'])}</p>}
      <ul>
        {log.slice(0, SHOWN_SCANS).map((entry, at) => (
          <LogEntry key={`${log.length - at}`} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

/** The command codes, as on the card of the counter. */
function Commands(): ReactElement {
  const t = useT();
  return (
    <section className="scan-commands">
      <h2>
        {t(['指令码', 'CounterCommand codes'])}{' '}
        <small className="quiet">{t(['柜台卡片同款', 'as on the counter card'])}</small>
      </h2>
      <ul>
        {COMMANDS.map((one) => (
          <li key={one}>
            <Qr value={commandCode(one)} size={56} />
            {t(commandLabels[one])}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The side of the scan page: who receives, how far it is, the last scans, and the command codes. */
export function ScanSide({ sheet, state }: { sheet: ScanSheet; state: ScanState }): ReactElement {
  return (
    <>
      <Receiver sheet={sheet} />
      <Progress sheet={sheet} state={state} />
      <Log log={state.log} />
      <Commands />
    </>
  );
}
