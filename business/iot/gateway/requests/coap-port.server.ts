import { type RemoteInfo, type Socket, createSocket } from 'node:dgram';
import type { Gate } from '../gate.server.ts';
import { readLogin } from '../login.rules.ts';
import { MAX_PAYLOAD } from '../packets/packet-size.rules.ts';
import { isPrivate } from '../private-address.rules.ts';
import { type CoapRequest, coapAnswer, coapReset, readCoap } from './coap-message.server.ts';
import { type RequestAnswer, RequestDoor, type RequestDoorOptions, isTail } from './request-door.server.ts';

const PREFIX = 'iot/v1/';
/** Time in which a repeated message is the same one (RFC 7252 §4.8.2, EXCHANGE_LIFETIME). */
const LIFETIME_MS = 247_000;
/** Answers that are remembered for repeats; and requests that are served at once. */
const MAX_ANSWERS = 20_000;
const MAX_OPEN = 2000;

/** Answer to a request; null: it is being served, and a repeat waits for the same answer. */
interface Exchange {
  readonly at: number;
  answer: Buffer | null;
}

/**
 * Serves device messages by CoAP: `POST /iot/v1/{topic after up/}` with `user` and `password` as `Uri-Query`, the same
 * as for HTTP. A confirmable request is acknowledged after the commit; the device repeats it until then.
 */
export class CoapPort {
  readonly #of: RequestDoorOptions;
  readonly #door: RequestDoor;
  readonly #socket: Socket = createSocket('udp4');
  readonly #exchanges = new Map<string, Exchange>();
  #open = 0;
  #isClosed = false;
  #nextId = Math.floor(Math.random() * 65_536);

  constructor(gate: Gate, of: RequestDoorOptions) {
    this.#of = of;
    this.#door = new RequestDoor(gate, of);
    this.#socket.on('message', (bytes, from) => this.#take(bytes, from));
  }

  once(event: 'error', heard: (error: NodeJS.ErrnoException) => void): void {
    this.#socket.once(event, heard);
  }

  on(event: 'error', heard: () => void): void {
    this.#socket.on(event, heard);
  }

  removeAllListeners(event: 'error'): void {
    this.#socket.removeAllListeners(event);
  }

  listen(port: number, host: string, opened: () => void): void {
    this.#socket.bind(port, host, opened);
  }

  address(): { readonly port: number } {
    return this.#socket.address();
  }

  close(closed: () => void): void {
    this.#isClosed = true;
    this.#socket.close(closed);
  }

  #send(bytes: Buffer, { port, address }: RemoteInfo): void {
    if (port > 0 && !this.#isClosed) this.#socket.send(bytes, port, address, () => undefined);
  }

  #take(bytes: Buffer, from: RemoteInfo): void {
    const request = readCoap(bytes);
    if (!request) return;
    if ('ping' in request) {
      this.#send(coapReset(request.ping), from);
      return;
    }
    const name = `${from.address} ${from.port} ${request.messageId}`;
    const before = this.#exchanges.get(name);
    if (before && this.#of.now() - before.at < LIFETIME_MS) {
      if (before.answer) this.#send(before.answer, from);
      return;
    }
    // The device sends it again after some seconds.
    if (this.#open >= MAX_OPEN) return;
    this.#serve(name, request, from).catch((error: unknown) => this.#of.report(error as Error));
  }

  async #serve(name: string, request: CoapRequest, from: RemoteInfo): Promise<void> {
    const exchange = this.#begin(name);
    this.#open += 1;
    try {
      const [status, reason, { again, down } = {}] = await this.#answerTo(request, from);
      this.#nextId = (this.#nextId + 1) & 0xff_ff;
      // A stranger gets no more bytes than it sent.
      const body = [200, 400].includes(status) ? JSON.stringify({ reason, ...(down && { down }) }) : undefined;
      const answer = coapAnswer(request, { status, again, body, messageId: this.#nextId });
      // The device sends these again, so their answers are not remembered.
      if (status === 503 || status === 429) this.#exchanges.delete(name);
      else exchange.answer = answer;
      this.#send(answer, from);
    } catch (error) {
      this.#exchanges.delete(name);
      throw error;
    } finally {
      this.#open -= 1;
    }
  }

  #begin(name: string): Exchange {
    const now = this.#of.now();
    for (const [old, { at }] of this.#exchanges) {
      if (now - at < LIFETIME_MS && this.#exchanges.size < MAX_ANSWERS) break;
      this.#exchanges.delete(old);
    }
    const exchange: Exchange = { at: now, answer: null };
    this.#exchanges.delete(name);
    this.#exchanges.set(name, exchange);
    return exchange;
  }

  async #answerTo(request: CoapRequest, { address }: RemoteInfo): Promise<RequestAnswer> {
    const { method, path, queries, payload, isUnsupported } = request;
    if (isUnsupported) return [402, 'option'];
    const tail = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : '';
    if (!isTail(tail)) return [404, 'noSuchPath'];
    if (method !== 'POST') return [405, 'method'];
    return this.#door.take({
      login: readLogin(null, queries.user ?? ''),
      password: queries.password ?? '',
      address,
      // The address of a datagram proves nothing, so nobody logs in by it alone.
      loginAddress: `coap ${address}`,
      tail,
      isSafe: isPrivate(address),
      read: async () => (payload.length > MAX_PAYLOAD ? null : payload),
    });
  }
}
