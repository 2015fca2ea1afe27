import { askCall } from '#kernel/web/http/ask-call.ts';
import { postJson } from '#kernel/web/http/http.ts';
import { Refused } from '#kernel/web/http/refused.ts';
import { newKey } from '#kernel/web/http/headers.ts';
import { refresh } from '#kernel/web/query/client.ts';
import { toast } from '#kernel/web/toast/toasts.ts';
import { words } from '#kernel/web/i18n/words.ts';
import { today } from '#kernel/web/i18n/dates.ts';
import type { Label } from '#kernel/language/label.ts';
import { minuteWords } from '#kernel/language/days.ts';
import { must } from '#kernel/language/must.ts';
import type { BoardOrder, BoardVisit, VisitConflict } from '../board.calls.ts';
import { saveDispatch, transferDispatch } from '../../dispatch-form/dispatch-form.calls.ts';
import { needsForce, wishConflict, wishOf } from '../../candidates/wish.rules.ts';
import { put, useBoard } from './board-store.view.tsx';
import { askWhy } from './questions.view.tsx';
import { BOARD_VISITS, readAnew, fetchPlacingVerdict } from './use-board-data.view.tsx';

/** An order or visit that was dropped on a row at a time. */
export interface Placed {
  readonly technicianId: string;
  readonly technicianName: string;
  readonly from: string;
  readonly to: string;
  readonly name: string;
  readonly order?: BoardOrder;
  readonly visit?: BoardVisit;
  /** The technician and time were proposed by the server. */ readonly suggested?: boolean;
}

interface Saved {
  readonly id: string;
  readonly visitId?: string;
}
type Forcing = Readonly<Record<string, unknown>>;

/** How long the undo button is shown, in ms. */
export const UNDO_MS = 10_000;

async function assign(
  { technicianId, from, to, order, suggested }: Placed,
  forcing: Forcing,
  key: string,
): Promise<string> {
  const window = { planStart: from, planEnd: to };
  if (order!.dispId)
    return (
      await postJson<Saved>(
        `${BOARD_VISITS}/submit`,
        { dispId: order!.dispId, technicianId, ...window, ...forcing },
        { quiet: true, key },
      )
    ).id;
  const made = await askCall(
    saveDispatch,
    {
      header: { registrationFormId: order!.id, ...window },
      ...(suggested && { suggested: true }),
      technicianId,
      dispatch: true,
      ...forcing,
    },
    { quiet: true, key },
  );
  return made.visitId ?? '';
}

async function sendOff(placed: Placed, forcing: Forcing, key: string): Promise<string> {
  const { visit, technicianId, from, to } = placed;
  if (!visit) return assign(placed, forcing, key);
  if (visit.technicianId === technicianId)
    return (
      await postJson<Saved>(
        `${BOARD_VISITS}/submit`,
        { id: visit.id, version: visit.version, planStart: from, planEnd: to, ...forcing },
        { quiet: true, key },
      )
    ).id;
  return (
    (
      await askCall(
        transferDispatch,
        { dispId: visit.dispId, technicianId, planStart: from, planEnd: to, ...forcing },
        { quiet: true, key },
      )
    ).visitId ?? ''
  );
}

/** Return the server's verdict on a placement. */
const verdictOn = ({ visit, order, name, technicianId, from, to }: Placed) =>
  fetchPlacingVerdict({
    kind: visit ? 'move' : 'assign',
    by: 'pointer',
    visit,
    name,
    registrationFormId: visit?.registrationFormId ?? must(order, 'order').id,
    minutes: 0,
    technicianId,
    from,
    to,
  });

/**
 * Ask once if the time is outside the customer's wish, together with all other conflicts. `asks` is called before the
 * question. Return the inputs to send, or null if the person cancels or a hard conflict forbids it.
 */
async function wishConsent(placed: Placed, asks: () => void): Promise<Forcing | null> {
  const wishing = placed.order ?? placed.visit?.wish;
  if (!wishing || !wishConflict(wishOf(wishing), placed, `${today()} 00:00:00`)) return {};
  const { conflicts } = await verdictOn(placed);
  const hard = conflicts.filter((one) => one.hard);
  if (hard.length) {
    refused(hard);
    return null;
  }
  if (!conflicts.some((one) => one.kind === 'wish')) return {};
  asks();
  const reason = await askWhy('wish', { title: allTheSame(placed), conflicts, yes: ['仍然派出', 'Send all the same'] });
  return reason ? { force: conflicts.some(needsForce), forceReason: reason, reason } : null;
}

/** Return the title of the question whether to send in spite of conflicts. */
const allTheSame = (placed: Placed): Label => [
  `${placed.name} ${clockWords(placed)[0]}，仍派给${placed.technicianName}？`,
  `${placed.name}, ${clockWords(placed)[1]}: send ${placed.technicianName} all the same?`,
];

/**
 * Ask for the reason of a transfer and of its soft conflicts; the new technician reads it. Return null if the person
 * cancels or a hard conflict forbids it.
 */
