import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Label } from '#kernel/language/label.ts';
import { askCall } from '#kernel/web/http/ask-call.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { queryClient, refresh } from '#kernel/web/query/client.ts';
import { useDirtyTab } from '#kernel/web/tabs/tabs.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import {
  type FinishDraft,
  type Gap,
  type DraftSums,
  bodyOf,
  draftFor,
  draftGapsOf,
  draftSumsOf,
} from '../finish/draft.rules.ts';
import type { Put } from '../finish/use-draft.view.tsx';
import { type DoorAnswer, type ToWrite, readAtDoor, visitsToWrite } from '../at-door/at-door.calls.ts';
import type { Visit } from '../at-door/own-day.calls.ts';
import { type CompletionBody, saveCompletion } from '../completion/completion.calls.ts';

export const useToWrite = (): readonly ToWrite[] | undefined =>
  useQuery({
    queryKey: ['office', 'toWrite'],
    queryFn: ({ signal }) => askCall(visitsToWrite, {}, { signal }),
    staleTime: 0,
  }).data;

export const useDoorAnswer = (by: { dispatchListId?: string; dispId?: string }): DoorAnswer | undefined =>
  useQuery({
    queryKey: ['office', 'atDoor', by],
    enabled: Boolean(by.dispatchListId ?? by.dispId),
    queryFn: ({ signal }) => askCall(readAtDoor, by, { signal }),
    staleTime: 0,
  }).data;

/** Inputs that only the office has: work times, why it writes for the technician, and photos by class. */
export interface DeskInput {
  readonly startTime: string;
  readonly endTime: string;
  readonly reason: string;
  readonly photos: Readonly<Record<string, readonly string[]>>;
}

export interface Office {
  readonly visit: Visit;
  readonly draft: FinishDraft;
  readonly put: Put;
  readonly deskInput: DeskInput;
  readonly setDeskInput: (part: Partial<DeskInput> | ((now: DeskInput) => Partial<DeskInput>)) => void;
  readonly sums: DraftSums;
  readonly gaps: readonly (Gap | { readonly section: 'told'; readonly words: Label })[];
  readonly saving: boolean;
  readonly wrong: Readonly<Record<string, string>>;
  readonly save: (keptOpen: boolean) => Promise<boolean>;
}

const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text.trim());
const short = (moment: unknown): string => (typeof moment === 'string' ? moment.slice(0, 16) : '');

function toldGaps(told: DeskInput): { section: 'told'; words: Label }[] {
  const gap = (words: Label): { section: 'told'; words: Label } => ({ section: 'told', words });
  return [
    ...(isMoment(told.startTime) && isMoment(told.endTime)
      ? []
      : [gap(['请填写开始与结束时间', 'Say when it started and ended'])]),
    ...(isMoment(told.startTime) && isMoment(told.endTime) && told.startTime > told.endTime
      ? [gap(['结束时间不能早于开始时间', 'The end cannot lie before the start'])]
      : []),
    ...(told.reason.trim() ? [] : [gap(['代技师登记须说明原因', 'Say why you write it for the technician'])]),
  ];
}

/** Return the visit with photos that are not sent yet counted as present. */
const withPhotos = (of: Visit, photos: DeskInput['photos']): Visit => ({
  ...of,
  annexTypes: of.annexTypes.map((kind) => {
    const more = photos[kind.classifyId]?.length ?? 0;
    return { ...kind, count: kind.count + more, missing: Math.max(0, kind.missing - more) };
  }),
});

function bodyFor(
  office: { visit: Visit; draft: FinishDraft; sums: DraftSums; told: DeskInput },
  keptOpen: boolean,
): CompletionBody {
  const { visit, draft, sums, told } = office;
  const body = bodyOf(visit, { ...draft, sign: null }, sums, `${told.endTime.trim()}:00`);
  const annexes = Object.entries(told.photos).flatMap(([classifyId, links]) =>
    links.map((fileUrl) => ({ classifyId, fileUrl, takenTime: `${told.endTime.trim()}:00` })),
  );
  return {
    ...body,
    draft: keptOpen,
    reason: told.reason.trim() || null,
    annexes,
    header: { ...body.header, startTime: `${told.startTime.trim()}:00`, endTime: `${told.endTime.trim()}:00` },
  };
}

/** State of a completion that the office writes on behalf of a technician. */
export function useOffice({ visit: of, now, km, terms }: DoorAnswer): Office {
  const number = km === null ? null : Number(km);
  const [draft, setDraft] = useState<FinishDraft>(() => draftFor(of, number));
  const latest = useRef(draft);
  const [told, setTold] = useState<DeskInput>(() => ({
    startTime: short(of.completion.startTime) || short(of.arriveTime) || short(of.planStart),
    endTime: short(of.completion.endTime) || short(now),
    reason: '',
    photos: {},
  }));
  const [dirty, setDirty] = useState(false);
  const [saving, setSaving] = useState(false);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  useDirtyTab(dirty);
  const visit = withPhotos(of, told.photos);
  const sums = draftSumsOf(visit, draft, terms);
  const put: Put = (part) => {
    latest.current = { ...latest.current, ...(typeof part === 'function' ? part(latest.current) : part) };
    setDraft(latest.current);
    setDirty(true);
    setWrong({});
  };
  const save = async (keptOpen: boolean): Promise<boolean> => {
    if (saving) return false;
    setSaving(true);
    try {
      await askCall(saveCompletion, bodyFor({ visit, draft: latest.current, sums, told }, keptOpen), {
        quiet: true,
      });
      setDirty(false);
      for (const paper of ['completion', 'visit', 'registration', 'collection']) refresh(paper);
      void queryClient.invalidateQueries({ queryKey: ['office'] });
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setWrong(Object.fromEntries(error.fields.map((one) => [one.field, one.msg])));
      toast.bad(error.message);
      return false;
    } finally {
      setSaving(false);
    }
  };
  return {
    visit,
    draft,
    put,
    deskInput: told,
    sums,
    saving,
    wrong,
    save,
    setDeskInput: (part) => {
      setTold((before) => ({ ...before, ...(typeof part === 'function' ? part(before) : part) }));
      setDirty(true);
    },
    gaps: [...toldGaps(told), ...draftGapsOf(visit, draft, terms, number)],
  };
}
