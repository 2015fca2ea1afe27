import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { get, post } from '#kernel/web/http/http.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { queryClient, refresh } from '#kernel/web/query/client.ts';
import { useDirtyTab } from '#kernel/web/tabs/tabs.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { dayFromNow } from '#kernel/web/words/dates.ts';
import { useLanguage, useT } from '#kernel/web/words/words.ts';
import type { Caller, Duplicate, Hit, Home, Machine, Preview } from './answers.ts';

const below = 'blade-maintenance/webApi';
const PAUSE_MS = 160;

/** What is typed about a fault; everything else is known from the caller or decided. */
export interface Typed {
  readonly repairType: string; readonly faultCategory: string; readonly description: string; readonly urgency: string; readonly expectDate: string; readonly expectSlot: string;
  readonly phone: string; readonly customerName: string; readonly address: string; readonly team: string;
}

const untouched = (): Typed => ({ repairType: '', faultCategory: '', description: '', urgency: 'normal', expectDate: dayFromNow(1), expectSlot: 'any', phone: '', customerName: '', address: '', team: '' });

/** Two answers to “was this reported already?”; until one is given, nothing is saved. */
export type Choice = 'merge' | 'separate' | null;

export interface Desk {
  readonly box: RefObject<HTMLInputElement | null>; readonly words: RefObject<HTMLTextAreaElement | null>;
  readonly text: string; readonly find: (text: string) => void; readonly hits: readonly Hit[] | undefined; readonly cursor: number; readonly point: (at: number) => void;
  readonly choose: (hit: Hit) => void; readonly isNew: boolean; readonly beginNew: () => void; readonly clear: () => void;
  readonly caller: Caller | undefined; readonly home: Home | undefined; readonly chooseHome: (id: string) => void; readonly machine: Machine | undefined; readonly chooseMachine: (id: string) => void;
  readonly typed: Typed; readonly type: (part: Partial<Typed>) => void; readonly preview: Preview | undefined; readonly duplicates: readonly Duplicate[]; readonly choice: Choice; readonly decide: (choice: Choice) => void;
  readonly wrong: Readonly<Record<string, string>>; readonly saving: boolean; readonly save: (accept: boolean) => Promise<void>; readonly backToBox: () => void;
}

function useSlowly(text: string): string {
  const [asked, ask] = useState(text);
  useEffect(() => { const timer = setTimeout(() => ask(text), PAUSE_MS); return () => clearTimeout(timer); }, [text]);
  return asked;
}

interface Chosen { readonly customerId: string; readonly fileId: string; readonly equipmentId: string; readonly isNew: boolean }
const nobody: Chosen = { customerId: '', fileId: '', equipmentId: '', isNew: false };

function bodyOf(chosen: Chosen, home: Home | undefined, machine: Machine | undefined, typed: Typed): Record<string, unknown> {
  const { faultCategory, description, urgency, expectDate, expectSlot } = typed;
  const fault = { source: 'phone', repairType: machine?.systemType || typed.repairType, faultCategory, description, urgency, expectDate, expectSlot };
  if (chosen.isNew) return { ...fault, customerName: typed.customerName, phone: typed.phone, address: typed.address, customerServiceTeam: typed.team, newCustomer: true, newFile: true };
  // The number on record is shown masked: only another one is sent.
  return { ...fault, customerId: chosen.customerId, registerMainId: home?.id, address: home?.address, equipmentId: machine?.id, ...(typed.phone && { phone: typed.phone }) };
}

