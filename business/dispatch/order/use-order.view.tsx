import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CallAnswer } from '#kernel/language/calls/call.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { get, postJson } from '#kernel/web/http/http.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { queryClient, refresh } from '#kernel/web/query/client.ts';
import { useDirtyTab } from '#kernel/web/tabs/tabs.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { dayFromNow } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import { type CallerHome, type DeskCaller, type RepairPreview, previewForm } from '#business/intake/desk/desk.calls.ts';
import { registeredEquipment } from '#business/intake/registration/registration.calls.ts';
import { type Called, type CustomerFinder, useCaller, useHits } from '#business/intake/desk/use-desk.view.tsx';

export const ORDERS = 'blade-maintenance/webApi/asregistrationform';

/** The typed values of an order. Customer, home and machines are chosen separately. */
export interface TypedOrder {
  readonly receiptsType: string;
  readonly repairType: string;
  readonly faultCategory: string;
  readonly urgency: string;
  readonly content: string;
  readonly expectDate: string;
  readonly expectSlot: string;
  readonly wishFirm: boolean;
  readonly stdMinutes: string;
  readonly customerServiceTeam: string;
  readonly phone: string;
  readonly remark: string;
}

export const emptyOrder = (): TypedOrder => ({
  receiptsType: 'repair',
  repairType: '',
  faultCategory: '',
  urgency: 'normal',
  content: '',
  expectDate: dayFromNow(1),
  expectSlot: 'any',
  wishFirm: false,
  stdMinutes: '',
  customerServiceTeam: '',
  phone: '',
  remark: '',
});

export interface SavedOrder {
  readonly id: string;
  readonly registrationNo: string;
  readonly customerName: string;
}

/** State of the form of an order: values, faults and saving. */
export interface OrderForm {
  readonly typed: TypedOrder;
  readonly type: (part: Partial<TypedOrder>) => void;
  readonly wrong: Readonly<Record<string, string>>;
  readonly saving: boolean;
  readonly dirty: boolean;
  /** Run the saving work and return its result. Null if it was refused; the refusal is then shown at its fields. */
  readonly send: <T>(work: () => Promise<T>) => Promise<T | null>;
  readonly reset: (typed: TypedOrder) => void;
}

export function useOrderForm(first: () => TypedOrder): OrderForm {
  const [typed, setTyped] = useState(first);
  const [dirty, setDirty] = useState(false);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  useDirtyTab(dirty);
  return {
    typed,
    wrong,
    saving,
    dirty,
    type: (part) => {
      setTyped((now) => ({ ...now, ...part }));
      setDirty(true);
      setWrong({});
    },
    reset: (next) => {
      setTyped(next);
      setDirty(false);
      setWrong({});
    },
    async send(work) {
      if (saving) return null;
      setSaving(true);
      try {
        const done = await work();
        setDirty(false);
        for (const paper of ['registration', 'repairForm', 'serviceFile']) refresh(paper);
        void queryClient.invalidateQueries({ queryKey: ['desk'] });
        return done;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        setWrong(Object.fromEntries(error.fields.map((one) => [one.field, one.msg])));
        toast.bad(error.message);
        return null;
      } finally {
        setSaving(false);
      }
    },
  };
}

/** Return the values to send. Empty values are left out, unless they clear a stored value. */
export function valuesOf(typed: TypedOrder): Record<string, unknown> {
  const { phone, stdMinutes, faultCategory, customerServiceTeam, ...rest } = typed;
  return {
    ...rest,
    stdMinutes: stdMinutes.trim() || null,
    faultCategory: faultCategory || null,
    ...(phone.trim() && { phone: phone.trim() }),
    ...(customerServiceTeam && { customerServiceTeam }),
  };
}

/** Return who would pay for the order and why, as intake computes it for the typed values. */
export function useCover(
  customerId: string,
  machineId: string | undefined,
  typed: TypedOrder,
  repairType: string,
): RepairPreview['cover'] | undefined {
  const language = useLanguage();
  const about = {
    customerId,
    equipmentId: machineId,
    repairType,
    receiptsType: typed.receiptsType,
    faultCategory: typed.faultCategory,
  };
  const whose = `${customerId} ${machineId ?? ''} ${repairType}`;
  return useQuery({
    queryKey: ['desk', 'preview', whose, about, language],
    enabled: customerId !== '' && repairType !== '',
    staleTime: 0,
    queryFn: ({ signal }) => askCall(previewForm, about, { signal, quiet: true }),
    // While values are typed, show the last answer for the same customer, machine and system.
    placeholderData: (before, earlier) => (earlier?.queryKey[2] === whose ? before : undefined),
  }).data?.cover;
}

