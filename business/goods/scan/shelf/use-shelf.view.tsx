import { useRef, useState } from 'react';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { postJson } from '#kernel/web/http/http.ts';
import { deleteOffline, putOffline } from '#kernel/web/http/offline/database.ts';
import { ownerNow } from '#kernel/web/http/offline/outbox.ts';
import { noteError } from '#kernel/web/http/errors/error-log.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { momentNow } from '#kernel/web/i18n/company-time.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { stockAdjustment } from '#business/materials/adjustments/stock-adjustment.paper.ts';
import { type Handing, dropScanDraft, readDraft, writeDraft } from '../scan-draft.view.tsx';
import { type ScanOutcome, type ScanState, NEW_STATE, refusedScan } from '../rules/counting.rules.ts';
import { type ScanTone, type ScanVerdict, offlineVerdict } from '../rules/verdict.rules.ts';
import { useHanding } from '../use-handing.view.tsx';
import { type ShelfSheet, shelfSheet, shelfThing, writeShelfCount } from './shelf.calls.ts';
import {
  afterReading,
  countedItems,
  finishedItem,
  judgedStranger,
  requantifiedShelf,
  scanShelf,
  shelfRow,
  undoneShelf,
  zeroed,
} from './shelf.rules.ts';

/** The store, condition and area that are counted; without an area the whole store. */
export interface Shelf {
  readonly warehouseId: string;
  readonly materialStatus: 'good' | 'used' | 'defective' | 'scrap';
  readonly area: string;
}

const FIRST: ScanVerdict = {
  tone: 'plain',
  head: ['扫第一件', 'Scan the first piece'],
  text: ['账面数先不显示，数完一种才看', 'The books are hidden until a material is counted'],
  next: ['', ''],
};

const WAITING: ScanVerdict = {
  tone: 'short',
  head: ['网络断了，草稿在等', 'No network: the draft waits'],
  text: ['数量存在本机，网络回来自动写草稿', 'The counts are on this device and are sent by themselves'],
  next: ['Esc 撤回', 'Esc takes it back'],
};

/** Where this device stores the books of a count. */
export const sheetPlace = ({ warehouseId, materialStatus }: Shelf): string =>
  `shelf/${ownerNow()}/${warehouseId}/${materialStatus}`;
/** Return the name of the counts of a shelf on this device. */
export const shelfDraftId = ({ warehouseId, materialStatus }: Shelf): string =>
  `shelf ${warehouseId} ${materialStatus}`;
const timeNow = (): string => momentNow().slice(11, 19);

export interface ShelfCounting {
  readonly sheet: ShelfSheet;
  readonly state: ScanState;
  readonly verdict: ScanVerdict;
  readonly isTyping: boolean;
  readonly isWaiting: boolean;
  readonly isBusy: boolean;
  readonly isOutdated: boolean;
  readonly take: (text: string) => void;
  readonly undo: () => void;
  readonly finish: () => void;
  readonly askQuantity: () => void;
  readonly zero: () => void;
  readonly readAgain: () => void;
  readonly write: (reason: string) => void;
}

interface Turns {
  readonly play: (tone: ScanTone) => void;
  readonly onWritten: (made: { readonly id: string; readonly adjustNo: string }) => void;
}

interface Now {
  readonly sheet: ShelfSheet;
  readonly state: ScanState;
  readonly handing: Handing | null;
}

