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

/** What is typed about a fault; everything else is known from the caller or decided. */
export interface FaultInput {
  readonly repairType: string;
  readonly faultCategory: string;
  readonly description: string;
  readonly urgency: string;
  readonly expectDate: string;
  readonly expectSlot: string;
  readonly phone: string;
  readonly customerName: string;
  readonly premises: string;
  readonly premisesId: string;
  readonly address: string;
  readonly team: string;
  /** The cover a lead decides instead of the product, and why; empty = as the product decides. */
  readonly cover: string;
  readonly coverReason: string;
  /** The alarm that told of the fault; empty: the caller did. */
  readonly alarmId: string;
}

const untouched = (): FaultInput => ({
  repairType: '',
  faultCategory: '',
  description: '',
  urgency: 'normal',
  expectDate: dayFromNow(1),
  expectSlot: 'any',
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

/** Two answers to “was this reported already?”; until one is given, nothing is saved. */
export type DuplicateChoice = 'merge' | 'separate' | null;

/** The box in which a customer is found. */
export interface CustomerFinder {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly find: (text: string) => void;
  readonly hits: readonly DeskHit[] | undefined;
  /** The hits still answer an earlier text. */ readonly isAwaited: boolean;
  readonly cursor: number;
  readonly point: (at: number) => void;
  readonly choose: (hit: DeskHit) => void;
  readonly beginNew: () => void;
}

/** Who was found, and what of his is chosen. */
export interface Called {
  readonly caller: DeskCaller | undefined;
  readonly home: CallerHome | undefined;
  readonly chooseHome: (id: string) => void;
  readonly machine: CallerMachine | undefined;
  readonly chooseMachine: (id: string) => void;
  /** Where several machines may be chosen: their ids. */
  readonly machines?: readonly string[];
  /** Puts a fault that a device tells of into the new request. */
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

/** What is typed, once the hand rests. */
function useSlowly(text: string): string {
  const [asked, ask] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => ask(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return asked;
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
  const { faultCategory, description, urgency, expectDate, expectSlot } = typed;
  const cover = typed.cover ? { cover: { weibao: typed.cover, reason: typed.coverReason } } : {};
  const fault = {
    source: 'phone',
    repairType: machine?.systemType || typed.repairType,
    faultCategory,
    description,
    urgency,
    expectDate,
    expectSlot,
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
  // The number on record is shown masked: only another one is sent.
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

const isEnough = (asked: string): boolean => [...asked].length > 1;

/** Customers that fit what was typed into the box; undefined while there is too little of it. Until the answer is there, those of the text before. */
export function useHits(text: string): Pick<CustomerFinder, 'hits' | 'isAwaited'> {
  const wanted = text.trim();
  const asked = useSlowly(wanted);
  const { data, isPlaceholderData, isLoading } = useQuery({
    queryKey: ['desk', 'find', asked],
    queryFn: ({ signal }) => askCall(findCaller, { text: asked }, { signal, quiet: true }),
    enabled: isEnough(asked),
    staleTime: 5_000,
    placeholderData: (before) => before,
  });
  return {
    hits: isEnough(asked) ? data : undefined,
    isAwaited: isEnough(wanted) && (wanted !== asked || isPlaceholderData || isLoading),
  };
}

/** Everything about a customer; nobody has no id. */
export const useCaller = (customerId: string): DeskCaller | undefined =>
  useQuery({
    queryKey: ['desk', 'caller', customerId],
    queryFn: ({ signal }) => askCall(readCaller, { customerId }, { signal }),
    enabled: customerId !== '',
  }).data;

/** What the server says about what was typed into the box, who was chosen, and what he reports. */
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
    // While a fault is typed the last answer stays; of another machine it never does.
    placeholderData: (before, query) => (query?.queryKey[2] === whose ? before : undefined),
  });
  return { ...found, caller, home, machine, preview: isAsked ? preview : undefined };
}

interface Saved {
  readonly id: string;
  readonly repairNo: string;
  readonly customerId: string;
}

/** How the form is saved: into another one, as another matter, or as a new one; accepted at once where that is asked. */
const wayOf = (choice: DuplicateChoice, duplicates: readonly Duplicate[], accept: boolean): Record<string, unknown> =>
  choice === 'merge'
    ? { mergeInto: duplicates[0].id }
    : { ...(choice === 'separate' && { separate: true }), ...(accept && { then: 'accept' }) };

function saidOf(row: Saved, choice: DuplicateChoice, duplicates: readonly Duplicate[], accept: boolean): Label {
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

/** Saving: one gesture, one form; what the server refuses is told at the field, and a duplicate it found becomes the question. */
function useSaving({ chosen, answers, typed, choice, done, choose }: Saving) {
  const t = useT();
  const [told, setTold] = useState<readonly Duplicate[]>([]);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  const duplicates = answers.preview?.duplicates.length ? answers.preview.duplicates : told;
  const refused = (error: unknown): void => {
    if (!(error instanceof Refused)) throw error;
    setWrong(Object.fromEntries(error.fields.map((one) => [one.field, one.msg])));
    if (error.reason === 'maintenance.duplicateUndecided') setTold(error.data.duplicates as Duplicate[]);
    const offered = offerInstead(error, ({ id }) => {
      setWrong({});
      choose(id);
    });
    if (!offered) toast.bad(error.message);
    // The home was read before the machine was replaced.
    else void queryClient.invalidateQueries({ queryKey: ['desk', 'caller'] });
  };
  // The hand goes to the first field that is wrong, once it is marked.
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
      toast.good(t(saidOf(row, choice, duplicates, accept)));
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
      setTold([]);
      setWrong({});
    },
    pardon: () => setWrong({}),
  };
}

/** `?customer=` and `&home=`: somebody comes for this person and home; the address is left clean. */
function useAddressed(choose: (next: Chosen) => void): void {
  const [search, setSearch] = useSearchParams();
  const customerId = search.get('customer') ?? '';
  const fileId = search.get('home') ?? '';
  useEffect(() => {
    if (!customerId) return;
    choose({ ...nobody, customerId, fileId });
    setSearch({}, { replace: true });
    // Only the address calls for it, not what is drawn meanwhile.
  }, [customerId, fileId]);
}

/** Everything the desk knows and does, for its parts. */
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
  // The form comes with the answer about the caller; the hand goes there when it does.
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
  // Another machine, or home, is another question: neither the duplicate nor the cover decided for the last one holds.
  const judgeAnew = (): void => {
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
      judgeAnew();
    },
    chooseMachine: (id) => {
      setChosen((now) => ({ ...now, equipmentId: now.equipmentId === id ? '' : id }));
      judgeAnew();
      toWords();
    },
    fillFault: ({ equipmentId, ...fault }) => {
      if (equipmentId) setChosen((now) => ({ ...now, equipmentId }));
      judgeAnew();
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
