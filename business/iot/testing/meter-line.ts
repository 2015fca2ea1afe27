import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';

/** A simulated meter. `data`: the data of an answer in hex by identifier, lowest byte first. */
export interface SimulatedMeter {
  readonly data: Readonly<Record<string, string>>;
  /** It answers nothing. */ isSilent?: boolean;
  /** Its sums are wrong. */ hasWrongSum?: boolean;
  /** It names the identifier with its highest byte first. */ keepsOrder?: boolean;
  /** It answers in the name of another meter. */ answersAs?: string;
}

const bytesOf = (hex: string): number[] => [...Buffer.from(hex.replaceAll(' ', ''), 'hex')];
const reversed = (hex: string): number[] => bytesOf(hex).toReversed();
const hexOf = (bytes: readonly number[]): string => Buffer.from(bytes).toString('hex').toUpperCase();
const sumOf = (bytes: readonly number[]): number => bytes.reduce((sum, byte) => (sum + byte) & 0xff, 0);

/** Number of bytes of an address, and of those before the data of a frame. */
const shapes = { dlt645: { address: 6, from: 1, head: 10 }, cjt188: { address: 7, from: 2, head: 11 } } as const;

/**
 * A real server with simulated meters of one protocol on one line, for tests. It reads requests and makes answers by the
 * bytes of the standards, without the codec of the product.
 */
export class MeterLine {
  readonly meters: Map<string, SimulatedMeter>;
  /** Requests in order, such as `000000000161 00010000`. */ readonly requests: string[] = [];
  readonly #protocol: keyof typeof shapes;
  #server: Server | null = null;
  readonly #sockets = new Set<Socket>();

  constructor(protocol: keyof typeof shapes, meters: Readonly<Record<string, SimulatedMeter>>) {
    this.#protocol = protocol;
    this.meters = new Map(Object.entries(meters));
  }

  async listen(port = 0): Promise<number> {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket.on('error', () => undefined));
      socket.on('data', (bytes: Buffer) => this.#respond(socket, [...bytes]));
    });
    await new Promise<void>((resolve) => this.#server?.listen(port, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server?.close();
  }

  #respond(socket: Socket, sent: readonly number[]): void {
    const { address, from, head } = shapes[this.#protocol];
    const request = sent.slice(sent.findIndex((byte) => byte !== 0xfe));
    if (sumOf(request.slice(0, -2)) !== request.at(-2)) throw new Error(`The sum is wrong: ${hexOf(sent)}`);
    const number = hexOf(request.slice(from, from + address).toReversed());
    const data = request.slice(head, -2).map((byte) => (this.#protocol === 'dlt645' ? (byte - 0x33) & 0xff : byte));
    const di = hexOf(data.slice(0, this.#protocol === 'dlt645' ? 4 : 2).toReversed());
    this.requests.push(`${number} ${di}`);
    const meter = this.meters.get(number);
    if (!meter || meter.isSilent) return;
    const frame = this.#answer(
      meter.answersAs ?? number,
      request,
      meter.keepsOrder ? hexOf(reversed(di)) : di,
      meter.data[di],
    );
    const sum = (sumOf(frame) + (meter.hasWrongSum ? 1 : 0)) & 0xff;
    // The echo of the line, the wake bytes and the answer, in two pieces.
    const all = [...request, 0xfe, 0xfe, ...frame, sum, 0x16];
    socket.write(Buffer.from(all.slice(0, request.length + 8)));
    setTimeout(() => socket.write(Buffer.from(all.slice(request.length + 8))), 5);
  }

  #answer(number: string, request: readonly number[], di: string, data: string | undefined): number[] {
    if (this.#protocol === 'dlt645') {
      const body = data === undefined ? [0x02] : [...reversed(di), ...bytesOf(data)];
      const control = data === undefined ? 0xd1 : 0x91;
      return [0x68, ...reversed(number), 0x68, control, body.length, ...body.map((byte) => (byte + 0x33) & 0xff)];
    }
    const body = data === undefined ? [0, 0, 0] : [...reversed(di), 0, ...bytesOf(data)];
    const control = data === undefined ? 0xc1 : 0x81;
    return [0x68, request[1], ...reversed(number), control, body.length, ...body];
  }
}
