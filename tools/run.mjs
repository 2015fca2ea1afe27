// Starts every command: `node tools/run.mjs <name> [arguments]`. It needs only Node and npm, and installs the packages
// of the command. Then it continues under the Node of the machine, or under the pinned one if that is too old.
const COMMANDS = [
  'start',
  'test',
  'dev',
  'check',
  'bench',
  'bench-web',
  'bench-demo',
  'migrate',
  'seed',
  'backup',
  'restore',
  'verify-audit',
  'sim',
  'new',
  'release',
];

// Refuse old versions of Node before any import, since they cannot parse the imported files.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `本机的 Node 是 ${process.version}，太旧了。请安装 Node 20.19 或更高版本（https://nodejs.org），然后再试一次。\n` +
      `This machine has Node ${process.version}, which is too old. Install Node 20.19 or newer (https://nodejs.org) and try again.`,
  );
  process.exit(1);
}

const name = process.argv[2];
if (!COMMANDS.includes(name)) {
  console.error(`用法 Usage: npm run <${COMMANDS.join('|')}>`);
  process.exit(1);
}

const { installIfNeeded } = await import('./launcher/install.mjs');
const { findNode } = await import('./launcher/runtime.mjs');
const { runUnder } = await import('./launcher/child.mjs');
const { Sentence } = await import('./launcher/words.mjs');

try {
  await installIfNeeded(name);
  process.exitCode = await runUnder(await findNode(), name, process.argv.slice(3));
} catch (error) {
  if (!(error instanceof Sentence)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}
