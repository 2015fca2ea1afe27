import { ScanBarcode } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { QueuedStep } from '#kernel/web/http/offline/outbox.ts';
import { counted } from '#kernel/web/i18n/plural.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { toast } from '#kernel/web/toast/toasts.ts';
import { BottomSheet } from '#business/completion/finish/sheet.view.tsx';
import { queueOwnReturn } from './return-asks.view.tsx';
import type { OwnReturn } from './own-returns.calls.ts';
import type { OwnGoods } from '../own-goods.calls.ts';
import {
  type DraftLine,
  type ReturnKind,
  pickedLines,
  kindLabel,
  kindOfReturn,
  linesOfKind,
  linesToCorrect,
  openKinds,
} from './return-draft.rules.ts';
import { linesAgain, writtenBefore } from './return-again.rules.ts';
import { ReturnCodes, ReturnLines } from './return-lines.view.tsx';
import { heldPieces } from '../tools/tool-steps.rules.ts';
import { useOnce } from '../parts/use-once.view.tsx';

/** Show a leaving technician the goods and tools that are not in the van. */
function Leaving({ goods }: { goods: OwnGoods }): ReactElement | null {
  const t = useT();
  const [coming, tools] = [goods.coming.length, heldPieces(goods.tools)];
  return coming + tools > 0 ? (
    <p className="day-warning" role="note">
      <span>
        {t([
          `另有在途 ${coming} 包、工具 ${tools} 件要处理`,
          `Also ${counted(coming, 'shipment')} under way, and ${counted(tools, 'tool')}`,
        ])}
      </span>
    </p>
  ) : null;
}

interface Choice {
  readonly kind: ReturnKind;
  readonly shipmentId: string;
}

/** Choose a kind of return, and the shipment that it is about. Both are fixed for a stored return. */
function Kinds({
  goods,
  choice: { kind, shipmentId },
  isFixed,
  onChange,
}: {
  goods: OwnGoods;
  choice: Choice;
  isFixed: boolean;
  onChange: (choice: Choice) => void;
}): ReactElement {
  const t = useT();
  const kinds = [...new Set([kind, ...openKinds(goods)])];
  return (
    <>
      <label className="day-pick">
        <span>{t(['退什么', 'What'])}</span>
        <ChoiceBox
          label={t(['退什么', 'What'])}
          value={kind}
          items={kinds.map((one) => ({ key: one, label: t(kindLabel(one)) }))}
          disabled={isFixed}
          onChange={(key) => onChange({ kind: key as ReturnKind, shipmentId })}
        />
      </label>
      {kind === 'shipment' && (
        <label className="day-pick">
          <span>{t(['发料单', 'Shipment'])}</span>
          <ChoiceBox
            label={t(['发料单', 'Shipment'])}
            value={shipmentId}
            items={goods.shipments.map((one) => ({
              key: one.id,
              label: [one.shipmentNo, one.since?.slice(5, 10)].filter(Boolean).join(' · '),
            }))}
            disabled={isFixed}
            onChange={(id) => onChange({ kind, shipmentId: id })}
          />
        </label>
      )}
    </>
  );
}

interface Props {
  readonly goods: OwnGoods;
  readonly first: ReturnKind;
  /** The stored return that is corrected; null for a new one. */ readonly of: OwnReturn | null;
  /** The refused step that is written again; null for a first attempt. */ readonly refused: QueuedStep | null;
  readonly onClose: () => void;
}

/** The contents of a sheet when it opens. */
interface Beginning extends Choice {
  readonly storeId: string;
  readonly remark: string;
  readonly lines: readonly DraftLine[];
}

/** Return the contents of a new sheet: those of the refused step, of the stored return, or what could go back. */
function beginning({ goods, first, of, refused }: Props): Beginning {
  if (refused) {
    const wrote = writtenBefore(refused, of);
    return { ...wrote, storeId: wrote.toWarehouseId, lines: linesAgain(goods, of, wrote) };
  }
  const kind = of ? kindOfReturn(of) : first;
  const shipmentId = of?.materialShipmentsId ?? goods.shipments[0]?.id ?? '';
  return {
    kind,
    shipmentId,
    storeId: of?.toWarehouseId ?? goods.stores[0]?.id ?? '',
    remark: of?.remark ?? '',
    lines: of ? linesToCorrect(goods, of) : linesOfKind(goods, kind, shipmentId),
  };
}

