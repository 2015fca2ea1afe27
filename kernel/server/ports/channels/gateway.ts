import type { MessageChannel, Receipt, SendResult } from './channel.ts';
import { withoutAtEnd } from '#kernel/fields/text/text-ends.ts';

/** Longer nobody waits for a provider. */
const PATIENCE_MS = 10_000;

/**
 * A provider behind an HTTP address: `POST <address>` with the parcel as JSON answers `{id}`, or with a status of 4xx `{reason}` when it
 * is refused for good; `POST <address>/receipts` with `{ids}` answers `[{id, arrived, reason}]`. Everything else is a fault of the moment.
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
    const said = (await answer.json().catch(() => ({}))) as { id?: unknown; reason?: unknown };
    // Too many at once, or a login that ran out, will be better later.
    if (answer.status >= 400 && answer.status < 500 && ![401, 403, 408, 429].includes(answer.status))
      return { refused: String(said.reason ?? `HTTP ${answer.status}`).slice(0, 255) };
    if (!answer.ok || (typeof said.id !== 'string' && typeof said.id !== 'number'))
      throw new Error(`the provider answered ${answer.status}`);
    return { id: String(said.id).slice(0, 64) };
  }

  async receipts(of: Parameters<MessageChannel['receipts']>[0]): Promise<Receipt[]> {
    const answer = await this.#ask('/receipts', { ids: of.map((one) => one.id) });
    if (!answer.ok) throw new Error(`the provider answered ${answer.status}`);
    const said = (await answer.json()) as unknown;
    return (Array.isArray(said) ? (said as Record<string, unknown>[]) : []).map((one) => ({
      id: String(one.id),
      arrived: one.arrived === true,
      reason: typeof one.reason === 'string' ? one.reason.slice(0, 255) : null,
    }));
  }
}
