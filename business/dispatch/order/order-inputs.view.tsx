import type { ReactElement } from 'react';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { useT } from '#kernel/web/i18n/words.ts';
import type { CallerMachine } from '#business/intake/desk/desk.calls.ts';
import { ChosenWord, UrgencyLevels, WantedTime } from '#business/intake/desk/form/order-fields.view.tsx';
import { Choose, Labelled } from '#business/intake/desk/inputs.view.tsx';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { faultCategory, receiptsType, repairType } from '#business/masterdata/dictionaries.ts';
import type { OrderForm, TypedOrder } from './use-order.view.tsx';

/** Types of orders that have a fault class. */
const FAULTS = ['repair', 'complaint'];

interface InputsProps {
  readonly form: OrderForm;
  /** The machine of the order, which determines its system. */ readonly machine?: CallerMachine;
  /** The stored phone number, masked; the input is empty unless it is to be changed. */ readonly phone: string;
  /** The order is dispatched, so only phone and remark can change. */ readonly served?: boolean;
}

function Line({
  form,
  name,
  label,
  wide,
  ...more
}: {
  form: OrderForm;
  name: Exclude<keyof TypedOrder, 'wishFirm'>;
  label: string;
  wide?: boolean;
  inputMode?: 'tel' | 'numeric';
  placeholder?: string;
  maxLength?: number;
}): ReactElement {
  return (
    <Labelled label={label} wrong={form.wrong[name]} wide={wide}>
      {(id) => (
        <input
          id={id}
          className="plain-input"
          autoComplete="off"
          value={form.typed[name]}
          aria-invalid={Boolean(form.wrong[name]) || undefined}
          onChange={(event) => form.type({ [name]: event.target.value })}
          {...more}
        />
      )}
    </Labelled>
  );
}

function What({ form, machine }: Pick<InputsProps, 'form' | 'machine'>): ReactElement {
  const t = useT();
  const { typed, type, wrong } = form;
  const empty = t(['请选择', 'Choose']);
  return (
    <>
      <ChosenWord
        label={t(['单据类型', 'Order type'])}
        of={receiptsType}
        value={typed.receiptsType}
        wrong={wrong.receiptsType}
        onChange={(key) => type({ receiptsType: key, ...(!FAULTS.includes(key) && { faultCategory: '' }) })}
      />
      <Labelled label={t(['系统类别', 'System'])} wrong={wrong.repairType}>
        {(id) =>
          machine ? (
            <p id={id} className="order-fixed">
              <KeyWord of={repairType} value={machine.systemType} />{' '}
              <small className="quiet">{t(['随所选设备', 'of the machine'])}</small>
            </p>
          ) : (
            <Choose
              id={id}
              of={repairType}
              value={typed.repairType}
              onChange={(key) => type({ repairType: key })}
              wrong={Boolean(wrong.repairType)}
              empty={empty}
            />
          )
        }
      </Labelled>
      {FAULTS.includes(typed.receiptsType) && (
        <ChosenWord
          label={t(['故障类别', 'Fault class'])}
          of={faultCategory}
          value={typed.faultCategory}
          wrong={wrong.faultCategory}
          empty={empty}
          onChange={(key) => type({ faultCategory: key })}
        />
      )}
      <Line
        form={form}
        name="stdMinutes"
        label={t(['预计工时（分）', 'Expected minutes'])}
        inputMode="numeric"
        placeholder="60"
      />
      <Labelled label={`${t(['服务内容', 'What to do'])} · ${t(['必填', 'required'])}`} wrong={wrong.content} wide>
        {(id) => (
          <textarea
            id={id}
            className="plain-input"
            rows={4}
            maxLength={2000}
            value={typed.content}
            aria-invalid={Boolean(wrong.content) || undefined}
            onChange={(event) => type({ content: event.target.value })}
          />
        )}
      </Labelled>
    </>
  );
}

function When({ form }: Pick<InputsProps, 'form'>): ReactElement {
  const t = useT();
  const { typed, type, wrong } = form;
  return (
    <>
      <UrgencyLevels value={typed.urgency} onChange={(key) => type({ urgency: key })} />
      <WantedTime value={typed} wrong={wrong.expectDate} onChange={type} />
      <Labelled label={t(['服务班组', 'Team'])} wrong={wrong.customerServiceTeam}>
        {(id) => (
          <Choose
            id={id}
            of={customerServiceTeam}
            value={typed.customerServiceTeam}
            onChange={(key) => type({ customerServiceTeam: key })}
            empty={t(['按客户档案', 'As on record'])}
          />
        )}
      </Labelled>
    </>
  );
}

/** All inputs of an order, for creating and editing it. */
export function OrderInputs({ form, machine, phone, served = false }: InputsProps): ReactElement {
  const t = useT();
  return (
    <div className="desk-inputs">
      {!served && (
        <>
          <What form={form} machine={machine} />
          <When form={form} />
        </>
      )}
      <Line form={form} name="phone" label={t(['联系电话', 'Phone'])} inputMode="tel" placeholder={phone} />
      <Line form={form} name="remark" label={t(['备注', 'Remark'])} maxLength={500} />
    </div>
  );
}