/** The warehouses that take returns. The one that was chosen before stays a choice. */
function useReturnStores({ stores }: OwnGoods, before: string): { readonly key: string; readonly label: string }[] {
  const t = useT();
  const items = stores.map(({ id, name }) => ({ key: id, label: name }));
  return !before || items.some(({ key }) => key === before)
    ? items
    : [{ key: before, label: t(['原接收仓库', 'As before']) }, ...items];
}

/** Why the return is written again: the words of the store, or of the server. */
function Reason({ of, refused }: Pick<Props, 'of' | 'refused'>): ReactElement | null {
  const t = useT();
  const note = refused?.refusal?.words ?? of?.examineNote;
  if (!note) return null;
  return (
    <p className="bad" role="note">
      {refused ? t([`没有生效：${note}`, `Not taken: ${note}`]) : t([`退回：${note}`, `Sent back: ${note}`])}
    </p>
  );
}

/** A return with its lines filled in. It is queued as a draft or submitted, so it works without a network. */
export function ReturnSheet(props: Props): ReactElement {
  const { goods, of, refused, onClose } = props;
  const t = useT();
  const once = useOnce();
  const [begun] = useState(() => beginning(props));
  const [choice, setChoice] = useState<Choice>({ kind: begun.kind, shipmentId: begun.shipmentId });
  const [lines, put] = useState(begun.lines);
  const [storeId, setStore] = useState(begun.storeId);
  const [remark, setRemark] = useState(begun.remark);
  const stores = useReturnStores(goods, begun.storeId);
  const [isScanning, setScanning] = useState(false);
  const chosen = pickedLines(lines).length;
  const canSend = chosen > 0 && storeId !== '';
  const choose = (next: Choice): void => {
    setChoice(next);
    put(linesOfKind(goods, next.kind, next.shipmentId));
  };
  const send = (isDraft: boolean): void =>
    once(async () => {
      const header = { technicianId: goods.technicianId ?? '', toWarehouseId: storeId, remark: remark.trim() };
      await queueOwnReturn({ ...header, ...choice, lines, of, refused }, { isDraft });
      toast.good(isDraft ? t(['已存草稿', 'Stored as a draft']) : t(['退料已提交', 'The return is submitted']));
      onClose();
    });
  return (
    <BottomSheet
      title={of || refused ? t(['修改退料', 'Correct the return']) : t(['写退料', 'Write a return'])}
      onClose={onClose}
      foot={
        <>
          <button type="button" className="day-button" disabled={!canSend} onClick={() => send(true)}>
            {t(['存草稿', 'Keep as a draft'])}
          </button>
          <button type="button" className="day-button strong" disabled={!canSend} onClick={() => send(false)}>
            {t([`提交 ${chosen} 行`, `Submit ${counted(chosen, 'line')}`])}
          </button>
        </>
      }
    >
      <Reason of={of} refused={refused} />
      <Kinds goods={goods} choice={choice} isFixed={of !== null} onChange={choose} />
      {choice.kind === 'leave' && <Leaving goods={goods} />}
      <button type="button" className="day-text" aria-expanded={isScanning} onClick={() => setScanning(!isScanning)}>
        <ScanBarcode size={18} aria-hidden />
        {t(['扫码、输入序列号', 'Scan or type codes'])}
      </button>
      {isScanning && <ReturnCodes lines={lines} put={put} />}
      <ReturnLines lines={lines} put={put} />
      <label className="day-pick">
        <span>{t(['退到仓库', 'To'])}</span>
        <ChoiceBox label={t(['退到仓库', 'To'])} value={storeId} items={stores} onChange={setStore} />
      </label>
      <label className="day-field">
        <span>{t(['备注', 'Note'])}</span>
        <input value={remark} maxLength={200} onChange={(event) => setRemark(event.target.value)} />
      </label>
    </BottomSheet>
  );
}
