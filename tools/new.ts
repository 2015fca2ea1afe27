// `npm run new <room>/<corridor>/<paper>`: one definition and its line in the room. Everything else follows from them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartupError } from '#kernel/server/settings/startup-error.ts';
import { definitionOf, listedIn, newPaperPlace } from './new/new-paper.ts';
import { projectDir } from './command/project-dir.ts';
import { command } from './command/steps.ts';

await command(async () => {
  const place = newPaperPlace(process.argv[2] ?? '');
  const file = join(projectDir, 'business', place.room, place.path);
  const room = join(projectDir, 'business', place.room, 'room.ts');
  if (!existsSync(room)) throw new StartupError(`没有 ${place.room} 这个房间。`, `There is no room ${place.room}.`);
  if (existsSync(file)) throw new StartupError(`${file} 已存在。`, `${file} is there already.`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, definitionOf(place));
  writeFileSync(room, listedIn(readFileSync(room, 'utf8'), place));
  console.log(`✓ ${file}\n  ${room}`);
});
