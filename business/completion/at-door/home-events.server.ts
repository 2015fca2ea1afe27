import { lengthWords } from '#kernel/language/days.ts';
import type { HomeEvent } from '#business/intake/home/home.calls.ts';
import {
  type HomeEvents,
  MAX_OF_HOME,
  MAX_PHOTOS_OF_HOME,
  type HomeReading,
  photosBy,
  sameWords,
} from '#business/intake/home/home-events.server.ts';
import { word } from '#business/intake/timeline/station.rules.ts';
import { completionAnnex } from '../annexes/completion-annex.paper.ts';
import { completion } from '../completion/completion.paper.ts';

/** Return the work done in a home as events: technician, duration, and price or payer. */
async function workOf({ reading, orderIds }: HomeReading): Promise<HomeEvent[]> {
  if (!orderIds.length) return [];
  const done = await reading
    .visible(completion, {
      query: { registrationFormId: [...orderIds], completeStatus: ['submitted', 'confirmed', 'refill'] },
    })
    .words({ limit: MAX_OF_HOME });
  const taken = done.length
    ? await reading
        .visible(completionAnnex, {
          query: { dispatchListId_in: done.map((one) => one.dispatchListId).join(',') },
          partOf: done,
        })
        .words({ limit: MAX_PHOTOS_OF_HOME })
    : [];
  const photos = photosBy(taken, 'dispatchListId', (photo) => word(photo, 'classifyId'));
  return done.map((one): HomeEvent => {
    const who = one._names?.technicianId ?? '';
    const long = lengthWords(Number(one.workMinutes ?? 0));
    const cover = one._names?.weibao ?? '';
    const paid = Number(one.practicalAmount ?? 0) > 0;
    const facts = (length: string): string =>
      [who, length, String(one.completionNo), paid ? '' : cover].filter(Boolean).join(' · ');
    return {
      id: one.id,
      kind: 'work',
      at: String(one.endTime ?? one.createTime),
      title: sameWords(one.maintenanceContent),
      detail: [facts(long[0]), facts(long[1])],
      amount: paid ? String(one.practicalAmount) : '',
      tone: one.completeStatus === 'confirmed' ? 'green' : 'amber',
      to: one.registrationFormId
        ? `/maintenance/chain/${String(one.registrationFormId)}`
        : `/maintenance/ascompletionregistration?id=${one.id}`,
      photos: photos(String(one.dispatchListId)),
    };
  });
}

/** Completions as events in the history of a home. */
export const completionHomeEvents: readonly HomeEvents[] = [{ name: 'completion', read: workOf }];
