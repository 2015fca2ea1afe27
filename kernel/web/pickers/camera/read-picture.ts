import { type ReaderOptions, prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Longer side of the picture that is searched, in pixels: enough for a code that fills a third of it. */
const MAX_SIDE = 960;
const OPTIONS: ReaderOptions = {
  formats: ['QRCode', 'DataMatrix', 'Code128', 'Code39', 'EAN13', 'EAN8', 'UPCA', 'ITF'],
  maxNumberOfSymbols: 1,
};

prepareZXingModule({
  overrides: { locateFile: (file: string, prefix: string) => (file.endsWith('.wasm') ? wasm : `${prefix}${file}`) },
});

const canvas = document.createElement('canvas');

/** Read the present picture of a video with ZXing, for browsers without a reader of their own. */
export async function readPicture(from: HTMLVideoElement): Promise<string | null> {
  const scale = Math.min(1, MAX_SIDE / Math.max(from.videoWidth, from.videoHeight, 1));
  canvas.width = Math.round(from.videoWidth * scale);
  canvas.height = Math.round(from.videoHeight * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context || !canvas.width || !canvas.height) return null;
  context.drawImage(from, 0, 0, canvas.width, canvas.height);
  const [found] = await readBarcodes(context.getImageData(0, 0, canvas.width, canvas.height), OPTIONS);
  return found?.text || null;
}
