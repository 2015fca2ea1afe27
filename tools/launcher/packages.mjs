// Finds the packages that a command needs in the lock file. A manifest is the project ('') or the path of a workspace.

const TEST = 'tools/launcher/packages/test';
export const NODE = 'tools/launcher/packages/node';

/** Commands that run tests, checks or a browser. */
const TESTING = ['test', 'check', 'bench', 'bench-web', 'bench-demo'];

/** Return the workspaces that a command needs in addition to the project. */
export function workspacesOf(command, { pinnedNode }) {
  return [...(TESTING.includes(command) ? [TEST] : []), ...(pinnedNode || command === 'release' ? [NODE] : [])];
}

/**
 * Return the paths of all packages that a manifest needs, each with whether it is required. Optional ones may be for
 * other machines.
 */
export function neededPackages(lock, manifest, { dev }) {
  const found = new Map();
  const visit = (path, required) => {
    if (found.get(path) === true || found.get(path) === required) return;
    found.set(path, required);
    visitAll(path, required, false);
  };
  const visitAll = (path, required, withDev) => {
    for (const [name, isRequired] of dependenciesOf(lock.packages[path], withDev)) {
      const target = resolve(lock, path, name);
      if (target) visit(target, required && isRequired);
    }
  };
  visitAll(manifest, true, dev);
  return found;
}

/** Return the names of the packages that an entry of the lock file needs, each with whether it is required. */
function dependenciesOf(entry, withDev) {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {}, peerDependencies = {} } = entry;
  const peers = Object.keys(peerDependencies).filter((name) => !entry.peerDependenciesMeta?.[name]?.optional);
  const names = [...Object.keys(dependencies), ...(withDev ? Object.keys(devDependencies) : []), ...peers];
  return [
    ...names.filter((name) => !(name in optionalDependencies)).map((name) => [name, true]),
    ...Object.keys(optionalDependencies).map((name) => [name, false]),
  ];
}

/** Return the path in the lock file at which Node finds a package: in the nearest node_modules upwards. */
function resolve(lock, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    const path = `${at}${at && '/'}node_modules/${name}`;
    if (path in lock.packages) return path;
    if (at === '') return null;
  }
}

/** Return whether every package that a manifest needs on this machine is installed in the locked version. */
export function agrees(lock, installed, manifest, options) {
  return [...neededPackages(lock, manifest, options)].every(([path, required]) => {
    const found = installed[path];
    return found ? found.version === lock.packages[path].version : !required;
  });
}

/**
 * Return the arguments of npm for missing packages. If the project is among them, all is installed together; workspaces
 * alone are added. `.npmrc` turns workspaces off, so a manual `npm ci` installs only the project.
 */
export function installArguments(missing, manifests, { lean }) {
  const all = missing.includes('');
  const workspaces = (all ? manifests : missing).filter(Boolean).flatMap((path) => ['-w', path]);
  return [
    ...(all ? ['ci'] : ['install', '--no-save']),
    ...(workspaces.length > 0 ? ['--workspaces', ...(all ? ['--include-workspace-root'] : []), ...workspaces] : []),
    '--include=optional',
    lean ? '--omit=dev' : '--include=dev',
  ];
}