/** The counting of a shelf on this device: scans, their verdicts, and the draft. */
export function useShelf(shelf: Shelf, first: ShelfSheet, { play, onWritten }: Turns): ShelfCounting {
  const id = shelfDraftId(shelf);
  const [stored] = useState(() => readDraft(id));
  const now = useRef<Now>({ sheet: first, state: stored.state, handing: stored.handing });
  const [, draw] = useState(0);
  const [verdict, setVerdict] = useState(stored.handing ? WAITING : FIRST);
  const [isTyping, setTyping] = useState(false);
  const [isOutdated, setOutdated] = useState(false);

  const put = (next: Partial<Now>): void => {
    now.current = { ...now.current, ...next };
    writeDraft(id, { state: now.current.state, handing: now.current.handing });
    if (next.sheet) void putOffline(sheetPlace(shelf), next.sheet).catch(noteError);
    draw((n) => n + 1);
  };
  const show = (outcome: ScanOutcome): void => {
    put({ state: outcome.state });
    setVerdict(outcome.verdict);
    play(outcome.verdict.tone);
  };
  const by = (): { at: string; area: string } => ({ at: timeNow(), area: shelf.area });

  const { isBusy, send } = useHanding(id, {
    waiting: () => now.current.handing,
    post: (handing) =>
      postJson<{ id: string; adjustNo: string }>(writeShelfCount.path, handing.body, {
        quiet: true,
        key: handing.key,
      }),
    onSent: (made) => {
      dropScanDraft(id);
      void deleteOffline(sheetPlace(shelf)).catch(noteError);
      now.current = { ...now.current, state: NEW_STATE, handing: null };
      play('good');
      refresh(stockAdjustment.name);
      onWritten(made);
    },
    onPassing: () => {
      setVerdict(WAITING);
      play('wrong');
    },
    onRefused: (error) => {
      put({ handing: null });
      const text = error instanceof Error ? error.message : '';
      setOutdated(error instanceof Refused && error.reason === 'maintenance.countMoved');
      setVerdict({ tone: 'wrong', head: ['草稿没有写', 'No draft was written'], text: [text, text], next: ['', ''] });
      play('wrong');
    },
  });

  const lookUp = async (code: string): Promise<void> => {
    try {
      const { warehouseId } = shelf;
      const [thing = null] = await askCall(shelfThing, { warehouseId, code }, { quiet: true });
      const { sheet, state } = now.current;
      const outcome = judgedStranger(sheet, state, { ...by(), code, thing });
      if (outcome.sheet !== sheet) put({ sheet: outcome.sheet });
      show(outcome);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      show(refusedScan(now.current.state, timeNow(), offlineVerdict(code)));
    }
  };

  const take = (text: string): void => {
    const { sheet, state, handing } = now.current;
    if (handing) setVerdict(WAITING);
    else if (isTyping && /^\d/.test(text)) {
      setTyping(false);
      show(requantifiedShelf(sheet, state, text, by()));
    } else {
      const outcome = scanShelf(sheet, state, text, by());
      setTyping(outcome.then === 'quantity');
      show(outcome);
      if (outcome.then === 'lookUp') void lookUp(text).catch(noteError);
    }
  };

  const undo = (): void => {
    if (isTyping) setTyping(false);
    else if (now.current.handing) {
      if (isBusy) return;
      put({ handing: null });
      setVerdict({ ...FIRST, head: ['草稿已撤回', 'The draft is taken back'] });
    } else show(undoneShelf(now.current.state));
  };

  const readAgain = async (): Promise<void> => {
    const { warehouseId, materialStatus } = shelf;
    const sheet = await askCall(shelfSheet, { warehouseId, materialStatus });
    const { state, moved } = afterReading(now.current.sheet, sheet, now.current.state);
    put({ sheet, state });
    setOutdated(false);
    const names = moved.map((item) => item.itemName).join('、');
    setVerdict(
      moved.length
        ? { tone: 'short', head: ['账面变了，重数这几种', 'Count these again'], text: [names, names], next: ['', ''] }
        : { ...FIRST, head: ['账面已重读', 'The books were read again'] },
    );
  };

  const write = (reason: string): void => {
    const { sheet, state, handing } = now.current;
    if (handing) return;
    const rows = countedItems(sheet, state).map((item) => {
      const { difference: _difference, ...row } = shelfRow(sheet, state, item, shelf.area);
      return row;
    });
    const { warehouseId, materialStatus } = shelf;
    put({
      state: { ...state, lineId: null },
      handing: { key: newKey(), body: { warehouseId, materialStatus, reason, rows } },
    });
    send();
  };

  const { sheet, state, handing } = now.current;
  return {
    ...{ sheet, state, verdict, isTyping, isBusy, isOutdated, take, undo, write },
    isWaiting: handing !== null,
    finish: () => show(finishedItem(now.current.state)),
    askQuantity: () => setTyping(true),
    zero: () => show(zeroed(now.current.sheet, now.current.state, by())),
    readAgain: () =>
      void readAgain().catch((error: unknown) => {
        if (!(error instanceof Refused)) noteError(error);
      }),
  };
}
