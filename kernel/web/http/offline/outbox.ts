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

/** A file of a step; `link` is set after its upload. A body refers to it by its index: `@file:0`. */
export interface StepFile {
  readonly name: string;
  readonly blob?: Blob;
  readonly link?: string;
}

/** Why the server refused a step: code, reason and message, and the time of the refusal. */
export interface StepRefusal {
  readonly code: number;
  readonly reason: string;
  readonly words: string;
  readonly at: string;
}

/** One action of a person, stored until the server answers. Each attempt to send it has the same idempotency key. */
export interface QueuedStep {
  readonly seq: number;
  readonly owner: string;
  /**
   * Idempotency key of the step, the same for all attempts to send it. A refused step that is sent again gets a new
   * one.
   */
  readonly key: string;
  /**
   * Time of the action (`yyyy-MM-dd HH:mm:ss`), in the company's zone and corrected by the last known clock of the
   * server.
   */
  readonly at: string;
  /** Steps of one group are sent in order: after a refused step the later ones of its group wait. */
  readonly matter: string;
  /** A refusal of this step does not make later ones wait. */
  readonly loose: boolean;
  /** `seq` of an earlier step without which this one makes no sense: it is removed with that one. */
  readonly needs?: number;
  readonly name: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly files: readonly StepFile[];
  /** Values for the screen that shows the step; they are not sent. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly state: 'waiting' | 'refused' | 'sent';
  readonly refusal?: StepRefusal;
  readonly sentAt?: string;
  /** The time of sending as a timestamp in ms by the clock of this device, which is more precise than `sentAt`. */
  readonly sentMs?: number;
}

export type NewStep = Pick<QueuedStep, 'matter' | 'name' | 'path' | 'body'> &
  Partial<Pick<QueuedStep, 'files' | 'facts' | 'loose' | 'needs'>>;

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
const stepListeners = new Set<(step: QueuedStep) => void>();

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

/** Record the present time as that of the last answer of the server. */
export function noteContact(): void {
  const at = momentNow();
  localStorage.setItem('anju-contact', at);
  useOutbox.setState({ online: true, lastContact: at });
}

/** Call `listen` for each step that the server accepts or refuses. */
export function onStep(listen: (step: QueuedStep) => void): () => void {
  stepListeners.add(listen);
  return () => {
    stepListeners.delete(listen);
  };
}

/** Return the time of a new step: now, but never before the previous step, because the clock may have been set back. */
const timeOf = (steps: readonly QueuedStep[]): string =>
  lastOf([momentNow(), ...steps.map((step) => step.at)].toSorted());

/** Return the time of a step that is taken now, and its body: a field `at` of the body gets that time. */
async function timed(body: QueuedStep['body']): Promise<Pick<QueuedStep, 'at' | 'body'>> {
  const owner = ownerNow();
  const at = timeOf((await readSteps<QueuedStep>()).filter((step) => step.owner === owner));
  return { at, body: 'at' in body ? { ...body, at } : body };
}

/**
 * Store a step, and send it as soon as the server can be reached. Resolves when it is stored. If the body has a field
 * `at`, it gets the time of the step.
 */
export async function queueStep(input: NewStep): Promise<QueuedStep> {
  const step: Omit<QueuedStep, 'seq'> = {
    loose: false,
    files: [],
    facts: {},
    ...input,
    ...(await timed(input.body)),
    owner: ownerNow(),
    key: newKey(),
    state: 'waiting',
  };
  const seq = await addStep(step);
  await changed();
  void sendQueued();
  return { ...step, seq };
}

/** Remove a step that was not sent, or was refused, and the steps that need it. */
export async function dropQueued(step: QueuedStep): Promise<void> {
  const after = (await readSteps<QueuedStep>()).filter((one) => one.needs === step.seq);
  for (const { seq } of [step, ...after]) await dropStep(seq);
  await changed();
  void sendQueued();
}

/** The corrected parts of a refused step. */
export type StepCorrection = Pick<NewStep, 'name' | 'path' | 'body' | 'facts'>;

/**
 * Send a refused step again, with a new idempotency key and at its former position in the queue. A corrected one has
 * the time of its correction. One write replaces the step, so it is never sent twice.
 */
export async function sendAgain(step: QueuedStep, correction?: StepCorrection): Promise<void> {
  const corrected = correction && { ...correction, ...(await timed(correction.body)) };
  await putStep({ ...step, ...corrected, key: newKey(), state: 'waiting', refusal: undefined });
  await changed();
  void sendQueued();
}

/** Return the next step to send: the oldest waiting one whose group is not blocked by a refusal. */
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

/** Upload the files of a step, and store each link at once, so that every later attempt sends the same body. */
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

/** Return whether a later attempt may succeed: no connection, a failing or busy server, an expired login. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof Refused) || error.code === 0 || error.code >= 500 || [401, 408, 429].includes(error.code);

async function sendOne(step: QueuedStep): Promise<boolean> {
  let done: QueuedStep;
  try {
    const ready = await withFiles(step);
    await postJson(ready.path, linked(ready.body, ready.files), { quiet: true, key: ready.key });
    // The files of a sent step are dropped to save space.
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
  for (const listen of stepListeners) listen(done);
  return true;
}

/** Delete sent steps except the last ones, which stay visible. */
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

/** Send the waiting steps in order, one tab at a time: two tabs could otherwise send the same step. */
export async function sendQueued(): Promise<void> {
  if (running) {
    again = true;
    return running;
  }
  const work = async (): Promise<void> => {
    do {
      again = false;
      // Pages without HTTPS have no locks. Two tabs may then send a step twice, but its idempotency key prevents a
      // second effect.
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

/** Read the stored steps, and send them whenever the server can be reached. Return a function that stops this. */
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
