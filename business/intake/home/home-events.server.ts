import type { AnsweredRow } from '#kernel/language/calls/shape.ts';
import type { Dictionary, Tone } from '#kernel/language/dictionary.ts';
import type { Label } from '#kernel/language/label.ts';
import { contribution } from '#kernel/language/rooms/contribution.ts';
import { type Reading, extension, implement } from '#kernel/server';
import { serviceFile } from '#business/customers/service-file/service-file.paper.ts';
import { registerStatus } from '#business/scheduling/dictionaries.ts';
import { repairStatus } from '../dictionaries.ts';
import { registration } from '../registration/registration.paper.ts';
import { repairAnnex } from '../repair-form/repair-annex.paper.ts';
import { repairForm } from '../repair-form/repair-form.paper.ts';
import type { CaseRow } from '../timeline/station.rules.ts';
import { urge } from '../urge/urge.paper.ts';
import { type HomeEvent, type OpenMatter, readOpenMatters } from './home.calls.ts';

/** Maximum of rows that are read of each paper of a home, the newest first. */
export const MAX_OF_HOME = 50;

/** A home with its orders in the reader's scope, from which rooms read their events. */
export interface HomeReading {
  readonly reading: Reading;
  readonly fileId: string;
  readonly orders: readonly AnsweredRow<typeof registration>[];
  readonly orderIds: readonly string[];
}

/** How one room reads its events of a home. */
export interface HomeEvents {
  readonly name: string;
  readonly read: (home: HomeReading) => Promise<readonly HomeEvent[]>;
}

/** Readers of events, of all rooms. */
export const homeEvents = contribution<HomeEvents>('home.events');

/** Return the label of a state, and its tone. */
export function stateWords(states: Dictionary, key: unknown): { readonly words: Label; readonly tone: Tone } {
  const item = states.items[String(key)];
  return { words: item ? [item[0], item[1]] : ['', ''], tone: item?.[2] ?? 'grey' };
}

const ENDED_FORMS = ['merged', 'rejected', 'cancelled', 'closed'];
const OPEN_ORDERS = ['registered', 'dispatched', 'inService', 'waiting'];

export const sameWords = (text: unknown): Label => [String(text ?? ''), String(text ?? '')];

/** Maximum of thumbnails of an event. The page of the event shows all of its photos. */
const MAX_PHOTOS = 4;
/** Maximum photos of a whole timeline. */
export const MAX_PHOTOS_OF_HOME = 300;

/** Return a function from the id of a row to its photos. */
export function photosBy(
  rows: readonly CaseRow[],
  parent: string,
  name: (row: CaseRow) => string,
): (id: string) => HomeEvent['photos'] {
  const found = Map.groupBy(rows, (row) => String(row[parent]));
  return (id) =>
    found
      .get(id)
      ?.slice(0, MAX_PHOTOS)
      .map((row) => ({ id: row.id, link: String(row.fileUrl ?? ''), name: name(row) }));
}

/** Return events of ended calls without an order, and of urges. Calls that became orders are shown by their visits. */
async function callsOf({ reading, fileId, orders }: HomeReading): Promise<HomeEvent[]> {
  const forms = await reading.visible(repairForm, { match: { registerMainId: fileId } }).rows({ first: MAX_OF_HOME });
  const ended = forms.filter((form) => !form.registrationFormId && ENDED_FORMS.includes(String(form.repairStatus)));
  const files = ended.length
    ? await reading
        .visible(repairAnnex, { query: { repairFormId_in: ended.map((form) => form.id).join(',') }, partOf: ended })
        .words({ limit: MAX_PHOTOS_OF_HOME })
    : [];
  const photos = photosBy(files, 'repairFormId', (file) => String(file.fileName ?? ''));
  const calls = ended.map((form): HomeEvent => {
    const { words, tone } = stateWords(repairStatus, form.repairStatus);
    return {
      id: form.id,
      kind: 'call',
      at: String(form.createTime),
      title: sameWords(form.description),
      detail: [`${String(form.repairNo)} · ${words[0]}`, `${String(form.repairNo)} · ${words[1]}`],
      amount: '',
      tone,
      to: `/maintenance/asrepairform?id=${form.id}`,
      photos: photos(form.id),
    };
  });
  const ids = forms.map((form) => form.id);
  const urges = ids.length
    ? await reading.visible(urge, { match: { repairFormId: ids } }).rows({ first: MAX_OF_HOME })
    : [];
  const cancelled = orders.filter((order) => order.registerStatus === 'cancelled');
  return [
    ...calls,
    ...urges.map((one): HomeEvent => ({
      id: one.id,
      kind: 'urge',
      at: String(one.createTime),
      title: ['催单', 'Followed up'],
      detail: sameWords(one.content),
      amount: '',
      tone: 'amber',
      to: `/maintenance/asurgevisit?id=${one.id}`,
    })),
    ...cancelled.map((order): HomeEvent => ({
      id: order.id,
      kind: 'call',
      at: String(order.createTime),
      title: sameWords(order.content),
      detail: [`${String(order.registrationNo)} · 已取消`, `${String(order.registrationNo)} · cancelled`],
      amount: '',
      tone: 'grey',
      to: `/maintenance/registrationform?id=${order.id}`,
    })),
  ];
}

/** Events of a home from this room. */
export const intakeHomeEvents: readonly HomeEvents[] = [{ name: 'intake', read: callsOf }];

/** Return the open orders of a home, and calls that wait for acceptance. */
export async function openMatters({
  reading,
  fileId,
  orders,
}: Pick<HomeReading, 'reading' | 'fileId' | 'orders'>): Promise<OpenMatter[]> {
  const forms = await reading
    .visible(repairForm, { match: { registerMainId: fileId, repairStatus: ['submitted'] } })
    .rows({ first: MAX_OF_HOME });
  return [
    ...forms.map((form): OpenMatter => {
      const { words, tone } = stateWords(repairStatus, form.repairStatus);
      return {
        id: form.id,
        no: String(form.repairNo),
        title: String(form.description),
        state: words,
        tone,
        began: form.createTime,
        due: String(form.slaDue ?? ''),
        to: `/maintenance/asrepairform?id=${form.id}`,
      };
    }),
    ...orders
      .filter((order) => OPEN_ORDERS.includes(String(order.registerStatus)))
      .map((order): OpenMatter => {
        const { words, tone } = stateWords(registerStatus, order.registerStatus);
        return {
          id: order.id,
          no: String(order.registrationNo),
          title: String(order.content),
          state: words,
          tone,
          began: order.createTime,
          due: String(order.slaDue ?? ''),
          to: `/maintenance/registrationform?id=${order.id}`,
        };
      }),
  ];
}

/** Return the orders of a home, newest first. */
export const ordersOfHome = (reading: Reading, fileId: string): Promise<AnsweredRow<typeof registration>[]> =>
  reading.visible(registration, { match: { registerMainId: fileId } }).rows({ first: MAX_OF_HOME });

/** Return the open matters of a home in the reader's scope. */
export const openAtHome = async (reading: Reading, fileId: string): Promise<OpenMatter[]> =>
  openMatters({ reading, fileId, orders: await ordersOfHome(reading, fileId) });

/** The service file's call that returns the open orders and calls of its home, for forms about the same home. */
export const openMattersCall = extension<typeof serviceFile>(serviceFile, {
  calls: [
    implement(readOpenMatters, {
      async read({ id }, reading) {
        const [file] = await reading.visible(serviceFile, { query: { id } }).words({ first: 1 });
        return file ? openAtHome(reading, file.id) : [];
      },
    }),
  ],
});
