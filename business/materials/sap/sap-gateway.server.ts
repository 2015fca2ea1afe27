import type { SapBalance, SapDocument, SapMovement, SapPort, SapPosted, SapRefused } from './sap-port.rules.ts';

/** Time limit of a call (milliseconds). */
const PATIENCE_MS = 10_000;

/** Largest answer in bytes: a longer one is an error, whatever its status. */
const MAX_BYTES = 16 * 2 ** 20;

/** Return the JSON of an answer; null where it is none. Throw where it is too long. */
async function bodyOf(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new Error('SAP answered too much');
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown;
  } catch {
    return null;
  }
}

/** Statuses of 4xx that may succeed later: an expired login, a slow answer, too many requests. */
const TEMPORARY = [401, 403, 408, 429];

type Answer = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Return a list of records; anything else in it is left out. */
const recordsOf = (value: unknown): Answer[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** Return an answer as a posted document. Throw where it names no document. */
function postedOf(value: unknown): SapPosted {
  const { docEntry, docNum, lineNum } = isRecord(value) ? value : {};
  const isNumber = typeof docNum === 'string' || typeof docNum === 'number';
  if (!Number.isSafeInteger(docEntry) || !isNumber || String(docNum) === '')
    throw new Error('SAP answered without a document number');
  return { docEntry: Number(docEntry), docNum: String(docNum).slice(0, 32), lineNum: Number(lineNum) || 0 };
}

const quantityOf = (value: unknown): string => (/^-?\d{1,10}(\.\d{1,3})?$/.test(String(value)) ? String(value) : '0');
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 50) : '');

/**
 * SAP behind an HTTP address. `GET documents?key=` answers the posted document or 404, `POST documents` posts one. A
 * status of 4xx with `{reason}` is final, everything else is a temporary failure. `GET balances` and
 * `GET movements?whsCode=&itemCode=&since=` answer lists. The adapter stores the key in a unique field of SAP.
 */
export class SapGateway implements SapPort {
  readonly #address: string;
  readonly #token: string | null;

  constructor({ address, token }: { readonly address: string; readonly token: string | null }) {
    this.#address = address;
    this.#token = token;
  }

  async #ask(path: string, body?: SapDocument): Promise<{ readonly status: number; readonly answer: unknown }> {
    const response = await fetch(`${this.#address}/${path}`, {
      method: body ? 'POST' : 'GET',
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: 'error',
      headers: { 'Content-Type': 'application/json', ...(this.#token && { Authorization: `Bearer ${this.#token}` }) },
    });
    return { status: response.status, answer: await bodyOf(response) };
  }

  async #read(path: string): Promise<unknown> {
    const { status, answer } = await this.#ask(path);
    if (status !== 200) throw new Error(`SAP answered ${status}`);
    return answer;
  }

  async find(key: string): Promise<SapPosted | null> {
    const { status, answer } = await this.#ask(`documents?key=${encodeURIComponent(key)}`);
    if (status === 404) return null;
    if (status !== 200) throw new Error(`SAP answered ${status}`);
    return postedOf(answer);
  }

  async post(document: SapDocument): Promise<SapPosted | SapRefused> {
    const { status, answer } = await this.#ask('documents', document);
    if (status >= 400 && status < 500 && !TEMPORARY.includes(status))
      return { refused: String((isRecord(answer) && answer.reason) || `HTTP ${status}`).slice(0, 400) };
    if (status < 200 || status > 299) throw new Error(`SAP answered ${status}`);
    return postedOf(answer);
  }

  async balances(): Promise<readonly SapBalance[]> {
    return recordsOf(await this.#read('balances')).map((one) => ({
      whsCode: textOf(one.whsCode),
      itemCode: textOf(one.itemCode),
      onHand: quantityOf(one.onHand),
    }));
  }

  async movements(whsCode: string, itemCode: string, since: string): Promise<readonly SapMovement[]> {
    const query = new URLSearchParams({ whsCode, itemCode, since });
    return recordsOf(await this.#read(`movements?${query}`)).map((one) => ({
      docNum: textOf(one.docNum),
      day: textOf(one.day),
      qty: quantityOf(one.qty),
    }));
  }
}
