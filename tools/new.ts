// `npm run new <room>/<folder>/<paper> <Chinese title>`: write a definition, its line in the room and its name in the
// README. A missing room is created.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartupError } from '#kernel/server/settings/startup-error.ts';
import {
  definitionOf,
  groupIn,
  listedIn,
  namedIn,
  newPaperPlace,
  readmeOf,
  roomDefinitionOf,
} from './new/new-paper.ts';
import { filesIn } from './check/source-files.ts';
import { projectDir } from './command/project-dir.ts';
import { command } from './command/steps.ts';

await command(async () => {
  const place = newPaperPlace(process.argv[2] ?? '', process.argv[3], process.argv[4]);
  const file = join(projectDir, 'business', place.room, place.path);
  const room = join(projectDir, 'business', place.room, 'room.ts');
  const readme = join(projectDir, 'business', place.room, 'README.md');
  if (existsSync(file)) throw new StartupError(`${file} 已存在。`, `${file} is there already.`);
  const contents = existsSync(room) ? readFileSync(room, 'utf8') : roomDefinitionOf(place);
  const papers = filesIn(projectDir, [`business/${place.room}`], /\.paper\.ts$/).map((path) =>
    readFileSync(join(projectDir, path), 'utf8'),
  );
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, definitionOf(place, groupIn(contents, papers, place)));
  writeFileSync(room, listedIn(contents, place));
  writeFileSync(readme, existsSync(readme) ? namedIn(readFileSync(readme, 'utf8'), place) : readmeOf(place));
  console.log(`✓ ${file}\n  ${room}\n  ${readme}`);
});
