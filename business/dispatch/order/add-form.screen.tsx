import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';
import { SAVE_KEYS, useKeys } from '#kernel/web/shortcuts/keys.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import { CallerPage } from '#business/intake/desk/caller.view.tsx';
import { FindBox } from '#business/intake/desk/find/find-box.view.tsx';
import { dispatchForm } from '../dispatch-form/dispatch-form.paper.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { CoverBox } from '#business/intake/desk/form/order-fields.view.tsx';
import { OrderInputs } from './order-inputs.view.tsx';
import { SendOrder } from './send-order.view.tsx';
import { type NewOrder, type SavedOrder, useNewOrder } from './use-order.view.tsx';
import '#business/intake/desk/desk.css';
import '#business/intake/desk/form/desk-form.css';
import './order.css';
import { counted } from '#kernel/web/i18n/plural.ts';

interface Saving {
  readonly saveOnly: () => Promise<void>;
  readonly saveAndSend: () => Promise<void>;
  readonly maySend: boolean;
}

function Form({ order, saveOnly, saveAndSend, maySend }: { order: NewOrder } & Saving): ReactElement {
  const t = useT();
  const { form } = order;
  return (
    <form
      className="desk-form"
      aria-label={t(['新登记单', 'New work order'])}
      onSubmit={(event) => {
        event.preventDefault();
        void (maySend ? saveAndSend() : saveOnly());
      }}
    >
      <header>
        <h2>{t(['新登记单', 'New work order'])}</h2>
        <span className="quiet">
          {order.machines.length
            ? t([`${order.machines.length} 台设备`, counted(order.machines.length, 'machine')])
            : t(['未选设备', 'no machine chosen'])}
        </span>
      </header>
      <OrderInputs form={form} machine={order.machine} phone={order.caller?.customer.phone ?? ''} />
      {order.cover && <CoverBox cover={order.cover} />}
      <footer>
        {maySend && (
          <button type="submit" className="button strong" disabled={form.saving}>
            {t(['保存并派工', 'Save and dispatch'])} <kbd>Ctrl Enter</kbd>
          </button>
        )}
        <button
          type={maySend ? 'button' : 'submit'}
          className={`button${maySend ? '' : ' strong'}`}
          disabled={form.saving}
          onClick={maySend ? () => void saveOnly() : undefined}
        >
          {t(['只保存', 'Save only'])}
        </button>
        <button type="button" className="button plain" onClick={order.clear}>
          {t(['清空', 'Clear'])}
        </button>
      </footer>
    </form>
  );
}

/** A page to create an order without a repair request, or with several machines, and to dispatch it at once. */
export default function AddOrderScreen(): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const [saved, setSaved] = useState<SavedOrder | null>(null);
  const order = useNewOrder(() => void navigate('/maintenance/desk'));
  const may = useMay(registration);
  const maySend = useMay(dispatchForm)('save');
  useTabTitle(t(['新登记单', 'New work order']));
  const keep = async (): Promise<SavedOrder | null> => {
    const row = await order.save();
    if (row) toast.good(t([`${row.registrationNo} 已登记`, `${row.registrationNo} registered`]));
    return row;
  };
  const next = (): void => {
    setSaved(null);
    order.clear();
    order.backToBox();
  };
  const saving: Saving = {
    maySend,
    saveOnly: async () => {
      if (await keep()) next();
    },
    saveAndSend: async () => {
      const row = await keep();
      if (row) setSaved(row);
    },
  };
  useKeys([
    { keys: '/', label: ['查找客户', 'Find the customer'], run: order.backToBox },
    {
      keys: SAVE_KEYS,
      label: ['保存', 'Save'],
      run: () => {
        if (!saved) void (maySend ? saving.saveAndSend() : saving.saveOnly());
      },
      typing: true,
    },
  ]);
  if (!may('add') || !may('submit'))
    return <p className="desk-empty">{t(['您不能新建登记单。', 'You may not make work orders.'])}</p>;
  const open = order.caller !== undefined || saved !== null;
  return (
    <div className="desk" data-open={open}>
      <h1 className="sr-only">{t(['新登记单', 'New work order'])}</h1>
      <FindBox desk={order} />
      <div className="desk-body">
        <div className="desk-left">
          {order.caller ? (
            <CallerPage desk={order} />
          ) : (
            <p className="desk-empty">
              {t([
                '先找到客户：手机后四位、姓名、地址、序列号、单号都行。',
                'First find the customer: last four digits, name, address, serial or document number.',
              ])}
            </p>
          )}
        </div>
        {saved ? (
          <SendOrder saved={saved} day={order.form.typed.expectDate} onDone={next} />
        ) : (
          order.caller && <Form order={order} {...saving} />
        )}
      </div>
    </div>
  );
}
