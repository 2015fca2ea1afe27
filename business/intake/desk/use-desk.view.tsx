import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Label } from '#kernel/language/label.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { postJson } from '#kernel/web/http/http.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { queryClient, refresh } from '#kernel/web/query/client.ts';
import { useDirtyTab } from '#kernel/web/tabs/tabs.ts';
import { offerInstead, toast } from '#kernel/web/toast/toasts.ts';
import { dayFromNow } from '#kernel/web/i18n/dates.ts';
import { useLanguage, useT } from '#kernel/web/i18n/words.ts';
import type { ToldFault } from './live/desk-places.view.tsx';
import { missingIn } from './missing.rules.ts';
import {
  type CallerHome,
  type CallerMachine,
  type DeskCaller,
  type DeskHit,
  type Duplicate,
  type RepairPreview,
  findCaller,
  previewForm,
  readCaller,
} from './desk.calls.ts';

const below = 'blade-maintenance/webApi';
const PAUSE_MS = 160;

/** Values that the person types about a fault. All others come from the caller's data or are decided by the product. */
export interface FaultInput {
  readonly repairType: string;
  readonly faultCategory: string;
  readonly description: string;
  readonly urgency: string;
  readonly expectDate: string;
  readonly expectSlot: string;
  readonly wishFirm: boolean;
  readonly phone: string;
  readonly customerName: string;
  readonly premises: string;
  readonly premisesId: string;
  readonly address: string;
  readonly team: string;
  /** The cover that a lead chose instead of the rules, with its reason; empty if the rules decide. */
  readonly cover: string;
  readonly coverReason: string;
  /** Id of the alarm that reported the fault; empty if the caller did. */
  readonly alarmId: string;
}

const untouched = (): FaultInput => ({
  repairType: '',
  faultCategory: '',
  description: '',
  urgency: 'normal',
  expectDate: dayFromNow(1),
  expectSlot: 'any',
  wishFirm: false,
  phone: '',
  customerName: '',
  premises: '',
  premisesId: '',
  address: '',
  team: '',
  cover: '',
  coverReason: '',
  alarmId: '',
});

/** Answer to “is it a duplicate?”; null until it is answered. */
export type DuplicateChoice = 'merge' | 'separate' | null;

/** State of the search box for customers. */
export interface CustomerFinder {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly find: (text: string) => void;
  readonly hits: readonly DeskHit[] | undefined;
  /** `hits` still belong to an earlier text, since the search is running. */ readonly isAwaited: boolean;
  readonly cursor: number;
  readonly point: (at: number) => void;
  readonly choose: (hit: DeskHit) => void;
  readonly beginNew: () => void;
}

/** The caller, and the chosen home and machine. */
export interface Called {
  readonly caller: DeskCaller | undefined;
  readonly home: CallerHome | undefined;
  readonly chooseHome: (id: string) => void;
  readonly machine: CallerMachine | undefined;
  readonly chooseMachine: (id: string) => void;
  /** Ids of the chosen machines, where several may be chosen. */
  readonly machines?: readonly string[];
  /** Copy a fault that a device reported into the new form. */
  readonly fillFault?: (fault: ToldFault) => void;
}

export interface Desk extends CustomerFinder, Called {
  readonly words: RefObject<HTMLTextAreaElement | null>;
  readonly isNew: boolean;
  readonly clear: () => void;
  readonly typed: FaultInput;
  readonly type: (part: Partial<FaultInput>) => void;
  readonly preview: RepairPreview | undefined;
  readonly duplicates: readonly Duplicate[];
  readonly choice: DuplicateChoice;
  readonly decide: (choice: DuplicateChoice) => void;
  readonly wrong: Readonly<Record<string, string>>;
  readonly saving: boolean;
  readonly save: (accept: boolean) => Promise<void>;
  readonly backToBox: () => void;
}

