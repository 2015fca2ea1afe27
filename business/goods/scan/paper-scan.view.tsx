import { CloudOff, Printer } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { useBePresent, usePresence } from '#kernel/web/detail/presence/presence.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { usePhone } from '#kernel/web/list/state/use-phone.ts';
import { useCall } from '#kernel/web/query/use-call.ts';
import { useKeys } from '#kernel/web/shortcuts/keys.ts';
import { quantityText } from '#business/materials/stores/posting.rules.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import { papersFor } from './counter-papers.view.tsx';
import { type ScanSheet, scanSheet } from './scan.calls.ts';
import { Counted, ScanLines } from './scan-lines.view.tsx';
import { isComplete, linesToScan } from './rules/lines.rules.ts';
import type { ScanVerdict } from './rules/verdict.rules.ts';
import { ScanCamera, ScanField } from './scan-field.view.tsx';
import { ScanSide, commandLabels } from './scan-side.view.tsx';
import { useOnline } from './use-online.view.tsx';
import { type FieldMode, type Scanning, useScan } from './use-scan.view.tsx';
import { useTones } from './use-tones.view.tsx';
import { VerdictBand } from './verdict-band.view.tsx';

const fieldLabels: Readonly<Record<FieldMode, Label>> = {
  code: ['扫物料、序列号、整箱码、指令码', 'Scan a material, serial number, box or command'],
  quantity: ['这次的数量，Enter 确定', 'Quantity of this scan, then Enter'],
  reason: ['差异原因，Enter 确定', 'Why it is short, then Enter'],
};

interface PaperProps {
  readonly more: readonly string[];
  readonly onOpen: (ids: readonly string[]) => void;
  /** Go on with the next paper, or without one show this verdict. */ readonly onNext: (verdict: ScanVerdict) => void;
}

/**
 * Return the name of another person who counts this paper, or null once it is one's own. The first person counts; the
 * next one may count when the first has left.
 */
function useOtherKeeper(id: string): string | null {
  const { others, isRead } = usePresence(materialShipment, [id]);
  const [isMine, setMine] = useState(false);
  useBePresent(materialShipment, isMine ? id : undefined, true);
  const other = others.find((one) => one.editing)?.byName;
  useEffect(() => {
    if (isRead && other === undefined) setMine(true);
  }, [isRead, other]);
  return isMine ? null : (other ?? null);
}

/** The quantity that the last scan counted, and the key that changes it. */
function LastQuantity({ scanning }: { scanning: Scanning }): ReactElement {
  const t = useT();
  const last = scanning.state.log.find((one) => one.tone === 'good' && one.before !== null);
  return (
    <span className="scan-times">
      {t(['每扫一次', 'Last scan'])} <b>×{quantityText(last?.qty ?? '1')}</b>
      <button type="button" className="button" onClick={scanning.askQuantity}>
        <kbd>F7</kbd> {t(commandLabels.QTY)}
      </button>
    </span>
  );
}

/** The line at hand, alone, for a phone. */
function OneLine({ sheet, scanning }: { sheet: ScanSheet; scanning: Scanning }): ReactElement | null {
  const t = useT();
  const open = linesToScan(sheet, scanning.state);
  const line = sheet.lines.find((one) => one.id === scanning.state.lineId) ?? open[0];
  if (!line) return null;
  const at = sheet.lines.indexOf(line);
  const go = (by: number) => () => {
    const next = sheet.lines[(at + by + sheet.lines.length) % sheet.lines.length];
    if (next) scanning.look(next.id);
  };
  return (
    <section className="scan-one">
      <p>
        <b className="mono">{line.bin || '—'}</b>
        <span className="quiet">
          {t([`第 ${at + 1} / ${sheet.lines.length} 行`, `line ${at + 1} of ${sheet.lines.length}`])}
        </span>
      </p>
      <h2>{line.itemName}</h2>
      <p className="mono quiet">{line.itemCode}</p>
      <Counted line={line} state={scanning.state} />
      <p className="scan-turn">
        <button type="button" className="button large" onClick={go(-1)}>
          {t(['上一行', 'Line before'])}
        </button>
        <button type="button" className="button large" onClick={go(1)}>
          {t(['下一行', 'Next line'])}
        </button>
      </p>
    </section>
  );
}

