import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

const [WIDTH, HEIGHT, CODE] = [640, 480, 300];
const FRAMES = 4;
const GREY = 128;

prepareZXingModule({
  overrides: {
    wasmBinary: readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'))).buffer,
  },
});

/** Write a video (Y4M) that shows the QR code of a text on a grey ground, for the camera of a test browser. */
export async function writeCodeVideo(path: string, text: string): Promise<void> {
  const { svg } = await writeBarcode(text, { format: 'QRCode' });
  const code = await sharp(Buffer.from(svg)).resize(CODE, CODE, { kernel: 'nearest' }).flatten().png().toBuffer();
  const grey = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#9a9a9a' } })
    .composite([{ input: code }])
    .greyscale()
    .raw()
    .toBuffer();
  const frame = Buffer.concat([Buffer.from('FRAME\n'), grey, Buffer.alloc((WIDTH * HEIGHT) / 2, GREY)]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(path, Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame)]));
}
