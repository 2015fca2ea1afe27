import { type ReactElement, useEffect, useRef } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import type { ScanLine, ScanSheet } from './scan.calls.ts';
import { type ScanState, countOf } from './rules/counting.rules.ts';
import { type ScanLineState, lineState } from './rules/lines.rules.ts';

export const lineWords: Readonly<Record<ScanLineState, readonly [tone: string, label: Label]>> = {
  full: ['green', ['齐', 'Full']],
  short: ['amber scan-triangle', ['记短', 'Short']],
  part: ['blue', ['扫到一半', 'Partly']],
  open: ['grey scan-ring', ['未扫', 'Open']],
};

/** Return what is worth knowing of a line: its serial numbers, its box, or why it is short. */
function Notes({ line, state }: { line: ScanLine; state: ScanState }): ReactElement {
  const t = useT();
  const { serials, short } = countOf(state, line);
  if (short) return <span className="scan-short">{short}</span>;
  if (line.isSerial)
    return serials.length ? (
      <span className="scan-serials">
        {serials.map((one) => (
          <span key={one} className="mono">
            {one}
          </span>
        ))}
      </span>
    ) : (
      <span className="quiet">{t(['按序列号点', 'By serial number'])}</span>
    );
  return (
    <span className="quiet">
      {line.packBarcode &&
        t([`整箱 ×${quantityText(line.packQty || '1')}`, `Box ×${quantityText(line.packQty || '1')}`])}
    </span>
  );
}

/** How much of a line is counted, in large figures, with a bar while it is not full. */
export function Counted({ line, state }: { line: ScanLine; state: ScanState }): ReactElement {
  const { qty } = countOf(state, line);
  const share = Math.min(100, (Number(qty) / Math.max(Number(line.toShip), 0.001)) * 100);
  return (
    <span className="scan-count">
      <b>{quantityText(qty)}</b> / {quantityText(line.toShip)} {line.unit}
      {lineState(state, line) === 'part' && (
        <i className="scan-bar" aria-hidden>
          <i style={{ width: `${share}%` }} />
        </i>
      )}
    </span>
  );
}

function Line({
  line,
  state,
  isMeant,
  onLook,
}: {
  line: ScanLine;
  state: ScanState;
  isMeant: boolean;
  onLook: () => void;
}): ReactElement {
  const t = useT();
  const row = useRef<HTMLTableRowElement>(null);
  const is = lineState(state, line);
  const [tone, label] = lineWords[is];
  useEffect(() => {
    if (isMeant) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isMeant]);
  return (
    <tr ref={row} data-line={line.id} data-state={is} aria-current={isMeant || undefined} onClick={onLook}>
      <td className="mono">{line.bin || '—'}</td>
      <td>
        {line.itemName} <span className="mono quiet">{line.itemCode}</span>
      </td>
      <td className="end">
        <Counted line={line} state={state} />
      </td>
      <td className="end">{quantityText(line.onHand)}</td>
      <td className="end">
        {quantityText(line.own)} + {quantityText(line.others)}
      </td>
      <td>
        <Notes line={line} state={state} />
      </td>
      <td>
        <span className={`pill ${tone}`}>{t(label)}</span>
      </td>
    </tr>
  );
}

/** The lines of a shipment by place. Their order never changes; the meant line is tinted, full ones are dim. */
export function ScanLines({
  sheet,
  state,
  onLook,
}: {
  sheet: ScanSheet;
  state: ScanState;
  onLook: (lineId: string) => void;
}): ReactElement {
  const t = useT();
  return (
    <div className="scan-lines" tabIndex={0} role="region" aria-label={t(['明细', 'Lines'])}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(['库位', 'Place'])}</th>
            <th scope="col">{t(['物料', 'Material'])}</th>
            <th scope="col" className="end">
              {t(['已扫 / 应发', 'Scanned / to ship'])}
            </th>
            <th scope="col" className="end">
              {t(['现存', 'On hand'])}
            </th>
            <th scope="col" className="end">
              {t(['占用 本单+他单', 'Reserved: own + others'])}
            </th>
            <th scope="col">{t(['序列号、说明', 'Serial numbers, notes'])}</th>
            <th scope="col">{t(['状态', 'State'])}</th>
          </tr>
        </thead>
        <tbody>
          {sheet.lines.map((line) => (
            <Line
              key={line.id}
              line={line}
              state={state}
              isMeant={line.id === state.lineId}
              onLook={() => onLook(line.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
