import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';

/** A document as the adapter of a company receives it. */
export interface ErpDocument {
  readonly key: string;
  readonly itemCode: string;
  readonly qty: string;
  readonly fromWhsCode: string;
  readonly toWhsCode: string;
}

interface Answered {
  readonly status: number;
  readonly body: object;
}

/** An adapter to SAP over HTTP, for tests. It has one document for each key. */
export class ErpServer {
  readonly documents = new Map<string, ErpDocument & { readonly docEntry: number }>();
  readonly calls: string[] = [];
  readonly tokens = new Set<string>();
  readonly #server: Server;
  /** It answers no question about its stock. */ isAway = false;
  /**
   * Called with a document once it is stored, and before it is answered. Its result replaces the answer; `cut` breaks
   * the connection.
   */
  onPosted: (document: ErpDocument) => Promise<Answered | 'cut' | void> = async () => {};
  /** Returns a refusal before a document is stored. */
  refusing: (document: ErpDocument) => Answered | undefined = () => undefined;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async open(): Promise<ErpServer> {
    const made = new ErpServer();
    await new Promise<void>((resolve) => {
      made.#server.listen(0, '127.0.0.1', resolve);
    });
    return made;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}/sap`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://erp.test');
    this.calls.push(`${request.method} ${url.pathname}`);
    this.tokens.add(request.headers.authorization ?? '');
    const answer = await this.#handled(request, url);
    if (answer === 'cut') {
      response.destroy();
      return;
    }
    const { status, body } = answer;
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }

  async #handled(request: IncomingMessage, url: URL): Promise<Answered | 'cut'> {
    if (this.isAway) return { status: 503, body: {} };
    if (url.pathname === '/sap/balances') return { status: 200, body: [] };
    const found = (key: string) => {
      const one = this.documents.get(key);
      return one ? { status: 200, body: { docEntry: one.docEntry, docNum: `ERP-${one.docEntry}`, lineNum: 0 } } : null;
    };
    if (request.method === 'GET') return found(url.searchParams.get('key') ?? '') ?? { status: 404, body: {} };
    let text = '';
    for await (const part of request) text += String(part);
    const document = JSON.parse(text) as ErpDocument;
    const refused = this.refusing(document);
    if (refused) return refused;
    if (!this.documents.has(document.key))
      this.documents.set(document.key, { ...document, docEntry: this.documents.size + 1 });
    return (await this.onPosted(document)) ?? found(document.key) ?? { status: 500, body: {} };
  }
}
