import { useRef, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { postJson } from '#kernel/web/http/http.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { momentNow } from '#kernel/web/i18n/company-time.ts';
import { language } from '#kernel/web/i18n/words.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { callOf } from '#kernel/web/registry/paper-calls.ts';
import { materialShipment } from '../shipment/material-shipment.paper.ts';
import { type ScanSheet, scannedCode } from './scan.calls.ts';
import { type Handing, dropScanDraft, readDraft, writeDraft } from './scan-draft.view.tsx';
import { useHanding } from './use-handing.view.tsx';
import type { ScanOutcome, ScanState } from './rules/counting.rules.ts';
import { judgedForeign, judgedOffline } from './rules/foreign.rules.ts';
import type { ScanTone, ScanVerdict } from './rules/verdict.rules.ts';
import { reasoned, requantified, shortened, withoutLastScan } from './rules/commands.rules.ts';
import { handedLines, lineState } from './rules/lines.rules.ts';
import { scan, toHandOver } from './rules/scan.rules.ts';

/** The use of the field: codes, the quantity of the last scan, or the reason of a short line. */
export type FieldMode = 'code' | 'quantity' | 'reason';

const QUANTITY = /^\d{1,6}(?:\.\d{1,3})?$/;

const first: ScanVerdict = {
  tone: 'plain',
  head: ['扫第一件', 'Scan the first piece'],
  text: ['对了数数，错了不数', 'Right ones are counted, wrong ones are not'],
  next: ['', ''],
};

const WAITING: ScanVerdict = {
  tone: 'short',
  head: ['网络断了，移交在等', 'No network: the hand-over waits'],
  text: ['数量存在本机，网络回来自动移交', 'The counts are on this device and are sent by themselves'],
  next: ['Esc 撤回移交', 'Esc takes it back'],
};

const timeNow = (): string => momentNow().slice(11, 19);

interface Turns {
  /** Goods were handed over. */ readonly onDone: (words: Label) => void;
  /** Open another paper, or return the verdict on a code that opens none. */
  readonly onOpen: (code: string) => Promise<ScanVerdict | null>;
  readonly onNext: () => void;
  readonly play: (tone: ScanTone) => void;
}

export interface Scanning {
  readonly state: ScanState;
  readonly verdict: ScanVerdict;
  readonly mode: FieldMode;
  readonly isWaiting: boolean;
  readonly isBusy: boolean;
  readonly take: (text: string) => void;
  readonly undo: () => void;
  readonly shorten: () => void;
  readonly askQuantity: () => void;
  readonly handOver: () => void;
  readonly look: (lineId: string) => void;
}

/** The counting of one shipment on this device: scans, their verdicts, and the hand-over. */
export function useScan(sheet: ScanSheet, { onDone, onOpen, onNext, play }: Turns): Scanning {
  const { id } = sheet.shipment;
  const [stored] = useState(() => readDraft(id));
  const now = useRef<{ state: ScanState; handing: Handing | null }>({ state: stored.state, handing: stored.handing });
  const [, draw] = useState(0);
  const [verdict, setVerdict] = useState(stored.handing ? WAITING : first);
  const [mode, setMode] = useState<FieldMode>('code');

  const put = (next: Partial<typeof now.current>): void => {
    now.current = { ...now.current, ...next };
    writeDraft(id, now.current);
    draw((n) => n + 1);
  };
  const show = (outcome: ScanOutcome): void => {
    put({ state: outcome.state });
    setVerdict(outcome.verdict);
    play(outcome.verdict.tone);
  };

  const { isBusy, send } = useHanding(id, {
    waiting: () => now.current.handing,
    post: (handing) =>
      postJson(callOf(materialShipment, 'sendOutTransmit'), handing.body, { quiet: true, key: handing.key }),
    onSent: () => {
      dropScanDraft(id);
      const name = sheet.shipment._names?.technicianId ?? '';
      play('good');
      refresh(materialShipment.name);
      onDone([
        `${sheet.shipment.shipmentNo} 已移交给${name}，${sheet.lines.length} 行`,
        `${sheet.shipment.shipmentNo} is handed over to ${name}, ${sheet.lines.length} lines`,
      ]);
    },
    onPassing: () => {
      setVerdict(WAITING);
      play('wrong');
    },
    onRefused: (error) => {
      put({ handing: null });
      const text = error instanceof Error ? error.message : '';
      setVerdict({ tone: 'wrong', head: ['没有移交', 'Not handed over'], text: [text, text], next: ['', ''] });
      refresh(materialShipment.name);
      play('wrong');
    },
  });

  const handOver = (outcome: ScanOutcome): void => {
    show(outcome);
    if (outcome.then !== 'handOver') return;
    const { trackingNo } = outcome.state;
    const body = { ids: id, lines: handedLines(sheet, outcome.state), ...(trackingNo && { trackingNo }) };
    put({ handing: { key: newKey(), body } });
    send();
  };

  const lookUp = async (text: string): Promise<void> => {
    const at = timeNow();
    try {
      const [thing = null] = await askCall(scannedCode, { id, code: text }, { quiet: true });
      show(judgedForeign(sheet, now.current.state, { code: text, thing, at }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      show(judgedOffline(now.current.state, text, at));
    }
  };

  const follow = (outcome: ScanOutcome, text: string): void => {
    if (outcome.then === 'handOver') handOver(outcome);
    else {
      show(outcome);
      if (outcome.then === 'quantity') setMode('quantity');
      if (outcome.then === 'lookUp') void lookUp(text);
      if (outcome.then === 'open')
        void onOpen(text).then((refused) => {
          if (!refused) return;
          setVerdict(refused);
          play(refused.tone);
        });
      if (outcome.then === 'next') onNext();
    }
  };

  const undo = (): void => {
    if (mode !== 'code') setMode('code');
    else if (now.current.handing) {
      if (isBusy) return;
      put({ handing: null });
      setVerdict({ ...first, head: ['移交已撤回', 'The hand-over is taken back'] });
    } else show(withoutLastScan(sheet, now.current.state));
  };

  const shorten = (): void => {
    const { state } = now.current;
    const line = sheet.lines.find((one) => one.id === state.lineId);
    // A second press edits the reason of the line that was just recorded as short.
    if (line && lineState(state, line) === 'short') setMode('reason');
    else show(shortened(sheet, state, { at: timeNow(), language: language() }));
  };

  const take = (text: string): void => {
    const { state, handing } = now.current;
    const line = sheet.lines.find((one) => one.id === state.lineId);
    if (handing) setVerdict(WAITING);
    else if (mode === 'quantity' && QUANTITY.test(text)) {
      setMode('code');
      show(requantified(sheet, state, text, timeNow()));
    } else if (mode === 'reason' && line && !text.toUpperCase().startsWith('ANJU:')) {
      setMode('code');
      put({ state: reasoned(state, line, text) });
      setVerdict({ ...verdict, text: [`${line.itemName}：${text}`, `${line.itemName}: ${text}`] });
    } else {
      setMode('code');
      follow(scan(sheet, state, text, { at: timeNow(), language: language() }), text);
    }
  };

  const { state, handing } = now.current;
  return {
    state,
    verdict,
    mode,
    isWaiting: handing !== null,
    isBusy,
    take,
    undo,
    shorten,
    askQuantity: () => setMode('quantity'),
    handOver: () => handOver(toHandOver(sheet, now.current.state)),
    look: (lineId) => put({ state: { ...now.current.state, lineId } }),
  };
}
