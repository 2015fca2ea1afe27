import { address, postJson, request, sendFile } from './http.ts';
import { newKey } from './headers.ts';

/** The server's answer to the upload of a file. */
export interface UploadedFile {
  readonly link: string;
  readonly name: string;
  readonly originalName: string;
  readonly attachId: string;
}

/** Upload a file by the call at `path`; absent: by the usual one. */
export const uploadFile = (file: File, path = 'blade-resource/oss/endpoint/put-file'): Promise<UploadedFile> =>
  sendFile<UploadedFile>(path, file);

function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Return the file name in the headers of a download, or `otherwise` if there is none. */
function nameOf(response: Response, otherwise: string): string {
  const header = response.headers.get('content-disposition') ?? '';
  // `filename*` has a name in UTF-8; `filename` is for old browsers.
  const named = /filename\*=(?:UTF-8'')?([^;]+)/i.exec(header) ?? /filename="?([^";]+)"?/i.exec(header);
  try {
    return decodeURIComponent((named?.[1] ?? otherwise).trim());
  } catch {
    return otherwise;
  }
}

/**
 * Save the answer as a file and return null. If the server answers JSON instead, such as the job that makes the file,
 * return that.
 */
async function saved(response: Response, otherwise: string): Promise<Record<string, unknown> | null> {
  if ((response.headers.get('content-type') ?? '').includes('application/json')) {
    return ((await response.json()) as { data: Record<string, unknown> }).data ?? {};
  }
  saveAs(await response.blob(), nameOf(response, otherwise));
  return null;
}

/** Download the answer of a write, e.g. an export. */
export async function downloadByPost(
  path: string,
  body: unknown,
  otherwise: string,
): Promise<Record<string, unknown> | null> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': newKey() };
  return saved(await request(address(path), { method: 'POST', headers, body: JSON.stringify(body) }), otherwise);
}

/** Download a small file by a request with the person's headers. */
export async function downloadFile(path: string, query: Record<string, string>, otherwise: string): Promise<void> {
  await saved(await request(address(path, query), { method: 'GET' }), otherwise);
}

/**
 * Download a large file by the browser itself. The address contains a ticket that is valid once, because such a request
 * has no headers.
 */
export async function downloadByTicket(path: string): Promise<void> {
  const { ticket } = await postJson<{ ticket: string }>('blade-core/ticket', { path: `/api/${path}` });
  const [place, query] = path.split('?');
  const link = document.createElement('a');
  link.href = address(place, { ...Object.fromEntries(new URLSearchParams(query)), ticket });
  link.click();
}
