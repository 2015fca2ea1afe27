import { lastOf } from '#kernel/language/must.ts';
import { create } from 'zustand';
import { noteError } from '../errors/error-log.ts';
import { newKey } from '../headers.ts';
import type { UploadedFile } from '../files.ts';
import { postJson, sendFile } from '../http.ts';
import { Refused } from '../refused.ts';
import { session } from '../../session/session.ts';
import { addStep, dropStep, putStep, readSteps } from './database.ts';
import { momentNow } from '../../i18n/company-time.ts';

/** A file that goes with a step; `link` once the server has it. In the body, `@file:0` stands for the first one. */
export interface StepFile {
  readonly name: string;
  readonly blob?: Blob;
  readonly link?: string;
}

/** Why the server said no. */
export interface StepRefusal {
  readonly code: number;
  readonly reason: string;
  readonly words: string;
  readonly at: string;
}

/** One thing a person did, on its way to the server: kept until the server has answered it, and sent under one key however often. */
export interface QueuedStep {
  readonly seq: number;
  readonly owner: string;
  /** The Idempotency-Key. */
  readonly key: string;
  /** When it was done, by the phone. */
  readonly at: string;
  /** What it belongs to: behind a refused step of a matter the later ones of the same matter wait. */
  readonly matter: string;
  /** A refusal holds nothing back. */
  readonly loose: boolean;
  readonly name: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly files: readonly StepFile[];
  /** What the screen shows of it. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly state: 'waiting' | 'refused' | 'sent';
  readonly refusal?: StepRefusal;
  readonly sentAt?: string;
  /** The same on the clock of this machine, in milliseconds: finer than moments are. */
  readonly sentMs?: number;
}

export type NewStep = Pick<QueuedStep, 'matter' | 'name' | 'path' | 'body'> &
  Partial<Pick<QueuedStep, 'files' | 'facts' | 'loose'>>;

interface State {
  readonly steps: readonly QueuedStep[];
  readonly online: boolean;
  readonly sending: boolean;
  readonly lastContact: string;
  readonly ready: boolean;
}

export const useOutbox = create<State>(() => ({
  steps: [],
  online: navigator.onLine,
  sending: false,
  lastContact: localStorage.getItem('anju-contact') ?? '',
  ready: false,
}));

const AGAIN_MS = 15_000;
const KEPT_SENT = 60;
const others = new BroadcastChannel('anju-outbox');
const told = new Set<(step: QueuedStep) => void>();

export const ownerNow = (): string => {
  const now = session();
  return now ? `${now.tenantId}/${now.userId}` : '';
};

async function read(): Promise<void> {
  const owner = ownerNow();
  useOutbox.setState({ steps: (await readSteps<QueuedStep>()).filter((step) => step.owner === owner), ready: true });
}

async function changed(): Promise<void> {
  await read();
  others.postMessage('changed');
}

/** The server answered just now. */
export function noteContact(): void {
  const at = momentNow();
  localStorage.setItem('anju-contact', at);
  useOutbox.setState({ online: true, lastContact: at });
}

/** Tells of each step that the server has taken or refused. */
export function onStep(listen: (step: QueuedStep) => void): () => void {
  told.add(listen);
  return () => {
    told.delete(listen);
  };
}

/** The time of a step never lies before the one before it, however the clocks were set meanwhile. */
const timeOf = (steps: readonly QueuedStep[]): string =>
  lastOf([momentNow(), ...steps.map((step) => step.at)].toSorted());

/** Keeps a step and sends it as soon as there is a way. Resolved when it is kept. `at` of the body is filled in. */
export async function queueStep(given: NewStep): Promise<QueuedStep> {
  const owner = ownerNow();
  const at = timeOf((await readSteps<QueuedStep>()).filter((step) => step.owner === owner));
  const body = 'at' in given.body ? { ...given.body, at } : given.body;
  const step: Omit<QueuedStep, 'seq'> = {
    loose: false,
    files: [],
    facts: {},
    ...given,
    body,
    owner,
    key: newKey(),
    at,
    state: 'waiting',
  };
  const seq = await addStep(step);
  await changed();
  void sendQueued();
  return { ...step, seq };
}

/** Takes a step away that the server has not taken. */
export async function dropQueued(step: QueuedStep): Promise<void> {
  await dropStep(step.seq);
  await changed();
  void sendQueued();
}

/** Sends a refused step once more, as a new one in its old place. */
export async function sendAgain(step: QueuedStep): Promise<void> {
  await putStep({ ...step, key: newKey(), state: 'waiting', refusal: undefined });
  await changed();
  void sendQueued();
}

