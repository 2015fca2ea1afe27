import { asText } from '#kernel/language/values.ts';
import { type ReactElement, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { postJson } from '#kernel/web/http/http.ts';
import { SAVE_KEYS, useKeys } from '#kernel/web/shortcuts/keys.ts';
import { useMay } from '#kernel/web/registry/papers.ts';
import { KeyPill } from '#kernel/web/pickers/key-word.tsx';
import { useTabTitle } from '#kernel/web/tabs/tabs.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { useT } from '#kernel/web/i18n/words.ts';
import type { DeskCaller, CallerHome } from '#business/intake/desk/desk.calls.ts';
import { CallerPage } from '#business/intake/desk/caller.view.tsx';
import { Labelled } from '#business/intake/desk/inputs.view.tsx';
import { useCaller } from '#business/intake/desk/use-desk.view.tsx';
import { registerStatus } from '#business/scheduling/dictionaries.ts';
import { registration } from '#business/intake/registration/registration.paper.ts';
import { OrderInputs } from './order-inputs.view.tsx';
import {
  ORDERS,
  type OrderMachine,
  type OrderRow,
  type TypedOrder,
  useOrder,
  useOrderForm,
  valuesOf,
} from './use-order.view.tsx';
import '#business/intake/desk/desk.css';
import '#business/intake/desk/form/desk-form.css';
import './order.css';

const FILES = 'blade-maintenance/webApi/registerMain';
/** States in which all fields of an order may change. After dispatch only the contact may. */
const FREE = ['registered', 'waiting'];
const SERVED = ['dispatched', 'inService', 'finished'];

const typedOf = (order: OrderRow): TypedOrder => ({
  receiptsType: asText(order.receiptsType),
  repairType: asText(order.repairType),
  faultCategory: asText(order.faultCategory),
  urgency: asText(order.urgency),
  content: asText(order.content),
  expectDate: asText(order.expectDate),
  expectSlot: asText(order.expectSlot),
  wishFirm: order.wishFirm === true,
  stdMinutes: asText(order.stdMinutes),
  customerServiceTeam: asText(order.customerServiceTeam),
  phone: '',
  remark: asText(order.remark),
});

interface Known {
  readonly order: OrderRow;
  readonly before: readonly OrderMachine[];
  readonly caller: DeskCaller;
  readonly home: CallerHome | undefined;
  readonly again: () => void;
}

/**
 * Return the lines of machines to save: remaining ones with their ids, lines without a registered machine as they are,
 * and new ones.
 */
const linesOf = (
  before: readonly OrderMachine[],
  chosen: readonly string[],
  home: CallerHome | undefined,
): Record<string, unknown>[] => [
  ...before
    .filter((line) => !line.equipmentId || chosen.includes(line.equipmentId))
    .map(({ id, equipmentId, equipmentName }) => ({ id, equipmentId, equipmentName })),
  ...chosen
    .filter((id) => !before.some((line) => line.equipmentId === id))
    .map((equipmentId) => ({
      equipmentId,
      equipmentName: home?.equipment.find((one) => one.id === equipmentId)?.equipmentName,
    })),
];

function Edit({ order, before, caller, home, again }: Known): ReactElement {
  const t = useT();
  const form = useOrderForm(() => typedOf(order));
  const [machines, setMachines] = useState(() => before.flatMap((line) => line.equipmentId || []));
  const [keyNote, setKeyNote] = useState(home?.keyNote ?? '');
  const served = !FREE.includes(order.registerStatus);
  const saved = useMay(registration)('edit');
  const toggle = (id: string): void => {
    if (!served) setMachines((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));
  };
  const save = async (): Promise<void> => {
    const { phone, remark } = form.typed;
    const values = served
      ? { remark, ...(phone.trim() && { phone: phone.trim() }) }
      : { ...valuesOf(form.typed), equipment: linesOf(before, machines, home) };
    const done = await form.send(async () => {
      await postJson(`${ORDERS}/submit`, { id: order.id, version: order.version, ...values }, { quiet: true });
      if (home && keyNote.trim() !== (home.keyNote ?? ''))
        await postJson(`${FILES}/submit`, { id: home.id, keyNote: keyNote.trim() || null }, { quiet: true });
      return true;
    });
    if (done) {
      toast.good(t([`${order.registrationNo} 已保存`, `${order.registrationNo} saved`]));
      again();
    }
  };
  useKeys([{ keys: SAVE_KEYS, label: ['保存', 'Save'], run: () => void save(), typing: true }]);
  const called = { caller, home, machine: undefined, machines, chooseHome: () => undefined, chooseMachine: toggle };
  return (
    <div className="desk-body">
      <div className="desk-left">
        <CallerPage desk={called} />
      </div>
      <form
        className="desk-form"
        aria-label={t(['修改登记单', 'Change the work order'])}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <header>
          <h2 className="mono">{order.registrationNo}</h2>
          <KeyPill of={registerStatus} value={order.registerStatus} />
        </header>
        {served && (
          <p className="order-served">
            {t([
              '已派工：只能改联系电话、备注与住址备注。',
              'Somebody is sent: only telephone, remark and the note of the home may change.',
            ])}
          </p>
        )}
        <OrderInputs form={form} phone={order.phone} served={served} />
        <div className="desk-inputs">
          <Labelled label={t(['住址备注（门禁、停车、宠物）', 'Note of the home (gate, parking, pets)'])} wide>
            {(id) => (
              <input
                id={id}
                className="plain-input"
                maxLength={255}
                value={keyNote}
                onChange={(event) => setKeyNote(event.target.value)}
              />
            )}
          </Labelled>
        </div>
        <footer>
          <button type="submit" className="button strong" disabled={form.saving || !saved}>
            {t(['保存', 'Save'])} <kbd>Ctrl Enter</kbd>
          </button>
          <Link className="button" to={`/maintenance/registrationform?id=${order.id}`}>
            {t(['看登记单', 'Open the work order'])}
          </Link>
        </footer>
      </form>
    </div>
  );
}

/** A page to edit an order. While it waits everything may change, later only what the technician must know. */
export default function EditOrderScreen(): ReactElement {
  const t = useT();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const { order, machines, again } = useOrder(/^\d+$/.test(id) ? id : '');
  const caller = useCaller(order?.customerId ?? '');
  const [round, setRound] = useState(0);
  useTabTitle(
    order
      ? t([`修改 ${order.registrationNo}`, `Change ${order.registrationNo}`])
      : t(['修改登记单', 'Change a work order']),
  );
  useEffect(() => setRound((now) => now + 1), [order?.version, id]);
  const home = caller?.homes.find((one) => one.id === order?.registerMainId);
  const may = order !== undefined && [...FREE, ...SERVED].includes(order.registerStatus);
  return (
    <div className="desk order-edit" data-open>
      <h1 className="sr-only">{t(['修改登记单', 'Change a work order'])}</h1>
      {!id && (
        <p className="desk-empty">{t(['从登记单列表点“修改”进入。', 'Open it from the list of work orders.'])}</p>
      )}
      {order && !may && (
        <p className="desk-empty">
          <KeyPill of={registerStatus} value={order.registerStatus} />{' '}
          {t(['这张登记单已经结束，不能再改。', 'This work order is over and does not change any more.'])}
        </p>
      )}
      {order && may && caller && machines && (
        <Edit key={`${id} ${round}`} order={order} before={machines} caller={caller} home={home} again={again} />
      )}
    </div>
  );
}