/** Everything the desk knows and does, for its parts. */
export function useDesk(): Desk {
  const t = useT();
  const language = useLanguage();
  const box = useRef<HTMLInputElement>(null);
  const words = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [cursor, point] = useState(0);
  const [chosen, setChosen] = useState<Chosen>(nobody);
  const [typed, setTyped] = useState<Typed>(untouched);
  const [choice, decide] = useState<Choice>(null);
  const [told, setTold] = useState<readonly Duplicate[]>([]);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  const asked = useSlowly(text.trim());
  const { data: hits } = useQuery({ queryKey: ['desk', 'find', asked], queryFn: ({ signal }) => get<Hit[]>(`${below}/desk/find`, { text: asked }, { signal, quiet: true }), enabled: [...asked].length > 1, staleTime: 5_000, placeholderData: (before) => before });
  const { data: caller } = useQuery({ queryKey: ['desk', 'caller', chosen.customerId], queryFn: ({ signal }) => get<Caller>(`${below}/desk/caller`, { customerId: chosen.customerId }, { signal }), enabled: chosen.customerId !== '' });
  const home = caller?.homes.find((one) => one.id === chosen.fileId) ?? caller?.homes[0];
  const machine = home?.equipment.find((one) => one.id === chosen.equipmentId);
  const about = { customerId: chosen.customerId, equipmentId: machine?.id ?? '', repairType: machine?.systemType ?? typed.repairType, faultCategory: typed.faultCategory };
  const { data: preview } = useQuery({
    queryKey: ['desk', 'preview', about, language], enabled: about.repairType !== '' && (about.customerId !== '' || chosen.isNew), staleTime: 0,
    queryFn: ({ signal }) => post<Preview>(`${below}/desk/preview`, about, { signal, quiet: true }), placeholderData: (before) => before,
  });
  const duplicates = preview?.duplicates.length ? preview.duplicates : told;
  useDirtyTab(typed.description !== '');

  const clear = (): void => { setTyped(untouched()); decide(null); setTold([]); setWrong({}); setChosen((now) => ({ ...now, equipmentId: '' })); };
  const backToBox = (): void => { box.current?.focus(); box.current?.select(); };
  const take = (next: Chosen): void => { if (next.customerId !== chosen.customerId || next.isNew !== chosen.isNew) clear(); setChosen(next); };
  const chooseMachine = (id: string): void => { setChosen((now) => ({ ...now, equipmentId: now.equipmentId === id ? '' : id })); decide(null); setTimeout(() => words.current?.focus()); };

  const save = async (accept: boolean): Promise<void> => {
    if (saving || (!chosen.customerId && !chosen.isNew)) return;
    if (duplicates.length && !choice) { toast.bad(t(['可能重复:请先选择并入或仍新建', 'Possibly a duplicate: choose to merge or to make a new one'])); return; }
    const how = choice === 'merge' ? { mergeInto: duplicates[0].id } : { ...(choice === 'separate' && { separate: true }), ...(accept && { then: 'accept' }) };
    setSaving(true);
    try {
      const row = await post<{ id: string; repairNo: string; customerId: string }>(`${below}/asrepairform/submit`, { ...bodyOf(chosen, home, machine, typed), ...how }, { quiet: true });
      toast.good(choice === 'merge' ? t([`${row.repairNo} 已并入 ${duplicates[0].repairNo}`, `${row.repairNo} merged into ${duplicates[0].repairNo}`]) : accept ? t([`${row.repairNo} 已受理`, `${row.repairNo} accepted`]) : t([`${row.repairNo} 已保存`, `${row.repairNo} saved`]));
      clear();
      setChosen({ ...nobody, customerId: row.customerId });
      for (const paper of ['repairForm', 'registration', 'customer', 'serviceFile']) refresh(paper);
      void queryClient.invalidateQueries({ queryKey: ['desk'] });
      backToBox();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setWrong(Object.fromEntries(error.fields.map((one) => [one.field, one.msg])));
      if (error.reason === 'maintenance.duplicateUndecided') setTold(error.data.duplicates as Duplicate[]);
      toast.bad(error.message);
    } finally {
      setSaving(false);
    }
  };

  return {
    box, words, text, find: (next) => { setText(next); point(0); }, hits: [...asked].length > 1 ? hits : undefined, cursor, point,
    choose: (hit) => { take({ customerId: hit.customerId, fileId: hit.registerMainId, equipmentId: hit.equipmentId, isNew: false }); setTimeout(() => words.current?.focus()); },
    isNew: chosen.isNew, beginNew: () => { take({ ...nobody, isNew: true }); if (/^1\d{10}$/.test(text.trim())) setTyped((now) => ({ ...now, phone: text.trim() })); },
    clear, caller: chosen.isNew ? undefined : caller, home: chosen.isNew ? undefined : home, chooseHome: (id) => { setChosen((now) => ({ ...now, fileId: id, equipmentId: '' })); decide(null); }, machine, chooseMachine,
    typed, type: (part) => { setTyped((now) => ({ ...now, ...part })); setWrong({}); }, preview, duplicates, choice, decide, wrong, saving, save, backToBox,
  };
}
