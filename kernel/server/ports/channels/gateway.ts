import type { MessageChannel, Receipt, SendResult } from './channel.ts';
import { withoutAtEnd } from '#kernel/fields/text/text-ends.ts';

/** Time limit of a call to a provider (milliseconds). */
const PATIENCE_MS = 10_000;

/**
 * Provider behind an HTTP address. `POST <address>` with the parcel as JSON answers `{id}`, or by a status of 4xx
 * `{reason}` for a final refusal. `POST <address>/receipts` with `{ids}` answers `[{id, arrived, reason}]`. Everything
 * else is a temporary failure.
 */
export class GatewayChannel implements MessageChannel {
  readonly #address: string;
  readonly #token: string | null;
  constructor(address: string, token: string | null) {
    this.#address = withoutAtEnd(address, '/');
    this.#token = token;
  }

  async #ask(path: string, body: unknown): Promise<Response> {
    return fetch(`${this.#address}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: 'error',
      headers: { 'Content-Type': 'application/json', ...(this.#token && { Authorization: `Bearer ${this.#token}` }) },
    });
  }

  async send(parcel: Parameters<MessageChannel['send']>[0]): Promise<SendResult> {
    const answer = await this.#ask('', parcel);
    const result = (await answer.json().catch(() => ({}))) as { id?: unknown; reason?: unknown };
    // Too many requests, or an expired login, may succeed later.
    if (answer.status >= 400 && answer.status < 500 && ![401, 403, 408, 429].includes(answer.status))
      return { refused: String(result.reason ?? `HTTP ${answer.status}`).slice(0, 255) };
    if (!answer.ok || (typeof result.id !== 'string' && typeof result.id !== 'number'))
      throw new Error(`the provider answered ${answer.status}`);
    return { id: String(result.id).slice(0, 64) };
  }

  async receipts(of: Parameters<MessageChannel['receipts']>[0]): Promise<Receipt[]> {
    const answer = await this.#ask('/receipts', { ids: of.map((one) => one.id) });
    if (!answer.ok) throw new Error(`the provider answered ${answer.status}`);
    const receipts = (await answer.json()) as unknown;
    return (Array.isArray(receipts) ? (receipts as Record<string, unknown>[]) : []).map((one) => ({
      id: String(one.id),
      arrived: one.arrived === true,
      reason: typeof one.reason === 'string' ? one.reason.slice(0, 255) : null,
    }));
  }
}
