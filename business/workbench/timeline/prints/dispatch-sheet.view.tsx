import type { ReactElement } from 'react';
import { PrintSheet, SheetPart, Signatures } from '#kernel/web/import-export/print/sheets.tsx';
import { dayInWords } from '#kernel/web/i18n/dates.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { Value } from '#kernel/web/detail/info/facts.tsx';
import { crewMember } from '#business/dispatch/crew/crew-member.paper.ts';
import { dispatchForm } from '#business/dispatch/dispatch-form/dispatch-form.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import type { DispatchPrint } from './prints.calls.ts';
import { PrintFacts } from './print-facts.view.tsx';

function EquipmentPart({ of }: { of: DispatchPrint }): ReactElement | null {
  const t = useT();
  if (of.machines.length === 0) return null;
  return (
    <SheetPart title={t(['设备', 'Equipment'])}>
      <table>
        <thead>
          <tr>
            <th>{t(['名称', 'Name'])}</th>
            <th>{t(['型号', 'Model'])}</th>
            <th>{t(['序列号', 'Serial no.'])}</th>
            <th>{t(['故障说明', 'Fault'])}</th>
          </tr>
        </thead>
        <tbody>
          {of.machines.map((row) => (
            <tr key={row.id}>
              <td>{String(row.equipmentName)}</td>
              <td>{String(row.model ?? '')}</td>
              <td className="mono">{String(row.serialNo ?? '')}</td>
              <td>{String(row.faultNote ?? '')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SheetPart>
  );
}

function ToBringPart({ of }: { of: DispatchPrint }): ReactElement | null {
  const t = useT();
  const { form } = of;
  if (!form.toolHint && of.parts.length === 0) return null;
  return (
    <SheetPart title={t(['携带', 'To bring'])}>
      {form.toolHint ? <p>{String(form.toolHint)}</p> : null}
      {of.parts.length > 0 && (
        <table>
          <tbody>
            {of.parts.map((part) => (
              <tr key={part.name}>
                <td>
                  <i className="sheet-box" /> {part.name}
                </td>
                <td className="end">{part.qty}</td>
                <td>{part.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </SheetPart>
  );
}

/** The printed sheet for a visit: place, time, work, payer, parts, checklist. */
export function DispatchSheet({ of, phone }: { of: DispatchPrint; phone?: string }): ReactElement {
  const t = useT();
  const { form, order } = of;
  return (
    <PrintSheet company={of.company} title={t(dispatchForm.title)} no={String(form.dispNo)} printed={form.printCount}>
      <SheetPart title={t(['客户', 'Customer'])}>
        <PrintFacts
          of={dispatchForm}
          row={phone ? { ...form, phone } : form}
          names={['customerName', 'phone', 'address', 'premisesId']}
          wide={['address']}
        />
      </SheetPart>
      <SheetPart title={t(['上门', 'Visit'])}>
        {order && (
          <PrintFacts of={registration} row={order} names={['promiseFrom', 'promiseTo', 'expectDate', 'expectSlot']} />
        )}
        <PrintFacts
          of={dispatchForm}
          row={form}
          names={['planStart', 'planEnd', 'planMinutes', 'urgency', 'customerServiceTeam']}
        />
        <table>
          <tbody>
            {of.crew.map((row) => (
              <tr key={row.id}>
                <td>{String(row.technicianName || row._names?.technicianId || '')}</td>
                <td>
                  <Value of={crewMember} row={row} name="crewRole" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </SheetPart>
      {order && (
        <SheetPart title={t(['保障与收费', 'Cover and charges'])}>
          <PrintFacts
            of={registration}
            row={order}
            names={['weibao', 'chargeEstimate', 'weibaoReason', 'coverFees']}
            wide={['weibaoReason', 'coverFees']}
          />
        </SheetPart>
      )}
      <EquipmentPart of={of} />
      <SheetPart title={t(['工作内容', 'Work'])}>
        <p>{String(form.workContent ?? '')}</p>
        {order && (
          <PrintFacts
            of={registration}
            row={order}
            names={['receiptsType', 'repairType', 'faultCategory', 'troubleCode']}
          />
        )}
      </SheetPart>
      {of.history.length > 0 && (
        <SheetPart title={t(['最近三次服务', 'The last three services'])}>
          <table>
            <tbody>
              {of.history.map((row) => (
                <tr key={row.id}>
                  <td className="sheet-day">{dayInWords(String(row.createTime))}</td>
                  <td className="mono">{String(row.registrationNo)}</td>
                  <td>{String(row.content ?? '')}</td>
                  <td>
                    <Value of={registration} row={row} name="registerStatus" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </SheetPart>
      )}
      <ToBringPart of={of} />
      {of.checks.length > 0 && (
        <SheetPart title={t(['检查项', 'Check list'])}>
          <table>
            <tbody>
              {of.checks.map((one) => (
                <tr key={one.key}>
                  <td>
                    <i className="sheet-box" /> {one.label}
                  </td>
                  <td>
                    {one.limits} {one.unit}
                  </td>
                  <td style={{ width: '30%' }} />
                </tr>
              ))}
            </tbody>
          </table>
        </SheetPart>
      )}
      <Signatures
        who={[
          ['技师', 'Technician'],
          ['客户', 'Customer'],
          ['日期', 'Date'],
        ]}
      />
    </PrintSheet>
  );
}
