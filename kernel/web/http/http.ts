import { statusWords } from './status-words.rules.ts';
import { belongsTo, noteFailedCall } from './errors/failed-call.ts';
import { noteServerTime } from '../i18n/company-time.ts';
import { endSession, session } from '../session/session.ts';
import { renewTokens } from '../session/tokens.ts';
import { toast } from '../toast/toasts.ts';
import { words } from '../i18n/words.ts';
import { askedEarly, forgetEarly } from './first-questions.ts';
import { newKey, personHeaders } from './headers.ts';
import { noteOwnWrite } from './own-writes.ts';
import { Refused } from './refused.ts';

export type Query = Readonly<Record<string, string | number | boolean | undefined | null>>;

export interface RequestOptions {
  /** Method of a write; POST by default. */
  readonly method?: 'POST' | 'PUT' | 'DELETE';
  readonly query?: Query;
  readonly signal?: AbortSignal;
  /** The caller shows refusals itself: no toast. */
  readonly quiet?: boolean;
  /** Called with the number of rows that a truncated answer left out; absent: a toast shows it. */
  readonly leftOff?: (left: number) => void;
  /** Idempotency key, the same for each repeat of one user action. */
  readonly key?: string;
}

const TIMEOUT_MS = 600_000;

/** Return an address with its query; empty values are left out. */
export function address(path: string, query: Query = {}): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => [name, String(value)]);
  const text = new URLSearchParams(pairs).toString();
  return `/api/${path.replace(/^\/?(api\/)?/, '')}${text ? `?${text}` : ''}`;
}

function timed(signal?: AbortSignal): { signal: AbortSignal; done: () => void } {
  const both = new AbortController();
  const stop = (): void => both.abort();
  const timer = setTimeout(stop, TIMEOUT_MS);
  signal?.addEventListener('abort', stop, { once: true });
  return {
    signal: both.signal,
    done: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    },
  };
}

/** Report how many rows a truncated answer left out, by the callback or a toast. */
function sayTruncated(headers: Headers, { leftOff }: RequestOptions): void {
  const left = Number(headers.get('Anju-Truncated') ?? 0);
  if (leftOff) leftOff(left);
  else if (left > 0)
    toast.plain(
      words([
        `数据较多，还有 ${left} 条没有显示，请缩小范围`,
        `Too many to show: ${left} more are left off, please narrow them down`,
      ]),
    );
}

async function send(url: string, init: RequestInit, asking: RequestOptions): Promise<Response> {
  const limit = timed(asking.signal);
  try {
    const response = await fetch(url, {
      ...init,
      headers: { ...personHeaders(), ...init.headers },
      signal: limit.signal,
    });
    noteServerTime(response.headers);
    sayTruncated(response.headers, asking);
    return response;
  } catch (error) {
    if (asking.signal?.aborted) throw error;
    throw new Refused(
      0,
      'http.unreachable',
      words(['网络不通，请检查连接后重试', 'The network cannot be reached; check the connection and try again']),
    );
  } finally {
    limit.done();
  }
}

async function refusalOf(response: Response): Promise<Refused> {
  const body = (await response.json().catch(() => ({}))) as {
    code?: number;
    msg?: string;
    error_description?: string;
    message?: string;
    reason?: string;
    data?: Record<string, unknown>;
  };
  const message = body.msg || body.error_description || body.message || words(statusWords(response.status));
  return new Refused(response.ok ? (body.code ?? 500) : response.status, body.reason ?? '', message, body.data ?? {});
}

/**
 * Reason of a refusal because somebody acts on behalf of others without stating why. It prompts for the reason instead
 * of showing a message.
 */
const WHY = 'lifecycle.reasonRequired';

function tell(refused: Refused): void {
  if (refused.reason === WHY) return;
  // The company has hidden messages with these codes. An expired login is shown in any case, because the login page
  // follows.
  if (refused.code !== 401 && session()?.quietCodes?.includes(refused.code)) return;
  if (refused.code === 401)
    toast.bad(words(['登录已过期，请重新登录', 'Your login has expired, please log in again']), 'http.401');
  else toast.bad(refused.message, refused.message);
}

