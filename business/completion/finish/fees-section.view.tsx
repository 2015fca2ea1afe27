import Big from 'big.js';
import { ChoiceRow } from '#kernel/web/pickers/choice/choice-row.tsx';
import { QrCode } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { payer } from '#business/intake/dictionaries.ts';
import { unpaidReason } from '../dictionaries.ts';
import type { CompanyTerms, PaymentMethod } from '../at-door/own-day.calls.ts';
import { BottomSheet, openSheet } from './sheet.view.tsx';
import { type DraftSums, despiteCover, mileageIsOff, payerOf } from './draft.rules.ts';
import { Charges } from './charges.view.tsx';
import { FormBlock, NumberLine, type SectionProps, PickOne } from './parts.view.tsx';

/** A sheet with the company's payment code in large, and the amount due. */
function CodeSheet({ way, due, onClose }: { way: PaymentMethod; due: string; onClose: () => void }): ReactElement {
  const t = useT();
  return (
    <BottomSheet
      title={way.typeName}
      onClose={onClose}
      foot={
        <button type="button" className="day-button strong" onClick={onClose}>
          {t(['完成', 'Done'])}
        </button>
      }
    >
      <p className="day-due-large">¥{due}</p>
      <img className="day-qr" src={way.qrImage ?? ''} alt={t(['收款码', 'Payment code'])} />
    </BottomSheet>
  );
}

/** The payer of a kind of fee, if it is not the customer. */
function PaidBy({ by }: { by: string }): ReactElement | null {
  const t = useT();
  return by === 'customer' ? null : (
    <small className="quiet">
      {' '}
      <KeyWord of={payer} value={by} />
      {t(['承担', ' pays'])}
    </small>
  );
}

function Labour({ part }: { part: SectionProps }): ReactElement {
  const by = payerOf(part.visit, 'labor');
  const t = useT();
  return (
    <NumberLine
      label={
        <>
          {t(['人工费', 'Labour'])}
          <PaidBy by={by} />
        </>
      }
      unit="¥"
      value={part.draft.laborFee}
      onChange={(laborFee) => part.put({ laborFee })}
    />
  );
}

/** The input for the reason why the customer is charged although another party should pay. */
function CoverWords({ draft, put, asked }: SectionProps & { asked: readonly Label[] }): ReactElement | null {
  const t = useT();
  if (asked.length === 0) return null;
  const names = t([asked.map(([zh]) => zh).join('、'), asked.map(([, en]) => en).join(', ')]);
  return (
    <label className="day-field">
      <span>
        {t([
          `${names}按维保由他人承担，为什么向客户收取`,
          `${names}: another pays under the cover; why does the customer?`,
        ])}
      </span>
      <input
        maxLength={255}
        value={draft.coverExplain}
        onChange={(event) => put({ coverExplain: event.target.value })}
      />
    </label>
  );
}

/** The payment method, the amount received, and the reason if a part of the sum remains unpaid. */
function Payment({
  draft,
  put,
  sums,
  ways,
}: SectionProps & { sums: DraftSums; ways: readonly PaymentMethod[] }): ReactElement {
  const t = useT();
  const way = ways.find((one) => one.id === draft.wayId);
  return (
    <>
      <ChoiceRow
        label={t(['收款方式', 'How it is paid'])}
        items={[
          ...ways.map((one) => ({ key: one.id, label: one.typeName })),
          { key: 'later', label: t(['未收', 'Not now']) },
        ]}
        value={draft.wayId}
        onChange={(id) =>
          put({
            wayId: id,
            received: '',
            ...(id === 'later' ? { unpaidReason: draft.unpaidReason || 'later' } : {}),
          })
        }
      />
      {way && (
        <NumberLine
          label={t(['实收', 'Received'])}
          unit="¥"
          value={draft.received === '' ? sums.received : draft.received}
          onChange={(received) => put({ received })}
        />
      )}
      {way?.qrImage && (
        <button
          type="button"
          className="day-button"
          onClick={() => openSheet((close) => <CodeSheet way={way} due={sums.received} onClose={close} />)}
        >
          <QrCode size={20} aria-hidden />
          {t(['出示收款码', 'Show the payment code'])}
        </button>
      )}
      {new Big(sums.open).gt(0) && draft.wayId !== '' && (
        <PickOne
          label={t([`未收 ¥${sums.open} 的原因`, `Why ¥${sums.open} stays open`])}
          of={unpaidReason}
          value={draft.unpaidReason}
          onChange={(key) => put({ unpaidReason: key })}
        />
      )}
    </>
  );
}

/** The section of the completion form for fees, mileage, extra charges, discount and payment. */
export function FeesSection({
  visit,
  draft,
  put,
  sums,
  terms,
  ways,
  km,
  reckoned = ['手机估算', 'about'],
}: SectionProps & {
  sums: DraftSums;
  terms: CompanyTerms;
  ways: readonly PaymentMethod[];
  km: number | null;
  /** Label in front of the estimated distance, which names its source. */ reckoned?: Label;
}): ReactElement {
  const t = useT();
  const part = { visit, draft, put };
  const off = mileageIsOff(draft, km, terms);
  return (
    <FormBlock at="fees" title={t(['费用与收款', 'Fees and payment'])}>
      <Labour part={part} />
      <p className="day-money">
        <span>
          {t(['材料费', 'Material'])}
          <PaidBy by={payerOf(visit, 'material')} />
        </span>
        <b>¥{sums.material}</b>
      </p>
      <NumberLine
        label={
          <>
            {t(['里程', 'Mileage'])}
            {km !== null && (
              <small className="quiet">
                {' '}
                {t(reckoned)} {km}
              </small>
            )}
          </>
        }
        unit="km"
        value={draft.mileageKm}
        bad={off}
        onChange={(mileageKm) => put({ mileageKm })}
      />
      {off && (
        <label className="day-field">
          <span>{t(['里程偏差较大，请说明', 'The distance is far off: explain it'])}</span>
          <input
            maxLength={255}
            value={draft.mileageExplain}
            onChange={(event) => put({ mileageExplain: event.target.value })}
          />
        </label>
      )}
      {(Number(sums.mileage) > 0 || payerOf(visit, 'mileage') !== 'customer') && (
        <p className="day-money">
          <span>
            {t(['里程费', 'Mileage'])}
            <PaidBy by={payerOf(visit, 'mileage')} />
          </span>
          <b>¥{sums.mileage}</b>
        </p>
      )}
      <Charges draft={draft} put={put} />
      <CoverWords {...part} asked={despiteCover(visit, sums)} />
      <NumberLine
        label={t(['优惠', 'Discount'])}
        unit="¥"
        value={draft.discountAmount}
        onChange={(discountAmount) => put({ discountAmount })}
      />
      {Number(visit.receivedBefore ?? 0) !== 0 && (
        <p className="day-money">
          <span>{t(['上次上门已收', 'Received at an earlier visit'])}</span>
          <b>¥{visit.receivedBefore}</b>
        </p>
      )}
      <p className="day-money total">
        <span>
          {t(['应收', 'Due'])}
          {Number(sums.paidBefore) > 0 && (
            <small className="quiet"> {t([`已收 ¥${sums.paidBefore}`, `¥${sums.paidBefore} taken before`])}</small>
          )}
        </span>
        <b>¥{sums.due}</b>
      </p>
      {new Big(sums.due).gt(sums.paidBefore) && <Payment {...part} sums={sums} ways={ways} />}
    </FormBlock>
  );
}