function HandOver({ sheet, scanning }: { sheet: ScanSheet; scanning: Scanning }): ReactElement {
  const t = useT();
  const open = linesToScan(sheet, scanning.state).length;
  const name = sheet.shipment._names?.technicianId ?? '';
  const isReady = isComplete(sheet, scanning.state) && !scanning.isWaiting;
  const isCourier = sheet.shipment.shipWay === 'courier';
  return (
    <footer className="scan-hand">
      <span>
        {isCourier
          ? t(['扫物流单号即移交', 'The tracking number hands over'])
          : t([`扫${name}的工牌即签收`, `The badge of ${name} signs`])}
        <small className={open ? 'scan-amber' : 'quiet'}>
          {open
            ? t([`还差 ${open} 行：扫完，或逐行记短`, `${open} open: scan them, or record each as short`])
            : t(['都点过了', 'All lines are done'])}
        </small>
      </span>
      <button
        type="button"
        className="button strong large"
        disabled={!isReady || scanning.isBusy}
        onClick={scanning.handOver}
      >
        {t(['移交', 'Hand over'])} <kbd>F9</kbd>
      </button>
    </footer>
  );
}

const footKeys = [
  ['Esc', ['撤销上一扫', 'undo the last scan']],
  ['F7', ['改这次的数', 'its quantity']],
  ['F8', ['记短少', 'record as short']],
  ['F9', ['移交', 'hand over']],
  ['↑↓', ['看某一行', 'look at a line']],
] as const;

function Foot({ scanning }: { scanning: Scanning }): ReactElement {
  const t = useT();
  return (
    <footer className="scan-foot">
      {footKeys.map(([key, label]) => (
        <span key={key}>
          <kbd>{key}</kbd> {t(label)}
        </span>
      ))}
      <span className="spring" />
      <span className="quiet">{t(['行按库位排，扫完不挪位', 'Lines are ordered by place and stay there'])}</span>
      <span className="scan-buttons">
        <button type="button" className="button large" onClick={scanning.undo}>
          {t(commandLabels.UNDO)}
        </button>
        <button type="button" className="button large" onClick={scanning.shorten}>
          {t(commandLabels.SHORT)}
        </button>
        <button type="button" className="button large" onClick={scanning.askQuantity}>
          {t(commandLabels.QTY)}
        </button>
      </span>
    </footer>
  );
}

/** The head: the paper, its state, and what may be done with the whole of it. */
function Head({
  sheet,
  more,
  sound,
  onAside,
}: {
  sheet: ScanSheet;
  more: number;
  sound: ReactElement;
  onAside: () => void;
}): ReactElement {
  const t = useT();
  const isOnline = useOnline();
  const { shipment } = sheet;
  const nth = Number(shipment.transmitCount ?? 0) + 1;
  return (
    <header className="page-head scan-head">
      <h1>
        {t(['移交发料', 'Hand over'])} <span className="mono">{shipment.shipmentNo}</span>
      </h1>
      <span className={`pill ${shipment.documentStatus === 'approved' ? 'blue' : 'grey'}`}>
        {shipment._names?.documentStatus}
      </span>
      <span className="quiet">
        {t([`${sheet.lines.length} 行 · 第 ${nth} 次移交`, `${sheet.lines.length} lines · hand-over ${nth}`])}
        {more > 0 && t([` · 后面还有 ${more} 张`, ` · ${more} more documents`])}
      </span>
      {shipment.orderCancelled && <span className="pill red">{t(['订单已取消', 'Work order cancelled'])}</span>}
      <span className="spring" />
      {!isOnline && (
        <span className="pill amber" role="status">
          <CloudOff size={14} aria-hidden /> {t(['没有网络，数量存在本机', 'No network: counts stay on this device'])}
        </span>
      )}
      {sound}
      <Link className="button plain" to={`/maintenance/goods/print/shipment/${shipment.id}`}>
        <Printer size={15} aria-hidden /> {t(['发料单', 'Print'])}
      </Link>
      <button type="button" className="button plain" onClick={onAside}>
        {t(['先放一放', 'Put aside'])} <kbd>F4</kbd>
      </button>
    </header>
  );
}

const aside = (no: string): ScanVerdict => ({
  tone: 'plain',
  head: [`${no} 先放一放`, `${no} is put aside`],
  text: ['数量存在本机，再扫它接着点', 'Its counts stay on this device: scan it again to go on'],
  next: ['', ''],
});

