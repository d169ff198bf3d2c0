/**
 * Finds the system libraries that Electron's binary lacks, and the command that installs them. Only Linux can
 * lack one.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface Names {
  /** Debian, Ubuntu. A trailing `*` stands for `t64`, which these names have since glibc 2.39. */
  readonly debian: string;
  readonly fedora: string;
  readonly arch: string;
}

const NSS = { debian: 'libnss3', fedora: 'nss', arch: 'nss' };
const NSPR = { debian: 'libnspr4', fedora: 'nspr', arch: 'nspr' };
const GLIB = { debian: 'libglib2.0-0*', fedora: 'glib2', arch: 'glib2' };
const GTK = { debian: 'libgtk-3-0*', fedora: 'gtk3', arch: 'gtk3' };

/** The packages of the libraries that Electron's binary is linked with. */
const PACKAGES: Readonly<Record<string, Names>> = {
  'libnss3.so': NSS,
  'libnssutil3.so': NSS,
  'libsmime3.so': NSS,
  'libnspr4.so': NSPR,
  'libplc4.so': NSPR,
  'libplds4.so': NSPR,
  'libgio-2.0.so.0': GLIB,
  'libglib-2.0.so.0': GLIB,
  'libgobject-2.0.so.0': GLIB,
  'libgdk-3.so.0': GTK,
  'libgtk-3.so.0': GTK,
  'libX11.so.6': { debian: 'libx11-6', fedora: 'libX11', arch: 'libx11' },
  'libXcomposite.so.1': { debian: 'libxcomposite1', fedora: 'libXcomposite', arch: 'libxcomposite' },
  'libXdamage.so.1': { debian: 'libxdamage1', fedora: 'libXdamage', arch: 'libxdamage' },
  'libXext.so.6': { debian: 'libxext6', fedora: 'libXext', arch: 'libxext' },
  'libXfixes.so.3': { debian: 'libxfixes3', fedora: 'libXfixes', arch: 'libxfixes' },
  'libXrandr.so.2': { debian: 'libxrandr2', fedora: 'libXrandr', arch: 'libxrandr' },
  'libasound.so.2': { debian: 'libasound2*', fedora: 'alsa-lib', arch: 'alsa-lib' },
  'libatk-1.0.so.0': { debian: 'libatk1.0-0*', fedora: 'atk', arch: 'at-spi2-core' },
  'libatk-bridge-2.0.so.0': {
    debian: 'libatk-bridge2.0-0*',
    fedora: 'at-spi2-atk',
    arch: 'at-spi2-core',
  },
  'libatspi.so.0': { debian: 'libatspi2.0-0*', fedora: 'at-spi2-core', arch: 'at-spi2-core' },
  'libcairo.so.2': { debian: 'libcairo2', fedora: 'cairo', arch: 'cairo' },
  'libcups.so.2': { debian: 'libcups2*', fedora: 'cups-libs', arch: 'libcups' },
  'libdbus-1.so.3': { debian: 'libdbus-1-3', fedora: 'dbus-libs', arch: 'dbus' },
  'libdrm.so.2': { debian: 'libdrm2', fedora: 'libdrm', arch: 'libdrm' },
  'libexpat.so.1': { debian: 'libexpat1', fedora: 'expat', arch: 'expat' },
  'libgbm.so.1': { debian: 'libgbm1', fedora: 'mesa-libgbm', arch: 'mesa' },
  'libpango-1.0.so.0': { debian: 'libpango-1.0-0', fedora: 'pango', arch: 'pango' },
  'libudev.so.1': { debian: 'libudev1', fedora: 'systemd-libs', arch: 'systemd-libs' },
  'libxcb.so.1': { debian: 'libxcb1', fedora: 'libxcb', arch: 'libxcb' },
  'libxkbcommon.so.0': { debian: 'libxkbcommon0', fedora: 'libxkbcommon', arch: 'libxkbcommon' },
};

/** Systems with known packages, each with the names that `/etc/os-release` has for it and its derivatives. */
const SYSTEMS = [
  { title: 'Debian, Ubuntu', ids: ['debian', 'ubuntu'], names: 'debian', command: 'sudo apt install' },
  { title: 'Fedora', ids: ['fedora', 'rhel', 'centos'], names: 'fedora', command: 'sudo dnf install' },
  { title: 'Arch', ids: ['arch'], names: 'arch', command: 'sudo pacman -S' },
] as const;

export interface LinuxSystem {
  /** The text of `/etc/os-release`. */
  readonly osRelease: string;
  /** The version, such as `2.41`. */
  readonly glibc: string;
}

/** The names of all libraries that the loader cannot find, such as `libnss3.so`; none if `ldd` fails. */
export function missingLibraries(executable: string): readonly string[] {
  const { stdout } = spawnSync('ldd', [executable], { encoding: 'utf8' });
  const lines = (stdout ?? '').matchAll(/^\s*(\S+) => not found$/gm);
  return [...new Set([...lines].map(([, name = '']) => name))];
}

/**
 * The command that installs these libraries here or, if this system is unknown, that of each known system.
 */
export function advice(libraries: readonly string[], system: LinuxSystem = thisSystem()): string | undefined {
  const known = libraries.flatMap((library) => PACKAGES[library] ?? []);
  if (known.length === 0) return undefined;
  const ids = new Set(
    [...system.osRelease.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)/gm)].flatMap(([, value = '']) =>
      value.split(' '),
    ),
  );
  const here = SYSTEMS.find((each) => each.ids.some((id) => ids.has(id)));
  const commandOf = ({ names, command }: (typeof SYSTEMS)[number]): string => {
    const packages = new Set(known.map((each) => each[names].replace('*', hasTime64(system) ? 't64' : '')));
    return `${command} ${[...packages].join(' ')}`;
  };
  if (here !== undefined) return commandOf(here);
  return SYSTEMS.map((each) => `${each.title}: ${commandOf(each)}`).join('; ');
}

/** Debian and Ubuntu renamed packages for 64-bit times in the releases with glibc 2.39 or newer. */
function hasTime64({ glibc }: LinuxSystem): boolean {
  const [major = 0, minor = 0] = glibc.split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 39);
}

function thisSystem(): LinuxSystem {
  return { osRelease: readOsRelease(), glibc: glibcVersion() };
}

function readOsRelease(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}

function glibcVersion(): string {
  const report: { header?: { glibcVersionRuntime?: string } } = process.report.getReport();
  return report.header?.glibcVersionRuntime ?? '';
}
