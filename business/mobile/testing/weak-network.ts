import { type Server, type Socket, connect, createServer } from 'node:net';

/** A proxy to the server that can be cut: open connections break, and new ones are refused. */
export class WeakNetwork {
  readonly #port: number;
  #server: Server | null = null;
  #own = 0;
  readonly #open = new Set<Socket>();
  constructor(base: string) {
    this.#port = Number(new URL(base).port);
  }

  get base(): string {
    return `http://127.0.0.1:${this.#own}`;
  }

  async on(): Promise<void> {
    const server = createServer((phone) => {
      const app = connect(this.#port, '127.0.0.1');
      for (const one of [phone, app]) {
        this.#open.add(one);
        one.on('close', () => {
          this.#open.delete(one);
          phone.destroy();
          app.destroy();
        });
        one.on('error', () => one.destroy());
      }
      phone.pipe(app).pipe(phone);
    });
    await new Promise<void>((resolve) => {
      server.listen(this.#own, '127.0.0.1', resolve);
    });
    this.#own = (server.address() as { port: number }).port;
    this.#server = server;
  }

  async off(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const one of this.#open) one.destroy();
    if (server)
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
  }
}
