import { address, postJson, request, sendFile } from './http.ts';
import { newKey } from './headers.ts';

/** What the server says of an uploaded file. */
export interface UploadedFile {
  readonly link: string;
  readonly name: string;
  readonly originalName: string;
  readonly attachId: string;
}

export const uploadFile = (file: File): Promise<UploadedFile> =>
  sendFile<UploadedFile>('blade-resource/oss/endpoint/put-file', file);

function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The name the server gives a download. */
function nameOf(response: Response, otherwise: string): string {
  const header = response.headers.get('content-disposition') ?? '';
  // The form with the star carries Chinese; the plain one is for old browsers.
  const named = /filename\*=(?:UTF-8'')?([^;]+)/i.exec(header) ?? /filename="?([^";]+)"?/i.exec(header);
  try {
    return decodeURIComponent((named?.[1] ?? otherwise).trim());
  } catch {
    return otherwise;
  }
}

/** Saves the answer as a file, or gives back what the server said instead of a file (a job). */
async function saved(response: Response, otherwise: string): Promise<Record<string, unknown> | null> {
  if ((response.headers.get('content-type') ?? '').includes('application/json')) {
    return ((await response.json()) as { data: Record<string, unknown> }).data ?? {};
  }
  saveAs(await response.blob(), nameOf(response, otherwise));
  return null;
}

/** Downloads what a write answers, e.g. an export. */
export async function downloadByPost(
  path: string,
  body: unknown,
  otherwise: string,
): Promise<Record<string, unknown> | null> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': newKey() };
  return saved(await request(address(path), { method: 'POST', headers, body: JSON.stringify(body) }), otherwise);
}

/** Downloads a small file with the headers of the person. */
export async function downloadFile(path: string, query: Record<string, string>, otherwise: string): Promise<void> {
  await saved(await request(address(path, query), { method: 'GET' }), otherwise);
}

/** Lets the browser fetch a large file itself, with a ticket that works once. */
export async function downloadByTicket(path: string): Promise<void> {
  const { ticket } = await postJson<{ ticket: string }>('blade-core/ticket', { path: `/api/${path}` });
  const [place, query] = path.split('?');
  const link = document.createElement('a');
  link.href = address(place, { ...Object.fromEntries(new URLSearchParams(query)), ticket });
  link.click();
}
