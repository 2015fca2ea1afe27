import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const WORTH_FROM_BYTES = 1000;

/** Writes `.br` and `.gz` beside each text file, once and at the best level, so that no request pays for it. */
export function precompressed(): Plugin {
  return {
    name: 'anju-precompressed',
    apply: 'build',
    // After Vite wrote its own tags and its manifest.
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const texts = Object.values(bundle).filter(
          ({ fileName }) => /\.(js|css|html|svg|json|webmanifest)$/.test(fileName) && !fileName.startsWith('.vite/'),
        );
        await Promise.all(
          texts.map(async (file) => {
            const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
            if (source.length < WORTH_FROM_BYTES) return;
            const best = {
              params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length },
            };
            this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: await brotli(source, best) });
            this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: await gz(source, { level: 9 }) });
          }),
        );
      },
    },
  };
}
