import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Return the environment by which the browser uses a Chinese font from npm, if the machine has none. Otherwise texts
 * would be drawn as boxes or not at all.
 */
export function chineseFonts(cacheDir: string): Record<string, string> {
  if (process.platform !== 'linux' || hasChinese()) return {};
  const fonts = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/package.json'));
  const folder = join(cacheDir, 'fonts');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'fonts.conf'), configuration(fonts, folder));
  return { FONTCONFIG_FILE: join(folder, 'fonts.conf'), FONTCONFIG_PATH: folder };
}

function hasChinese(): boolean {
  return (spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' }).stdout ?? '').trim() !== '';
}

function configuration(fonts: string, cache: string): string {
  const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${xml(join(fonts, '400Regular'))}</dir>
  <dir>${xml(join(fonts, '700Bold'))}</dir>
  <cachedir>${xml(cache)}</cachedir>
  <alias><family>sans-serif</family><prefer><family>Noto Sans SC</family></prefer></alias>
  <alias><family>system-ui</family><prefer><family>Noto Sans SC</family></prefer></alias>
</fontconfig>
`;
}
