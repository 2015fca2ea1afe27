import type { AnyAnsweredRow } from '#kernel/language/calls/shape.ts';
import type { ReactElement } from 'react';
import { PrintSheet, SheetPart, Signatures } from '#kernel/web/import-export/print/sheets.tsx';
import { momentWords } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { Value } from '#kernel/web/detail/info/facts.tsx';
import { collection } from '#business/billing/collection/collection.paper.ts';

/** Content of a receipt. */
export interface ReceiptPrint {
  readonly company: string;
  readonly collectNo: string;
  readonly customerName: string;
  readonly collectTime: string;
  readonly lines: readonly AnyAnsweredRow[];
  readonly amount: string;
  readonly amountInWords: string;
  readonly copyMark: string;
  readonly printCount: number;
}

/** The customer's receipt: each fee, and the sum in figures and words. */
export function ReceiptSheet({ of }: { of: ReceiptPrint }): ReactElement {
  const t = useT();
  return (
    <PrintSheet company={of.company} title={t(['收款收据', 'Receipt'])} no={of.collectNo} printed={of.printCount}>
      <SheetPart title={t(['付款人', 'Received from'])}>
        <dl className="sheet-facts">
          <div>
            <dt>{t(['客户', 'Customer'])}</dt>
            <dd>{of.customerName}</dd>
          </div>
          <div>
            <dt>{t(['日期', 'Date'])}</dt>
            <dd>{momentWords(of.collectTime)}</dd>
          </div>
        </dl>
      </SheetPart>
      <SheetPart title={t(['明细', 'Rows'])}>
        <table>
          <thead>
            <tr>
              <th>{t(collection.fields.collectNo.label)}</th>
              <th>{t(collection.fields.collectType.label)}</th>
              <th>{t(collection.fields.paymentTypeId.label)}</th>
              <th className="end">{t(['金额（元）', 'Amount (CNY)'])}</th>
            </tr>
          </thead>
          <tbody>
            {of.lines.map((row) => (
              <tr key={row.id}>
                <td className="mono">{String(row.collectNo)}</td>
                <td>
                  <Value of={collection} row={row} name="collectType" />
                </td>
                <td>{row._names?.paymentTypeId ?? ''}</td>
                <td className="end">
                  <Value of={collection} row={row} name="amount" />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={3}>{t(['合计', 'Total'])}</td>
              <td className="end">
                <Value of={collection} row={{ id: '', amount: of.amount }} name="amount" />
              </td>
            </tr>
          </tfoot>
        </table>
      </SheetPart>
      <SheetPart title={t(['大写', 'In words'])}>
        <p className="sheet-sum">{of.amountInWords}</p>
      </SheetPart>
      <Signatures
        who={[
          ['收款人', 'Received by'],
          ['单位盖章', 'Seal'],
        ]}
      />
    </PrintSheet>
  );
}
