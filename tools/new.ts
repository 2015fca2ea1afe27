// `npm run new <room>/<corridor>/<paper>`: one definition and its line in the room, which is made where there is none. Everything else follows from them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartupError } from '#kernel/server/settings/startup-error.ts';
import { definitionOf, listedIn, newPaperPlace, roomDefinitionOf } from './new/new-paper.ts';
import { projectDir } from './command/project-dir.ts';
import { command } from './command/steps.ts';

await command(async () => {
  const place = newPaperPlace(process.argv[2] ?? '');
  const file = join(projectDir, 'business', place.room, place.path);
  const room = join(projectDir, 'business', place.room, 'room.ts');
  if (existsSync(file)) throw new StartupError(`${file} 已存在。`, `${file} is there already.`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, definitionOf(place));
  const contents = existsSync(room) ? readFileSync(room, 'utf8') : roomDefinitionOf(place);
  writeFileSync(room, listedIn(contents, place));
  console.log(`✓ ${file}\n  ${room}`);
});
