import { ShieldCheck, ShieldOff } from 'lucide-react';
import { SegmentedControl } from '#kernel/web/pickers/choice/segmented-control.tsx';
import type { ReactElement } from 'react';
import { KeyWord } from '#kernel/web/pickers/key-word.tsx';
import { useDictionary } from '#kernel/web/pickers/dictionaries.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { CallerMachine, RepairPreview } from '#business/intake/desk/desk.calls.ts';
import { DayBox } from '#business/intake/desk/day-box.view.tsx';
import { Choose, Labelled } from '#business/intake/desk/inputs.view.tsx';
import { customerServiceTeam } from '#business/system/dictionaries.ts';
import { faultCategory, receiptsType, repairType } from '#business/masterdata/dictionaries.ts';
import { timeSlot, weibao } from '#business/customers/dictionaries.ts';
import { urgency } from '#business/scheduling/dictionaries.ts';
import type { OrderForm, TypedOrder } from './use-order.view.tsx';

/** Kinds of orders that report a fault: only they have a class of fault. */
const FAULTS = ['repair', 'complaint'];

interface InputsProps {
  readonly form: OrderForm;
  /** The machine whose system the order takes over. */ readonly machine?: CallerMachine;
  /** The number on record, masked. */ readonly phone: string;
  /** Somebody is being sent already: only telephone and remark may still change. */ readonly served?: boolean;
}

function Line({
  form,
  name,
  label,
  wide,
  ...more
}: {
  form: OrderForm;
  name: keyof TypedOrder;
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
      <Labelled label={t(['单据类型', 'Order type'])} wrong={wrong.receiptsType}>
        {(id) => (
          <Choose
            id={id}
            of={receiptsType}
            value={typed.receiptsType}
            onChange={(key) => type({ receiptsType: key, ...(!FAULTS.includes(key) && { faultCategory: '' }) })}
            wrong={Boolean(wrong.receiptsType)}
          />
        )}
      </Labelled>
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
        <Labelled label={t(['故障类别', 'Fault class'])} wrong={wrong.faultCategory}>
          {(id) => (
            <Choose
              id={id}
              of={faultCategory}
              value={typed.faultCategory}
              onChange={(key) => type({ faultCategory: key })}
              wrong={Boolean(wrong.faultCategory)}
              empty={empty}
            />
          )}
        </Labelled>
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
  const levels = useDictionary(urgency);
  return (
    <>
      <div className="desk-field" data-wide>
        <span>{t(['紧急程度', 'Urgency'])}</span>
        <SegmentedControl
          label={t(['紧急程度', 'Urgency'])}
          size="wide"
          items={levels}
          value={typed.urgency}
          onChange={(key) => type({ urgency: key })}
        />
      </div>
      <Labelled label={t(['期望上门', 'Wanted'])} wrong={wrong.expectDate}>
        {(id) => (
          <div className="desk-when">
            <DayBox
              id={id}
              value={typed.expectDate}
              invalid={Boolean(wrong.expectDate)}
              onChange={(expectDate) => type({ expectDate })}
            />
            <Choose
              id={`${id}-slot`}
              label={t(['期望时段', 'Time of day'])}
              of={timeSlot}
              value={typed.expectSlot}
              onChange={(key) => type({ expectSlot: key })}
            />
          </div>
        )}
      </Labelled>
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

/** Everything that is typed into an order. */
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

/** Who pays, and why, before anything is saved. */
export function CoverWords({ cover }: { cover: RepairPreview['cover'] | undefined }): ReactElement | null {
  const t = useT();
  if (!cover) return null;
  const paid = cover.weibao === 'paid';
  const Icon = paid ? ShieldOff : ShieldCheck;
  return (
    <section className="desk-decision" data-paid={paid} aria-live="polite">
      <Icon size={16} aria-hidden />
      <p>
        <b>
          <KeyWord of={weibao} value={cover.weibao} />
          {paid
            ? t(['，客户付费', ', the customer pays'])
            : t(['，客户不付维修费', ', the customer does not pay the repair'])}
        </b>
        <small className="quiet">
          {cover.reason}
          {t(['。', '.'])}
        </small>
      </p>
    </section>
  );
}
