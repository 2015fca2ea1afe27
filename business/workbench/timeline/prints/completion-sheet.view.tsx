import type { ReactElement } from 'react';
import { PrintSheet, SheetPart, Signatures } from '#kernel/web/import-export/print/sheets.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import { momentWords } from '#kernel/web/i18n/dates.ts';
import { Value } from '#kernel/web/detail/info/facts.tsx';
import type { AnyAnsweredRow } from '#kernel/language/calls/shape.ts';
import { must } from '#kernel/language/must.ts';
import { answerWords } from '#business/completion/review/review-case.rules.ts';
import { completion } from '#business/completion/completion/completion.paper.ts';
import { completionEquipment } from '#business/completion/completion/completion-equipment.paper.ts';
import { completionCharge } from '#business/completion/charges/completion-charge.paper.ts';
import { completionSupply } from '#business/completion/supplies/completion-supply.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { collection } from '#business/billing/collection/collection.paper.ts';
import type { CompletionPrint } from './prints.calls.ts';
import { PrintFacts } from './print-facts.view.tsx';

const A_PAGE = 4;

/** Photos, four on a page. */
function PhotoPages({ of }: { of: CompletionPrint }): ReactElement {
  const t = useT();
  const all = of.classes.flatMap((kind) => kind.photos.map((photo) => ({ photo, name: kind.name })));
  const pages = Array.from({ length: Math.ceil(all.length / A_PAGE) }, (_, at) =>
    all.slice(at * A_PAGE, (at + 1) * A_PAGE),
  );
  return (
    <>
      {pages.map((page, at) => (
        <section key={page[0].photo.id} className="sheet-page">
          <div className="sheet-part">
            <h3>
              {t(['照片', 'Photos'])} {at + 1} / {pages.length}
            </h3>
          </div>
          <div className="sheet-photos">
            {page.map(({ photo, name }) => (
              <figure key={photo.id}>
                <img src={String(photo.fileUrl)} alt={name} />
                <figcaption>
                  <span>{name}</span>
                  <span>{momentWords(String(photo.takenTime ?? ''))}</span>
                </figcaption>
              </figure>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

function ChecksPart({ of }: { of: CompletionPrint }): ReactElement | null {
  const t = useT();
  if (of.checks.length === 0) return null;
  return (
    <SheetPart title={t(['检查结果', 'Check results'])}>
      <table>
        <thead>
          <tr>
            <th>{t(['项目', 'Item'])}</th>
            <th>{t(['范围', 'Limits'])}</th>
            <th className="end">{t(['结果', 'Result'])}</th>
          </tr>
        </thead>
        <tbody>
          {of.checks.map((one) => (
            <tr key={one.key}>
              <td>{one.label}</td>
              <td>
                {one.limits} {one.limits && one.unit}
              </td>
              <td className="end">
                {t(answerWords(one.value))} {one.value && one.unit}
                {one.state === 'off' && t(['（异常）', ' (off)'])}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </SheetPart>
  );
}

function EquipmentPart({ of }: { of: CompletionPrint }): ReactElement | null {
  const t = useT();
  if (of.machines.length === 0) return null;
  return (
    <SheetPart title={t(['设备', 'Equipment'])}>
      <table>
        <tbody>
          {of.machines.map((row) => (
            <tr key={row.id}>
              <td>{String(row.equipmentName)}</td>
              <td className="mono">{String(row.replacedBySerial || row.serialNo || '')}</td>
              <td>{String(row.measureNote ?? '')}</td>
              <td>
                <Value of={completionEquipment} row={row} name="equipmentStatus" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </SheetPart>
  );
}

function SuppliesPart({ of }: { of: CompletionPrint }): ReactElement | null {
  const t = useT();
  if (of.supplies.length === 0) return null;
  return (
    <SheetPart title={t(completionSupply.title)}>
      <table>
        <thead>
          <tr>
            <th>{t(['物料', 'Material'])}</th>
            <th className="end">{t(['数量', 'Quantity'])}</th>
            <th className="end">{t(['单价', 'Price'])}</th>
            <th>{t(['承担', 'Paid by'])}</th>
            <th className="end">{t(['金额', 'Amount'])}</th>
          </tr>
        </thead>
        <tbody>
          {of.supplies.map((row) => (
            <tr key={row.id}>
              <td>{String(row.itemName)}</td>
              <td className="end">
                <Value of={completionSupply} row={row} name="qty" />
              </td>
              <td className="end">
                <Value of={completionSupply} row={row} name="unitPrice" />
              </td>
              <td>
                <Value of={completionSupply} row={row} name="payer" />
              </td>
              <td className="end">
                <Value of={completionSupply} row={row} name="amount" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </SheetPart>
  );
}

/** Fees, extra charges and payments. */
function MoneyPart({ of }: { of: CompletionPrint }): ReactElement {
  const t = useT();
  const done = must(of.completion, 'completion');
  return (
    <SheetPart title={t(['费用与收款', 'Fees and payment'])}>
      <PrintFacts
        of={completion}
        row={done}
        names={[
          'weibao',
          'laborFee',
          'materialFee',
          'mileageFee',
          'otherFee',
          'discountAmount',
          'receivableAmount',
          'practicalAmount',
          'unpaidAmount',
        ]}
      />
      {of.charges.length > 0 && (
        <table>
          <tbody>
            {of.charges.map((row) => (
              <tr key={row.id}>
                <td>
                  <Value of={completionCharge} row={row} name="chargeType" />
                </td>
                <td>{String(row.reason)}</td>
                <td className="end">
                  <Value of={completionCharge} row={row} name="amount" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {of.collects.length > 0 && (
        <table>
          <tbody>
            {of.collects.map((row) => (
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
        </table>
      )}
    </SheetPart>
  );
}

/** The customer's acceptance; without one, empty lines for a signature by hand. */
function AcceptancePart({ done }: { done: AnyAnsweredRow }): ReactElement {
  const t = useT();
  if (done.signFile)
    return (
      <SheetPart title={t(['客户签名', 'Signature'])}>
        <img src={String(done.signFile)} alt={t(['客户签名', 'Signature'])} height={72} />
        <p>{String(done.signName ?? '')}</p>
      </SheetPart>
    );
  if (done.finishCodeTime)
    return (
      <SheetPart title={t(['客户验收', 'Accepted'])}>
        <p>
          {t([
            `客户于 ${momentWords(String(done.finishCodeTime), 'zh')} 以验收码确认`,
            `The customer confirmed by code on ${momentWords(String(done.finishCodeTime), 'en')}`,
          ])}
        </p>
      </SheetPart>
    );
  return (
    <Signatures
      who={[
        ['客户签名', 'Customer'],
        ['日期', 'Date'],
      ]}
    />
  );
}

/** The report of a completed job for the customer: findings, work, parts, payments, photos. */
export function CompletionSheet({ of }: { of: CompletionPrint }): ReactElement {
  const t = useT();
  const done = must(of.completion, 'completion');
  return (
    <PrintSheet
      company={of.company}
      title={t(['服务报告', 'Service report'])}
      no={String(done.completionNo)}
      printed={done.printCount}
    >
      <SheetPart title={t(['客户', 'Customer'])}>
        {of.form ? (
          <PrintFacts of={dispatchForm} row={of.form} names={['customerName', 'phone', 'address']} wide={['address']} />
        ) : (
          <p>{String(done.customerName)}</p>
        )}
      </SheetPart>
      <SheetPart title={t(['处理', 'Work done'])}>
        <PrintFacts
          of={completion}
          row={done}
          names={[
            'startTime',
            'endTime',
            'workMinutes',
            'crewNames',
            'visitResult',
            'faultCategory',
            'faultCause',
            'serviceMeasure',
          ]}
        />
        <p>{String(done.maintenanceContent ?? '')}</p>
      </SheetPart>
      <ChecksPart of={of} />
      <EquipmentPart of={of} />
      <SuppliesPart of={of} />
      <MoneyPart of={of} />
      {done.advice ? (
        <SheetPart title={t(['建议', 'Advice'])}>
          <p>{String(done.advice)}</p>
        </SheetPart>
      ) : null}
      <AcceptancePart done={done} />
      <PhotoPages of={of} />
    </PrintSheet>
  );
}
