import { ChoiceBox } from '#kernel/web/pickers/choice-box.tsx';
import Big from 'big.js';
import { Minus, Plus, ScanBarcode, Trash2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT, words } from '#kernel/web/i18n/words.ts';
import { dayInWords } from '#kernel/web/i18n/dates.ts';
import { amountOf } from '../money.rules.ts';
import { payer } from '#business/intake/dictionaries.ts';
import type { BagItem } from '../at-door/own-day.calls.ts';
import { BottomSheet, openSheet } from './sheet.view.tsx';
import { type SupplyLine, withItem } from './draft.rules.ts';
import { FormBlock, type SectionProps } from './parts.view.tsx';
import { Scanner } from './scanner.view.tsx';

const usable = (bag: readonly BagItem[]): BagItem[] =>
  bag.filter((item) => item.materialStatus !== 'used' && Number(item.available) > 0);

/** Return the material in the van with this bar code, material code or serial number. */
const itemBy = (bag: readonly BagItem[], code: string): BagItem | undefined =>
  usable(bag).find((item) =>
    [item.barcode, item.itemCode, item.serialNo].some((one) => one && one.toUpperCase() === code.toUpperCase()),
  );

function BagSheet({
  bag,
  scan,
  onItem,
  onClose,
}: {
  bag: readonly BagItem[];
  scan: boolean;
  onItem: (item: BagItem) => void;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const [text, setText] = useState('');
  const shown = usable(bag).filter(
    (item) =>
      !text ||
      `${item.itemName} ${item.itemCode} ${item.barcode ?? ''} ${item.serialNo ?? ''}`
        .toUpperCase()
        .includes(text.toUpperCase()),
  );
  const byCode = (code: string): void => {
    const item = itemBy(bag, code);
    if (item) {
      onItem(item);
      onClose();
    } else toast.bad(words([`车上没有 ${code}`, `${code} is not in the van`] as Label));
  };
  return (
    <BottomSheet
      title={scan ? t(['扫码加料', 'Scan a part']) : t(['从车上选', 'From the van'])}
      onClose={onClose}
      foot={
        <button type="button" className="day-button" onClick={onClose}>
          {t(['完成', 'Done'])}
        </button>
      }
    >
      {scan ? (
        <Scanner onCode={byCode} />
      ) : (
        <input
          className="day-search"
          value={text}
          placeholder={t(['名称、编码', 'Name or code'])}
          aria-label={t(['名称、编码', 'Name or code'])}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {!scan &&
        (shown.length === 0 ? (
          <p className="quiet">{t(['没有这样的物料', 'No such material'])}</p>
        ) : (
          <ul className="day-bag">
            {shown.map((item) => (
              <li key={item.id}>
                <button type="button" onClick={() => onItem(item)}>
                  <span>
                    <b>{item.itemName}</b>
                    <small>{[item.itemCode, item.serialNo].filter(Boolean).join(' · ')}</small>
                  </span>
                  <small>{t([`车上 ${Number(item.available)}`, `${Number(item.available)} in the van`])}</small>
                  <Plus size={20} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        ))}
    </BottomSheet>
  );
}

function Line({
  line,
  item,
  until,
  onChange,
}: {
  line: SupplyLine;
  item: BagItem | undefined;
  until: string | undefined;
  onChange: (line: SupplyLine | null) => void;
}): ReactElement {
  const t = useT();
  const payers = useDictionary(payer);
  const most = item ? Number(item.available) : Infinity;
  const step = (by: number): void => {
    const qty = new Big(line.qty || '0').plus(by);
    onChange(qty.lte(0) ? null : { ...line, qty: qty.toString() });
  };
  return (
    <li className="day-supply">
      <span>
        <b>{line.itemName}</b>
        <small className="quiet">
          {[
            item ? t([`车上 ${most}`, `${most} in the van`]) : '',
            line.serialNos,
            until ? t([`配件质保至 ${until}`, `part warranty to ${dayInWords(until, 'en')}`]) : '',
            line.payer === 'customer' ? `¥${amountOf(line.qty || '0', line.unitPrice || '0')}` : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
        <span className="day-supply-more">
          <ChoiceBox
            label={t(['费用承担', 'Paid by'])}
            value={line.payer}
            items={payers.map(({ key, label }) => ({ key, label: t([`${label}承担`, `${label} pays`]) }))}
            onChange={(payer) => onChange({ ...line, payer })}
          />
          <label className="tick">
            <input
              type="checkbox"
              checked={line.oldPartReturn}
              onChange={(event) => onChange({ ...line, oldPartReturn: event.target.checked })}
            />
            {t(['旧件收回', 'Old part taken'])}
          </label>
        </span>
        {line.serialNos && line.oldPartReturn && (
          <label className="day-field">
            <span>{t(['旧件序列号', 'Serial number of the old part'])}</span>
            <input
              maxLength={64}
              autoCapitalize="characters"
              value={line.oldSerialNos}
              onChange={(event) => onChange({ ...line, oldSerialNos: event.target.value })}
            />
          </label>
        )}
      </span>
      <span className="day-stepper">
        <button type="button" aria-label={t(['少一个', 'One less'])} onClick={() => step(-1)}>
          {Number(line.qty) <= 1 ? <Trash2 size={18} aria-hidden /> : <Minus size={20} aria-hidden />}
        </button>
        <b aria-live="polite">{Number(line.qty)}</b>
        <button
          type="button"
          aria-label={t(['多一个', 'One more'])}
          disabled={Number(line.qty) + 1 > most}
          onClick={() => step(1)}
        >
          <Plus size={20} aria-hidden />
        </button>
      </span>
    </li>
  );
}

/** The parts used, which are taken from the technician's own van. */
export function SuppliesSection({ visit, draft, put, bag }: SectionProps & { bag: readonly BagItem[] }): ReactElement {
  const t = useT();
  const pick = (scan: boolean) => () =>
    openSheet((close) => (
      <BagSheet bag={bag} scan={scan} onClose={close} onItem={(item) => put((now) => withItem(now, item, visit))} />
    ));
  return (
    <FormBlock
      at="supplies"
      title={
        <>
          {t(['用料', 'Parts'])} <small className="quiet">{t(['从车上库扣', 'from the van'])}</small>
        </>
      }
      side={
        <>
          <button type="button" className="day-text" onClick={pick(true)}>
            <ScanBarcode size={20} aria-hidden />
            {t(['扫码', 'Scan'])}
          </button>
          <button type="button" className="day-text" onClick={pick(false)}>
            <Plus size={20} aria-hidden />
            {t(['添加', 'Add'])}
          </button>
        </>
      }
    >
      {draft.supplies.length === 0 ? (
        <p className="quiet">{t(['没有用料', 'No parts used'])}</p>
      ) : (
        <ul>
          {draft.supplies.map((line, at) => (
            <Line
              key={line.id ?? line.bagId}
              line={line}
              item={bag.find((one) => one.id === line.bagId)}
              until={visit.partWarranties?.[line.materialId]}
              onChange={(next) =>
                put({
                  supplies: draft.supplies.flatMap((other, index) => (index !== at ? [other] : next ? [next] : [])),
                })
              }
            />
          ))}
        </ul>
      )}
    </FormBlock>
  );
}
