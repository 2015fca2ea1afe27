import type { DecodedFrame } from '../../codec/frame-config.rules.ts';

/** Commands of one connection that are remembered until they are answered. */
const MAX_OPEN = 16;

/** How a configuration shows that a frame answers a command. */
export interface CommandAnswerShape {
  /** Do frames carry the number of their command, in both directions? */ readonly hasNumber: boolean;
  /** Name of the field with the result; null: none. */ readonly status: string | null;
}

/** An answer of a device to a command. `code` as in messages: 200 is success. */
interface Answer {
  readonly id: string;
  readonly code: number;
  readonly msg: string | null;
}

const isNumber = (found: number | string | null, number: number): boolean =>
  found !== null &&
  (typeof found === 'number' ? found === number : [Number(found), Number.parseInt(found, 16)].includes(number));

/** Return the code of a status: 0, 200, true and words of success are success, other numbers are the device's own. */
function codeOf(status: unknown): number {
  if (status === undefined || status === null) return 200;
  if (typeof status === 'boolean') return status ? 200 : 500;
  const text = String(status).trim().toLowerCase();
  if (['ok', 'success', '成功'].includes(text)) return 200;
  const value = typeof status === 'number' ? status : Number.parseInt(text, 16);
  return Number.isNaN(value) ? 500 : value === 0 ? 200 : value;
}

/** The commands sent on one connection of a device, each with its number in the frame. */
export class SentCommands {
  #last = 0;
  #open: { readonly id: string; readonly number: number }[] = [];

  /** Return the number of the next command. */
  next(): number {
    return this.#last + 1;
  }

  /** A command went out with this number. One that is sent again has its newest number alone. */
  sent(id: string, number: number): void {
    this.#last = number;
    this.#open = [...this.#open.filter((one) => one.id !== id && one.number !== number), { id, number }].slice(
      -MAX_OPEN,
    );
  }

  /**
   * Return the answer that a frame is, and forget its command. A frame with a status is an answer. If no status is
   * configured, a frame without values and events is one. Without numbers it answers the command that was sent last.
   */
  answeredBy({ msgId, props, events }: DecodedFrame, { hasNumber, status }: CommandAnswerShape): Answer | null {
    if (!this.#open.length) return null;
    const isAnswer = status === null ? !events.length && Object.keys(props).length === 0 : props[status] !== undefined;
    if (!isAnswer) return null;
    const found = hasNumber ? this.#open.find(({ number }) => isNumber(msgId, number)) : this.#open.at(-1);
    if (!found) return null;
    this.#open = this.#open.filter((one) => one !== found);
    const value = status === null ? null : props[status];
    const code = codeOf(value);
    return { id: found.id, code, msg: code === 200 || value === null ? null : String(value) };
  }
}