/** Return the typed text once typing pauses. */
function useSlowly(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface Chosen {
  readonly customerId: string;
  readonly fileId: string;
  readonly equipmentId: string;
  readonly isNew: boolean;
}
const nobody: Chosen = { customerId: '', fileId: '', equipmentId: '', isNew: false };

function bodyOf(
  chosen: Chosen,
  home: CallerHome | undefined,
  machine: CallerMachine | undefined,
  typed: FaultInput,
): Record<string, unknown> {
  const { faultCategory, description, urgency, expectDate, expectSlot, wishFirm } = typed;
  const cover = typed.cover ? { cover: { weibao: typed.cover, reason: typed.coverReason } } : {};
  const fault = {
    source: 'phone',
    repairType: machine?.systemType || typed.repairType,
    faultCategory,
    description,
    urgency,
    expectDate,
    expectSlot,
    wishFirm,
    ...(typed.alarmId && { alarmId: typed.alarmId }),
    ...cover,
  };
  if (chosen.isNew)
    return {
      ...fault,
      customerName: typed.customerName,
      phone: typed.phone,
      ...(typed.premisesId && { premisesId: typed.premisesId }),
      address: typed.address,
      customerServiceTeam: typed.team,
      newCustomer: true,
      newFile: true,
    };
  // The stored phone number is shown masked, so send a number only if a new one was typed.
  return {
    ...fault,
    customerId: chosen.customerId,
    registerMainId: home?.id,
    address: home?.address,
    equipmentId: machine?.id,
    ...(typed.phone && { phone: typed.phone }),
  };
}

interface Answers extends Pick<CustomerFinder, 'hits' | 'isAwaited'> {
  readonly caller: DeskCaller | undefined;
  readonly home: CallerHome | undefined;
  readonly machine: CallerMachine | undefined;
  readonly preview: RepairPreview | undefined;
}

const isEnough = (text: string): boolean => [...text].length > 1;

/**
 * Return the customers that match the typed text; undefined while it is too short. During a search, return those of the
 * earlier text.
 */
export function useHits(text: string): Pick<CustomerFinder, 'hits' | 'isAwaited'> {
  const wanted = text.trim();
  const settled = useSlowly(wanted);
  const { data, isPlaceholderData, isLoading } = useQuery({
    queryKey: ['desk', 'find', settled],
    queryFn: ({ signal }) => askCall(findCaller, { text: settled }, { signal, quiet: true }),
    enabled: isEnough(settled),
    staleTime: 5_000,
    placeholderData: (before) => before,
  });
  return {
    hits: isEnough(settled) ? data : undefined,
    isAwaited: isEnough(wanted) && (wanted !== settled || isPlaceholderData || isLoading),
  };
}

/** Return everything about a customer; nothing without an id. */
export const useCaller = (customerId: string): DeskCaller | undefined =>
  useQuery({
    queryKey: ['desk', 'caller', customerId],
    queryFn: ({ signal }) => askCall(readCaller, { customerId }, { signal }),
    enabled: customerId !== '',
  }).data;

/** Return the data that the server answers: search hits, the caller, and the preview of the typed form. */
function useAnswers(text: string, chosen: Chosen, typed: FaultInput): Answers {
  const language = useLanguage();
  const found = useHits(text);
  const { customerId, isNew } = chosen;
  const data = useCaller(customerId);
  const caller = isNew ? undefined : data;
  const home = caller?.homes.find((one) => one.id === chosen.fileId) ?? caller?.homes[0];
  const machine = home?.equipment.find((one) => one.id === chosen.equipmentId);
  const about = {
    customerId,
    equipmentId: machine?.id,
    repairType: machine?.systemType || typed.repairType,
    faultCategory: typed.faultCategory,
    urgency: typed.urgency,
  };
  const isAsked = about.repairType !== '' && (customerId !== '' || isNew);
  const whose = `${customerId} ${machine?.id ?? ''} ${about.repairType}`;
  const { data: preview } = useQuery({
    queryKey: ['desk', 'preview', whose, about, language],
    enabled: isAsked,
    staleTime: 0,
    queryFn: ({ signal }) => askCall(previewForm, about, { signal, quiet: true }),
    // While typing continues, show the previous preview, but never one of another machine.
    placeholderData: (before, query) => (query?.queryKey[2] === whose ? before : undefined),
  });
  return { ...found, caller, home, machine, preview: isAsked ? preview : undefined };
}

interface Saved {
  readonly id: string;
  readonly repairNo: string;
  readonly customerId: string;
}

/**
 * Return the inputs that tell the save what to do: merge, keep separate although a duplicate exists, or accept at once.
 */
const wayOf = (choice: DuplicateChoice, duplicates: readonly Duplicate[], accept: boolean): Record<string, unknown> =>
  choice === 'merge'
    ? { mergeInto: duplicates[0].id }
    : { ...(choice === 'separate' && { separate: true }), ...(accept && { then: 'accept' }) };

function savedWords(row: Saved, choice: DuplicateChoice, duplicates: readonly Duplicate[], accept: boolean): Label {
  if (choice === 'merge')
    return [
      `${row.repairNo} 已并入 ${duplicates[0].repairNo}`,
      `${row.repairNo} merged into ${duplicates[0].repairNo}`,
    ];
  return accept
    ? [`${row.repairNo} 已受理`, `${row.repairNo} accepted`]
    : [`${row.repairNo} 已保存`, `${row.repairNo} saved`];
}

function readAnew(): void {
  for (const paper of ['repairForm', 'registration', 'customer', 'serviceFile']) refresh(paper);
  void queryClient.invalidateQueries({ queryKey: ['desk'] });
}

interface Saving {
  readonly chosen: Chosen;
  readonly answers: Answers;
  readonly typed: FaultInput;
  readonly choice: DuplicateChoice;
  readonly done: (row: Saved) => void;
  /** Choose another machine of the home. */ readonly choose: (equipmentId: string) => void;
}

/**
 * State and action of saving. A refusal is shown at its field. A duplicate that the save discovers is shown as the
 * question about it.
 */
function useSaving({ chosen, answers, typed, choice, done, choose }: Saving) {
  const t = useT();
  const [found, setFound] = useState<readonly Duplicate[]>([]);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  const duplicates = answers.preview?.duplicates.length ? answers.preview.duplicates : found;
  const refused = (error: unknown): void => {
    if (!(error instanceof Refused)) throw error;
    setWrong(Object.fromEntries(error.fields.map((one) => [one.field, one.msg])));
    if (error.reason === 'maintenance.duplicateUndecided') setFound(error.data.duplicates as Duplicate[]);
    const offered = offerInstead(error, ({ id }) => {
      setWrong({});
      choose(id);
    });
    if (!offered) toast.bad(error.message);
    // The machine was replaced after the caller's data was read, so read it again.
    else void queryClient.invalidateQueries({ queryKey: ['desk', 'caller'] });
  };
  // Focus the first faulty field after it is marked.
  useEffect(() => {
    if (Object.keys(wrong).length)
      document.querySelector<HTMLElement>('.page:not([hidden]) .desk-form [aria-invalid="true"]')?.focus();
  }, [wrong]);
  const save = async (accept: boolean): Promise<void> => {
    if (saving || (!chosen.customerId && !chosen.isNew)) return;
    if (duplicates.length && !choice) {
      toast.bad(t(['可能重复：请先选择并入或仍新建', 'Possibly a duplicate: choose to merge or to make a new one']));
      document.querySelector<HTMLElement>('.page:not([hidden]) .desk-duplicate [role=radio]')?.focus();
      return;
    }
    const missing =
      choice === 'merge' ? [] : missingIn(typed, { isNew: chosen.isNew, machine: answers.machine, accept });
    if (missing.length) {
      const words = t(['请填写', 'Fill this in']);
      setWrong(Object.fromEntries(missing.map((name) => [name, words])));
      return;
    }
    setSaving(true);
    try {
      const row = await postJson<Saved>(
        `${below}/asrepairform/submit`,
        { ...bodyOf(chosen, answers.home, answers.machine, typed), ...wayOf(choice, duplicates, accept) },
        { quiet: true },
      );
      toast.good(t(savedWords(row, choice, duplicates, accept)));
      done(row);
    } catch (error) {
      refused(error);
    } finally {
      setSaving(false);
    }
  };
  return {
    duplicates,
    wrong,
    saving,
    save,
    forget: () => {
      setFound([]);
      setWrong({});
    },
    pardon: () => setWrong({}),
  };
}

/** Choose the customer and home of the address (`?customer=…&home=…`), and clear the address. */
function useAddressed(choose: (next: Chosen) => void): void {
  const [search, setSearch] = useSearchParams();
  const customerId = search.get('customer') ?? '';
  const fileId = search.get('home') ?? '';
  useEffect(() => {
    if (!customerId) return;
    choose({ ...nobody, customerId, fileId });
    setSearch({}, { replace: true });
    // Runs only when the address changes, not whenever `choose` is a new function.
  }, [customerId, fileId]);
}

/** State and actions of the desk, shared by its parts. */
export function useDesk(): Desk {
  const box = useRef<HTMLInputElement>(null);
  const words = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [cursor, point] = useState(0);
  const [chosen, setChosen] = useState<Chosen>(nobody);
  const [typed, setTyped] = useState<FaultInput>(untouched);
  const [choice, decide] = useState<DuplicateChoice>(null);
  const answers = useAnswers(text, chosen, typed);
  useDirtyTab(typed.description !== '');

  const backToBox = (): void => {
    box.current?.focus();
    box.current?.select();
  };
  // The form appears only with the answer about the caller, so it gets the focus after that.
  const wanted = useRef(false);
  const [, draw] = useState(0);
  const toWords = (): void => {
    wanted.current = true;
    draw((round) => round + 1);
  };
  useEffect(() => {
    if (wanted.current && words.current) {
      wanted.current = false;
      words.current.focus();
    }
  });
  const clear = (): void => {
    setTyped(untouched());
    decide(null);
    saving.forget();
    setChosen((now) => ({ ...now, equipmentId: '' }));
  };
  const clearByHand = (): void => {
    clear();
    if (words.current) words.current.focus();
    else backToBox();
  };
  const done = (row: Saved): void => {
    clear();
    setChosen({ ...nobody, customerId: row.customerId });
    readAnew();
    backToBox();
  };
  const saving = useSaving({
    chosen,
    answers,
    typed,
    choice,
    done,
    choose: (equipmentId) => setChosen((now) => ({ ...now, equipmentId })),
  });
  const take = (next: Chosen): void => {
    if (next.customerId !== chosen.customerId || next.isNew !== chosen.isNew) clear();
    setChosen(next);
  };
  useAddressed((next) => {
    take(next);
    toWords();
  });
  // Choosing another machine or home resets the answers about duplicate and cover.
  const resetDecisions = (): void => {
    decide(null);
    setTyped((now) => ({ ...now, cover: '', coverReason: '' }));
  };

  return {
    box,
    words,
    text,
    cursor,
    point,
    typed,
    choice,
    decide,
    clear: clearByHand,
    backToBox,
    ...answers,
    ...saving,
    isNew: chosen.isNew,
    find: (next) => {
      setText(next);
      point(0);
    },
    choose: (hit) => {
      take({ customerId: hit.customerId, fileId: hit.registerMainId, equipmentId: hit.equipmentId, isNew: false });
      toWords();
    },
    beginNew: () => {
      take({ ...nobody, isNew: true });
      if (/^1\d{10}$/.test(text.trim())) setTyped((now) => ({ ...now, phone: text.trim() }));
    },
    chooseHome: (id) => {
      setChosen((now) => ({ ...now, fileId: id, equipmentId: '' }));
      resetDecisions();
    },
    chooseMachine: (id) => {
      setChosen((now) => ({ ...now, equipmentId: now.equipmentId === id ? '' : id }));
      resetDecisions();
      toWords();
    },
    fillFault: ({ equipmentId, ...fault }) => {
      if (equipmentId) setChosen((now) => ({ ...now, equipmentId }));
      resetDecisions();
      setTyped((now) => ({ ...now, ...fault }));
      saving.pardon();
      toWords();
    },
    type: (part) => {
      setTyped((now) => ({ ...now, ...part }));
      saving.pardon();
    },
  };
}
