import type { Clock } from '../../time/clock.ts';
import type { MessageChannel, Receipt } from './channel.ts';

/** Delay of a simulated message (milliseconds). */
const WAY_MS = 4000;

/**
 * Simulated provider for companies without a real one. It is slow. Numbers that end in 0000 do not exist, those in 8888
 * are never reached, those in 7770 get no receipt, and those in 9999 fail at the first attempt. It repeats receipts as
 * often as they are requested.
 */
export class SimulatedChannel implements MessageChannel {
  readonly #clock: Clock;
  readonly #name: string;
  readonly #broken = new Set<string>();
  /** Sent messages, once each, for tests and the demo. */
  readonly handed = new Map<string, { readonly to: string; readonly text: string }>();
  constructor(name: string, clock: Clock) {
    this.#name = name;
    this.#clock = clock;
  }

  async send({ key, to, text }: Parameters<MessageChannel['send']>[0]): ReturnType<MessageChannel['send']> {
    if (to.endsWith('0000')) return { refused: ['空号', 'No such number'] };
    if (to.endsWith('9999') && !this.#broken.has(key)) {
      this.#broken.add(key);
      throw new Error(`${this.#name}: the line broke`);
    }
    this.handed.set(key, { to, text });
    return { id: `${this.#name}-${key}-${to.slice(-4)}` };
  }

  async receipts(of: Parameters<MessageChannel['receipts']>[0]): Promise<Receipt[]> {
    const known = of.filter((one) => this.#clock.ms() - one.sent >= WAY_MS && !one.id.endsWith('7770'));
    return known.map(({ id }) =>
      id.endsWith('8888')
        ? { id, arrived: false, reason: ['用户关机或不在服务区', 'Switched off or out of reach'] }
        : { id, arrived: true, reason: null },
    );
  }
}
