import type { DownMessage } from '../down-message.rules.ts';
import type { DeviceIdentity, DeviceMessage, Gate, LoginRefusal } from '../gate.server.ts';
import type { DeviceLogin } from '../login.rules.ts';
import type { PresentedCertificate } from '../peer.server.ts';
import { type Rate, TokenBucket } from '../token-bucket.rules.ts';
import { downTopic } from '../topics.rules.ts';

const MAX_BUCKETS = 20_000;
/** Maximal time until a message is stored. After it the device gets 503 and sends the message again. */
const ANSWER_WITHIN_MS = 25_000;

export interface RequestDoorOptions {
  readonly rate: Rate;
  readonly now: () => number;
  /** Reports an exception while serving a request. */ readonly report: (error: Error) => void;
  /** Called for each message. */ readonly counted?: () => void;
}

/** A message that a device sends without a connection of its own. */
export interface DeviceRequest {
  /** Absent: the request has no login, or it is malformed. */ readonly login: DeviceLogin | null;
  readonly password: string;
  readonly certificate?: PresentedCertificate | undefined;
  readonly address: string;
  /** Address for the judgement of the login, where it differs. */ readonly loginAddress?: string;
  /** Topic after `up/`. */ readonly tail: string;
  /** Can nobody else read or change the answer? */ readonly isSafe: boolean;
  /** Read the message; null: it is too large. */ read(): Promise<Uint8Array | null>;
}

/** Parts of an answer beyond status and reason: seconds until a repeat, and a command for the device. */
export interface More {
  readonly again?: number;
  readonly down?: { readonly topic: string; readonly payload: unknown };
}

/** Answer to a request, with the status of HTTP. */
export type RequestAnswer = readonly [status: number, reason: string, more?: More];

const refusalStatus: Readonly<Record<LoginRefusal, number>> = {
  password: 401,
  unknown: 401,
  certificate: 401,
  expired: 401,
  disabled: 403,
  banned: 429,
  away: 503,
  full: 503,
};

/** Is this the topic of a message, after `up/`? */
export const isTail = (tail: string): boolean => /^[a-z][\w/-]{0,100}$/i.test(tail);

/** Takes requests of devices to the gate: login, rate, size, storing, and a command with the answer. */
export class RequestDoor {
  readonly #gate: Gate;
  readonly #of: RequestDoorOptions;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(gate: Gate, of: RequestDoorOptions) {
    this.#gate = gate;
    this.#of = of;
  }

  get isFull(): boolean {
    return this.#gate.isFull;
  }

  /**
   * Return 200 once the message is stored, 400 with a reason if no part was accepted. An answer 200 may have a command in
   * `down`. After 503 or no answer the device sends the message again.
   */
  async take(request: DeviceRequest): Promise<RequestAnswer> {
    const { login, password, certificate, address, tail, isSafe } = request;
    const gate = this.#gate;
    const device = login
      ? await gate.login(login, password, request.loginAddress ?? address, certificate)
      : ('unknown' as const);
    if (typeof device === 'string') return [refusalStatus[device], device, { again: 60 }];
    if (device.isRegistering) return [403, 'register'];
    if (gate.isFull) return [503, 'later'];
    const delay = this.#delayOf(device);
    if (delay > 0) return [429, 'later', { again: Math.ceil(delay / 1000) }];
    const payload = await request.read();
    if (payload === null) {
      gate.discarded(device, 'large');
      return [413, 'tooLarge'];
    }
    const answered = await this.#stored(device, { tail, payload, address });
    if (answered[0] !== 200) return answered;
    const down = await this.#commandFor(device, isSafe);
    return down
      ? [200, answered[1], { down: { topic: downTopic(device, down.tail), payload: down.payload } }]
      : answered;
  }

  #delayOf({ deviceId }: DeviceIdentity): number {
    const { rate, now } = this.#of;
    const bucket = this.#buckets.get(deviceId) ?? new TokenBucket(rate, now());
    this.#buckets.delete(deviceId);
    this.#buckets.set(deviceId, bucket);
    if (this.#buckets.size > MAX_BUCKETS) this.#buckets.delete(this.#buckets.keys().next().value as string);
    return bucket.take(now());
  }

  #stored(
    device: DeviceIdentity,
    message: Pick<DeviceMessage, 'tail' | 'payload' | 'address'>,
  ): Promise<RequestAnswer> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve([503, 'later']), ANSWER_WITHIN_MS);
      this.#of.counted?.();
      this.#gate.message(device, { ...message, packetId: null, isAgain: false }, (isSafe, refused) => {
        clearTimeout(timer);
        if (refused === undefined) resolve(isSafe ? [200, 'stored'] : [503, 'later']);
        else resolve([400, refused]);
      });
    });
  }

  /** A message that is stored must be answered, whether or not a command can be read. */
  #commandFor(device: DeviceIdentity, isSafe: boolean): Promise<DownMessage | null> {
    return this.#gate.takeCommand(device, isSafe).catch((error: unknown) => {
      this.#of.report(error as Error);
      return null;
    });
  }
}