async function transferReason(placed: Placed): Promise<Forcing | null> {
  const verdict = await verdictOn(placed);
  const hard = verdict.conflicts.filter((one) => one.hard);
  if (hard.length) {
    refused(hard);
    return null;
  }
  const reason = await askWhy('transfer', {
    title: [`把${placed.name}转派给${placed.technicianName}`, `Transfer ${placed.name} to ${placed.technicianName}`],
    conflicts: verdict.conflicts,
    yes: ['转派', 'Transfer'],
  });
  return reason ? { reason, force: verdict.conflicts.some(needsForce) } : null;
}

const clockWords = ({ from }: Placed): Label => minuteWords(from);

const refused = (conflicts: readonly VisitConflict[]): void =>
  toast.bad(
    words(['不能这样排：', 'Not possible: ']) + conflicts.map((one) => words(one.words)).join(words(['；', '; '])),
  );

/**
 * Send a placement; if it has soft conflicts, ask for a reason and send again. Return the id of the visit; null if
 * cancelled or refused.
 */
async function sendWithReason(placed: Placed, tried: () => void): Promise<string | null> {
  let forcing: Forcing = {};
  if (placed.visit && placed.visit.technicianId !== placed.technicianId) {
    const reasoned = await transferReason(placed);
    if (!reasoned) return null;
    forcing = reasoned;
  } else {
    const agreed = await wishConsent(placed, tried);
    if (!agreed) return null;
    forcing = agreed;
  }
  try {
    return await sendOff(placed, forcing, newKey()).finally(tried);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const conflicts = (error.data.conflicts ?? []) as VisitConflict[];
    if (error.data.needForce !== true || forcing.force === true) {
      toast.bad(error.message);
      return null;
    }
    const reason = await askWhy('send', {
      title: allTheSame(placed),
      conflicts,
      yes: ['仍然派出', 'Send all the same'],
    });
    if (!reason) return null;
    return sendOff(placed, { ...forcing, force: true, forceReason: reason, reason }, newKey()).catch(
      (again: unknown) => {
        if (!(again instanceof Refused)) throw again;
        toast.bad(again.message);
        return null;
      },
    );
  }
}

/** Undo dispatches that their technicians have not seen. */
export async function undo(...visitIds: string[]): Promise<void> {
  put({ undoable: useBoard.getState().undoable.filter((one) => !visitIds.includes(one.visitId)) });
  try {
    const answer = await postJson<{ failed?: readonly { reason: string }[] }>(
      `${BOARD_VISITS}/remove`,
      {},
      { query: { ids: visitIds.join(',') }, quiet: true },
    );
    const [failed] = answer.failed ?? [];
    if (failed) toast.bad(failed.reason);
    else toast.good(words(['已撤销，工单回到待派', 'Undone: the order waits again']));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    toast.bad(error.message);
  }
  await readAnew();
}

function announce(placed: Placed, visitId: string): void {
  const at = words(minuteWords(placed.from));
  if (!placed.order) {
    toast.good(
      words([
        `${placed.name} 已改到 ${placed.technicianName} ${at}`,
        `${placed.name} moved to ${placed.technicianName}, ${at}`,
      ]),
    );
    return;
  }
  if (visitId) put({ undoable: [...useBoard.getState().undoable, { visitId, name: placed.name }] });
  const text = words([
    `${placed.name} 已派给 ${placed.technicianName} ${at}`,
    `${placed.name} sent to ${placed.technicianName}, ${at}`,
  ]);
  toast.good(
    text,
    visitId ? { label: words(['撤销', 'Undo']), run: () => void undo(visitId), ms: UNDO_MS } : undefined,
  );
}

let last = 0;

/**
 * Show a placement at once, send it, and take it back on a refusal. `tried` is called after the first answer of the
 * server, or before a question. Return whether it was stored.
 */
export async function boardPlace(placed: Placed, tried: () => void = () => undefined): Promise<boolean> {
  const key = `pending-${++last}`;
  const drop = (): void => put({ pending: useBoard.getState().pending.filter((one) => one.key !== key) });
  put({
    placing: null,
    pending: [
      ...useBoard.getState().pending,
      {
        key,
        technicianId: placed.technicianId,
        from: placed.from,
        to: placed.to,
        order: placed.order,
        visit: placed.visit,
      },
    ],
  });
  try {
    const visitId = await sendWithReason(placed, tried);
    if (visitId === null) drop();
    await readAnew();
    if (visitId === null) return false;
    for (const paper of ['registration', 'dispatchForm', 'visit']) refresh(paper);
    if (placed.order && useBoard.getState().orderId === placed.order.id) put({ orderId: null });
    announce(placed, visitId);
    return true;
  } finally {
    drop();
  }
}

/**
 * Send a line of a plan without asking; `reason` covers its soft conflicts. Return the refusal; null if it was stored.
 */
export async function placeAsPlanned(placed: Placed, reason: string | null): Promise<string | null> {
  const key = `pending-${++last}`;
  put({ pending: [...useBoard.getState().pending, { ...placed, key }] });
  try {
    const visitId = await sendOff(placed, reason ? { force: true, forceReason: reason, reason } : {}, newKey());
    if (visitId) put({ undoable: [...useBoard.getState().undoable, { visitId, name: placed.name }] });
    return null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.message;
  } finally {
    put({ pending: useBoard.getState().pending.filter((one) => one.key !== key) });
  }
}