interface Chosen {
  readonly customerId: string;
  readonly fileId: string;
  readonly machines: readonly string[];
}
const nobody: Chosen = { customerId: '', fileId: '', machines: [] };

const toggled = (of: readonly string[], id: string): string[] =>
  of.includes(id) ? of.filter((one) => one !== id) : [...of, id];

export interface NewOrder extends CustomerFinder, Called {
  readonly machines: readonly string[];
  readonly form: OrderForm;
  readonly repairType: string;
  readonly cover: RepairPreview['cover'] | undefined;
  readonly save: () => Promise<SavedOrder | null>;
  readonly clear: () => void;
  readonly backToBox: () => void;
}

const homeOf = (caller: DeskCaller | undefined, fileId: string): CallerHome | undefined =>
  caller?.homes.find((one) => one.id === fileId) ?? caller?.homes[0];

/**
 * State of a new order. The customer is searched as on the intake desk, machines are ticked in a list, all else is
 * typed.
 */
export function useNewOrder(onNewCustomer: () => void): NewOrder {
  const t = useT();
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [cursor, point] = useState(0);
  const [chosen, setChosen] = useState<Chosen>(nobody);
  const form = useOrderForm(emptyOrder);
  const caller = useCaller(chosen.customerId);
  const home = homeOf(caller, chosen.fileId);
  const machines = chosen.machines.filter((id) => home?.equipment.some((one) => one.id === id));
  const machine = home?.equipment.find((one) => one.id === machines[0]);
  const repairType = machine?.systemType || form.typed.repairType;
  const cover = useCover(chosen.customerId, machine?.id, form.typed, repairType);
  const backToBox = (): void => {
    box.current?.focus();
    box.current?.select();
  };
  const clear = (): void => {
    form.reset(emptyOrder());
    setChosen((now) => ({ ...now, machines: [] }));
  };

  const save = async (): Promise<SavedOrder | null> => {
    if (!home) {
      toast.bad(t(['请先找到客户', 'Find the customer first']));
      backToBox();
      return null;
    }
    const header = {
      ...valuesOf({ ...form.typed, repairType }),
      source: 'phone',
      customerId: chosen.customerId,
      registerMainId: home.id,
    };
    return form.send(() =>
      postJson<SavedOrder>(
        `${ORDERS}/addRegistrationForm`,
        {
          header,
          equipment: machines.map((equipmentId) => ({
            equipmentId,
            equipmentName: home.equipment.find((one) => one.id === equipmentId)?.equipmentName,
          })),
        },
        { quiet: true },
      ),
    );
  };

  return {
    box,
    text,
    cursor,
    point,
    caller,
    home,
    machine,
    machines,
    form,
    repairType,
    cover,
    save,
    clear,
    backToBox,
    ...useHits(text),
    find: (next) => {
      setText(next);
      point(0);
    },
    beginNew: onNewCustomer,
    choose: (hit) =>
      setChosen({
        customerId: hit.customerId,
        fileId: hit.registerMainId,
        machines: hit.equipmentId ? [hit.equipmentId] : [],
      }),
    chooseHome: (fileId) => setChosen((now) => ({ ...now, fileId, machines: [] })),
    chooseMachine: (id) => setChosen((now) => ({ ...now, machines: toggled(now.machines, id) })),
  };
}

/** A stored order, as the page that edits it reads it. */
export interface OrderRow extends Record<string, unknown> {
  readonly id: string;
  readonly version: number;
  readonly registrationNo: string;
  readonly customerId: string;
  readonly registerMainId: string;
  readonly registerStatus: string;
  readonly phone: string;
}
export type OrderMachine = CallAnswer<typeof registeredEquipment>[number];

export function useOrder(id: string): {
  readonly order: OrderRow | undefined;
  readonly machines: readonly OrderMachine[] | undefined;
  readonly again: () => void;
} {
  const { data: order } = useQuery({
    queryKey: ['order', id],
    enabled: id !== '',
    queryFn: ({ signal }) => get<OrderRow>(`${ORDERS}/detail`, { id }, { signal }),
  });
  const { data: machines } = useQuery({
    queryKey: ['order', id, 'machines'],
    enabled: id !== '',
    queryFn: ({ signal }) => askCall(registeredEquipment, { registrationFormId: id }, { signal }),
  });
  return { order, machines, again: () => void queryClient.invalidateQueries({ queryKey: ['order', id] }) };
}