/** Return the early answer for a read, if there is one. A write discards all early answers. */
async function earlyAnswer(url: string, init: RequestInit, asking: RequestOptions): Promise<Response | null> {
  if (init.method !== 'GET') {
    forgetEarly();
    return null;
  }
  const early = await askedEarly(url);
  if (!early || asking.signal?.aborted) return null;
  noteServerTime(early.headers);
  return early;
}

/** Send a request. If the access token has expired, it is renewed once, also for several waiting requests. */
export async function request(url: string, init: RequestInit, asking: RequestOptions = {}): Promise<Response> {
  return (await earlyAnswer(url, init, asking)) ?? sent(url, init, asking);
}

async function sent(url: string, init: RequestInit, asking: RequestOptions): Promise<Response> {
  const token = session()?.access;
  let response = await send(url, init, asking).catch((error: unknown) => {
    if (error instanceof Refused && !asking.quiet) tell(error);
    throw error;
  });
  if (response.status === 401 && token) {
    if (session()?.access !== token || (await renewTokens())) response = await send(url, init, asking);
    if (response.status === 401) endSession();
  }
  if (response.ok) {
    if (init.method !== 'GET') noteOwnWrite(response);
    return response;
  }
  noteFailedCall(response);
  const refused = await refusalOf(response);
  if (!asking.quiet || refused.code === 401) tell(refused);
  throw refused;
}

async function dataOf<T>(response: Response, asking: RequestOptions): Promise<T> {
  const body = (await response
    .clone()
    .json()
    .catch((error: unknown) => {
      if (asking.signal?.aborted) throw error;
      noteFailedCall(response);
      const refused = new Refused(0, 'http.notOurs', words(statusWords(response.status)));
      belongsTo(refused, response);
      if (!asking.quiet) tell(refused);
      throw refused;
    })) as { code?: number; success?: boolean; data?: T };
  if (body.code !== undefined && body.code !== 200) {
    const refused = await refusalOf(response);
    if (!asking.quiet) tell(refused);
    throw refused;
  }
  return (body.code === undefined ? body : body.data) as T;
}

/** Send a GET request and return its data. */
export async function get<T>(path: string, query: Query = {}, asking: RequestOptions = {}): Promise<T> {
  return dataOf<T>(await request(address(path, query), { method: 'GET' }, asking), asking);
}

/**
 * Send a write and return its data. Its idempotency key prevents a second effect if it is repeated after a lost answer.
 */
export async function postJson<T>(path: string, body: unknown = {}, asking: RequestOptions = {}): Promise<T> {
  const sent = async (what: unknown): Promise<T> => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': asking.key ?? newKey() };
    return dataOf<T>(
      await request(
        address(path, asking.query),
        { method: asking.method ?? 'POST', headers, body: JSON.stringify(what) },
        asking,
      ),
      asking,
    );
  };
  return sent(body).catch(async (error: unknown) => {
    // The write needs a reason, and the screen did not ask for one, so ask now and repeat it.
    if (!(error instanceof Refused) || error.reason !== WHY) throw error;
    const { askWords } = await import('../dialogs/ask.tsx');
    const reason = await askWords({
      title: error.message,
      words: words(['代办原因', 'Why you do it on their behalf']),
    });
    if (!reason) throw error;
    return sent({ ...(body as object), reason });
  });
}

async function sendParts<T>(path: string, query: Query, form: FormData, asking: RequestOptions): Promise<T> {
  return dataOf<T>(
    await request(
      address(path, query),
      { method: 'POST', headers: { 'Idempotency-Key': newKey() }, body: form },
      asking,
    ),
    asking,
  );
}

/** Send a file as the field `file` of a form. */
export function sendFile<T>(path: string, file: File, query: Query = {}, asking: RequestOptions = {}): Promise<T> {
  const form = new FormData();
  form.append('file', file, file.name);
  return sendParts<T>(path, query, form, asking);
}

/** Send files as `files` of a form, with its other fields. */
export function sendForm<T>(
  path: string,
  fields: Readonly<Record<string, string>>,
  files: readonly File[],
  asking: RequestOptions = {},
): Promise<T> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of files) form.append('files', file, file.name);
  return sendParts<T>(path, {}, form, asking);
}
