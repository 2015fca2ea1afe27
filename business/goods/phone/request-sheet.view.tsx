import { type ReactElement, useState } from 'react';
import { shortMoment } from '#kernel/web/i18n/dates.ts';
import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { BottomSheet } from '#business/completion/finish/sheet.view.tsx';
import { useStoredDay } from '#business/mobile/use-day.view.tsx';
import { queueRequest } from './goods-asks.view.tsx';
import type { RequestedLine } from './goods-steps.rules.ts';
import type { OrderParts, OwnGoods } from './own-goods.calls.ts';
import { Stepper } from './parts/stepper.view.tsx';
import { useOnce } from './parts/use-once.view.tsx';

const MAX_QTY = 999;

/** One requested material with its quantity; 0 leaves it out. */
function Line({ line, put }: { line: RequestedLine; put: (qty: number) => void }): ReactElement {
  const t = useT();
  return (
    <li className="day-supply" data-material={line.materialId}>
      <span>
        <b>{line.itemName}</b>
        <small>{t(line.note)}</small>
      </span>
      <Stepper
        value={line.qty}
        isLeast={line.qty <= 0}
        isMost={line.qty >= MAX_QTY}
        onStep={(by) => put(Math.max(0, line.qty + by))}
      />
    </li>
  );
}

interface Props {
  readonly goods: OwnGoods;
  /** The order that the request is for; null for the van. */
  readonly order: OrderParts | null;
  readonly lines: readonly RequestedLine[];
  readonly onClose: () => void;
}

/** A request with its lines filled in: for an order, or to fill the van. It is queued as a draft or submitted. */
export function RequestSheet({ goods, order, lines: first, onClose }: Props): ReactElement {
  const t = useT();
  const once = useOnce();
  const today = useStoredDay((state) => state.now).slice(0, 10);
  const [lines, setLines] = useState(first);
  const [storeId, setStore] = useState(order?.storeId ?? goods.stores[0]?.id ?? '');
  const [remark, setRemark] = useState('');
  const wanted = lines.filter((line) => line.qty > 0);
  const canSend = wanted.length > 0 && storeId !== '';
  const needDate = order && order.planStart.slice(0, 10) > today ? order.planStart.slice(0, 10) : today;
  const send = (isDraft: boolean): void =>
    once(async () => {
      const header = {
        technicianId: goods.technicianId ?? '',
        fromWarehouseId: storeId,
        needDate,
        remark: remark.trim(),
      };
      await queueRequest({ ...header, lines: wanted, order }, { isDraft });
      toast.good(isDraft ? t(['已存草稿', 'Stored as a draft']) : t(['已申请', 'Requested']));
      onClose();
    });
  return (
    <BottomSheet
      title={
        order
          ? t([`为${order.customerName}申请`, `Request for ${order.customerName}`])
          : t(['补到常备', 'Fill the van'])
      }
      onClose={onClose}
      foot={
        <>
          <button type="button" className="day-button" disabled={!canSend} onClick={() => send(true)}>
            {t(['存草稿', 'Keep as a draft'])}
          </button>
          <button type="button" className="day-button strong" disabled={!canSend} onClick={() => send(false)}>
            {t([`申请 ${wanted.length} 行`, `Request ${wanted.length}`])}
          </button>
        </>
      }
    >
      <ul className="goods-lines">
        {lines.map((line) => (
          <Line
            key={line.materialId}
            line={line}
            put={(qty) => setLines(lines.map((one) => (one === line ? { ...line, qty } : one)))}
          />
        ))}
      </ul>
      <label className="day-pick">
        <span>{t(['发料仓库', 'From'])}</span>
        <ChoiceBox
          label={t(['发料仓库', 'From'])}
          value={storeId}
          items={goods.stores.map(({ id, name }) => ({ key: id, label: name }))}
          onChange={setStore}
        />
      </label>
      <label className="day-field">
        <span>{t(['备注', 'Note'])}</span>
        <input value={remark} maxLength={200} onChange={(event) => setRemark(event.target.value)} />
      </label>
      <p className="quiet">{t([`${shortMoment(needDate)} 前要`, `Needed by ${shortMoment(needDate)}`])}</p>
    </BottomSheet>
  );
}
