import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serve a page with the same number of cells and no script: the minimum that a browser needs. */
export function barePage(): Promise<{ url: string; close(): void }> {
  const rows = Array.from(
    { length: 50 },
    (_, row) => `<tr>${Array.from({ length: 26 }, (__, cell) => `<td>第${row}行${cell}</td>`).join('')}</tr>`,
  ).join('');
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>bare</title><table>${rows}</table>`);
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      }),
    ),
  );
}