/** Bind the keys of the page; each does what its command code does. */
function useScanKeys(
  sheet: ScanSheet,
  scanning: Scanning,
  { isOff, onAside }: { isOff: boolean; onAside: () => void },
): void {
  const look = (by: number) => () => {
    const at = sheet.lines.findIndex((line) => line.id === scanning.state.lineId);
    const line = sheet.lines[Math.max(0, Math.min(sheet.lines.length - 1, at + by))];
    if (line) scanning.look(line.id);
  };
  const typing = true;
  useKeys([
    { keys: 'F4', label: ['先放一放', 'Put the document aside'], typing, run: onAside },
    ...(isOff
      ? []
      : ([
          { keys: 'Escape', label: ['撤销上一扫', 'Undo the last scan'], typing, run: scanning.undo },
          { keys: 'F7', label: ['改这次的数', 'Quantity of the last scan'], typing, run: scanning.askQuantity },
          {
            keys: 'F8',
            label: ['记短少，再按改原因', 'Record as short, again for the reason'],
            typing,
            run: scanning.shorten,
          },
          { keys: 'F9', label: ['移交', 'Hand over'], typing, run: scanning.handOver },
        ] as const)),
    { keys: 'ArrowDown', label: ['下一行', 'Next line'], typing, run: look(1) },
    { keys: 'ArrowUp', label: ['上一行', 'Line before'], typing, run: look(-1) },
  ]);
}

function OpenSheet({ sheet, more, onOpen, onNext }: PaperProps & { sheet: ScanSheet }): ReactElement {
  const t = useT();
  const isPhone = usePhone();
  const tones = useTones();
  const navigate = useNavigate();
  const { shipment } = sheet;
  const other = useOtherKeeper(shipment.id);
  const scanning = useScan(sheet, {
    play: tones.play,
    onDone: (head) => onNext({ tone: 'good', head, text: ['', ''], next: ['扫下一张', 'Scan the next one'] }),
    onNext: () => onNext(aside(shipment.shipmentNo)),
    onOpen: async (code) => {
      const { ids, to, verdict } = await papersFor(code);
      if (ids.length) onOpen(ids);
      else if (to) void navigate(to);
      return ids.length || to ? null : verdict;
    },
  });
  const isGone = shipment.documentStatus !== 'approved';
  const isOff = other !== null || isGone;
  const onAside = (): void => onNext(aside(shipment.shipmentNo));
  useScanKeys(sheet, scanning, { isOff, onAside });
  const label = t(fieldLabels[scanning.mode]);
  return (
    <div className="scan-page">
      <Head sheet={sheet} more={more.length} sound={tones.element} onAside={onAside} />
      <div className="scan-main">
        <div className="scan-top">
          {other !== null && (
            <p className="scan-other" role="alert">
              {t([`${other}正在点这张单，这里只能看`, `${other} counts this document: here it is read-only`])}
            </p>
          )}
          {isGone && (
            <p className="scan-other" role="alert">
              {t([
                `这张单${shipment._names?.documentStatus ?? ''}，只能看`,
                `Read-only: ${shipment._names?.documentStatus ?? ''}`,
              ])}
            </p>
          )}
          {isPhone && !isOff && <ScanCamera onScan={scanning.take} label={label} />}
          <ScanField
            label={label}
            isOff={isOff}
            isFocused={!isPhone || scanning.mode !== 'code'}
            onScan={scanning.take}
          >
            {scanning.mode === 'code' && <LastQuantity scanning={scanning} />}
          </ScanField>
          <VerdictBand verdict={scanning.verdict} />
        </div>
        {isPhone && <OneLine sheet={sheet} scanning={scanning} />}
        <ScanLines sheet={sheet} state={scanning.state} onLook={scanning.look} />
        <Foot scanning={scanning} />
      </div>
      <aside className="scan-side">
        <ScanSide sheet={sheet} state={scanning.state} />
      </aside>
      {!isOff && <HandOver sheet={sheet} scanning={scanning} />}
    </div>
  );
}

/** One shipment under the scanner. */
export function PaperScan({ id, ...props }: PaperProps & { id: string }): ReactElement {
  const t = useT();
  const { data, error } = useCall(scanSheet, { id }, { of: 'row', quiet: true, keepsEarlier: true });
  if (data) return <OpenSheet key={id} sheet={data} {...props} />;
  return error ? (
    <div className="table-empty" role="alert">
      <b>{t(['没有读到这张单', 'This document cannot be read'])}</b>
      <span>{error.message}</span>
      <button
        type="button"
        className="button"
        onClick={() =>
          props.onNext({ tone: 'wrong', head: [error.message, error.message], text: ['', ''], next: ['', ''] })
        }
      >
        {t(['扫别的单', 'Scan another document'])}
      </button>
    </div>
  ) : (
    <div className="page-wait" aria-busy="true" />
  );
}
