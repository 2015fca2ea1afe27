/** Read a bar code or QR code from the present picture of a video; null if there is none. */
export type CodeReader = (from: HTMLVideoElement) => Promise<string | null>;

/** The part of `BarcodeDetector` that is used. Not every browser has it, and some have it without any format. */
interface Detector {
  detect(from: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

async function nativeReader(): Promise<CodeReader | null> {
  const Known = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const formats: readonly string[] = (await Known?.getSupportedFormats().catch(() => [])) ?? [];
  if (!Known || !formats.includes('qr_code')) return null;
  const detector = new Known();
  return async (from) => (await detector.detect(from).catch(() => []))[0]?.rawValue || null;
}

let reader: Promise<CodeReader> | null = null;

/** Return the reader of the browser, else the one of the product, which is loaded when it is needed. */
export function codeReader(): Promise<CodeReader> {
  reader ??= nativeReader().then(async (native) => native ?? (await import('./read-picture.ts')).readPicture);
  // Without a network the reader may not load. The next camera tries again.
  reader.catch(() => {
    reader = null;
  });
  return reader;
}