/** The step that is to go next: the oldest whose matter is not held up. */
export function nextToSend(steps: readonly QueuedStep[]): QueuedStep | undefined {
  const held = new Set(steps.filter((step) => step.state === 'refused' && !step.loose).map((step) => step.matter));
  return steps.find((step) => step.state === 'waiting' && !held.has(step.matter));
}

const linked = (value: unknown, files: readonly StepFile[]): unknown => {
  if (typeof value === 'string') {
    const at = /^@file:(\d+)$/.exec(value)?.[1];
    return at === undefined ? value : files[Number(at)]?.link;
  }
  if (Array.isArray(value)) return value.map((one) => linked(one, files));
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, linked(one, files)]))
    : value;
};

/** Its files first, each kept as soon as the server has it: the body must be the same however often it is sent. */
async function withFiles(step: QueuedStep): Promise<QueuedStep> {
  let now = step;
  for (const [at, file] of step.files.entries()) {
    if (file.link || !file.blob) continue;
    const { link } = await sendFile<UploadedFile>(
      'blade-resource/oss/endpoint/put-file',
      new File([file.blob], file.name, { type: file.blob.type }),
      {},
      { quiet: true },
    );
    now = { ...now, files: now.files.map((one, index) => (index === at ? { ...one, link } : one)) };
    await putStep(now);
  }
  return now;
}

/** What may succeed later: no way to the server, a server that is ill or busy, a login that must be renewed. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof Refused) || error.code === 0 || error.code >= 500 || [401, 408, 429].includes(error.code);

async function sendOne(step: QueuedStep): Promise<boolean> {
  let done: QueuedStep;
  try {
    const ready = await withFiles(step);
    await postJson(ready.path, linked(ready.body, ready.files), { quiet: true, key: ready.key });
    // What was sent needs no pictures any more.
    done = {
      ...ready,
      files: ready.files.map(({ name, link }) => ({ name, link })),
      state: 'sent',
      sentAt: momentNow(),
      sentMs: Date.now(),
    };
  } catch (error) {
    if (isPassing(error)) {
      if (!(error instanceof Refused)) noteError(error);
      else if (error.code === 0) useOutbox.setState({ online: false });
      return false;
    }
    const { code, reason, message } = error as Refused;
    done = { ...step, state: 'refused', refusal: { code, reason, words: message, at: momentNow() } };
  }
  noteContact();
  await putStep(done);
  await tidy();
  await changed();
  for (const listen of told) listen(done);
  return true;
}

/** The last that were sent stay to be looked at. */
async function tidy(): Promise<void> {
  const sent = (await readSteps<QueuedStep>()).filter((step) => step.state === 'sent' && step.owner === ownerNow());
  for (const old of sent.slice(0, -KEPT_SENT)) await dropStep(old.seq);
}

async function sendAll(): Promise<void> {
  useOutbox.setState({ sending: true });
  try {
    for (;;) {
      const owner = ownerNow();
      const step =
        owner && navigator.onLine
          ? nextToSend((await readSteps<QueuedStep>()).filter((one) => one.owner === owner))
          : undefined;
      if (!step || !(await sendOne(step))) return;
    }
  } finally {
    useOutbox.setState({ sending: false });
  }
}

let running: Promise<void> | null = null;
let again = false;

/** Sends what waits, in order, one tab at a time: two tabs would otherwise each take the same step for theirs. */
export async function sendQueued(): Promise<void> {
  if (running) {
    again = true;
    return running;
  }
  const work = async (): Promise<void> => {
    do {
      again = false;
      // Pages without a certificate have no locks; there the keys on the server keep a repeat harmless.
      if (navigator.locks) await navigator.locks.request('anju-outbox', sendAll);
      else await sendAll();
    } while (again);
  };
  running = work()
    .catch(noteError)
    .finally(() => {
      running = null;
    });
  return running;
}

/** Begins to read and send; ends when the page that needs it goes. */
export function openOutbox(): () => void {
  const look = (): void => {
    useOutbox.setState({ online: navigator.onLine });
    void sendQueued();
  };
  const seen = (): void => {
    if (document.visibilityState === 'visible') look();
  };
  const tell = (): void => void read();
  void read().then(sendQueued);
  others.addEventListener('message', tell);
  addEventListener('online', look);
  addEventListener('offline', look);
  document.addEventListener('visibilitychange', seen);
  const timer = setInterval(() => {
    if (nextToSend(useOutbox.getState().steps)) void sendQueued();
  }, AGAIN_MS);
  return () => {
    clearInterval(timer);
    others.removeEventListener('message', tell);
    removeEventListener('online', look);
    removeEventListener('offline', look);
    document.removeEventListener('visibilitychange', seen);
  };
}
