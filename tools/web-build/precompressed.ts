import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const WORTH_FROM_BYTES = 1000;
/** Best level for texts. WebAssembly is large and loaded by few, so that a fast level is enough. */
const qualityOf = (file: string): number => (file.endsWith('.wasm') ? 6 : 11);

/** Write `.br` and `.gz` versions of each text file and of WebAssembly, so that no request has to compress. */
export function precompressed(): Plugin {
  return {
    name: 'anju-precompressed',
    apply: 'build',
    // `post`: after Vite has written the tags of the page and the manifest.
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const texts = Object.values(bundle).filter(
          ({ fileName }) =>
            /\.(js|css|html|svg|json|wasm|webmanifest)$/.test(fileName) && !fileName.startsWith('.vite/'),
        );
        await Promise.all(
          texts.map(async (file) => {
            const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
            if (source.length < WORTH_FROM_BYTES) return;
            const best = {
              params: {
                [constants.BROTLI_PARAM_QUALITY]: qualityOf(file.fileName),
                [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
              },
            };
            this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: await brotli(source, best) });
            this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: await gz(source, { level: 9 }) });
          }),
        );
      },
    },
  };
}
