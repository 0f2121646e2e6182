import { spawnSync } from 'node:child_process'
import { compilers, missingTools } from './install.mjs'

const packages = [
  { name: 'chromium', has: () => hasTool('chromium'), without: 'tests of the page in a browser are left out' },
  {
    name: 'bubblewrap',
    has: () => hasTool('bwrap'),
    without: 'tests of runs that own their process tree are left out',
  },
  { name: 'strace', has: () => hasTool('strace'), without: 'tests of disk faults and power cuts are left out' },
  {
    name: 'faketime',
    has: () => hasTool('faketime'),
    without: 'tests of a clock that jumps under the running daemon are left out',
  },
  {
    name: 'systemd',
    has: () => hasTool('systemd-analyze'),
    without: 'tests of the exposure of the service are left out',
  },
  {
    name: 'systemd-container',
    has: () => hasTool('systemd-nspawn'),
    without: 'tests of the service under a real systemd are left out',
  },
  {
    name: 'dbus',
    has: () => hasTool('dbus-daemon'),
    without: 'tests of the service under a real systemd are left out',
  },
  ...compilers.map((name) => ({ name, has: () => hasTool(name), without: 'SQLite cannot be compiled' })),
]

/** Installs what the suites use, where we may; elsewhere says what will be left out. */
export function ensureDebianPackages(say) {
  const missing = packages.filter(({ has }) => !has())
  if (missing.length === 0) return
  if (process.getuid?.() !== 0 || !hasTool('apt-get')) {
    for (const { name, without } of missing) say(`${name} is missing: ${without}`)
    return
  }
  say(`installing ${missing.map(({ name }) => name).join(', ')} with apt`)
  aptGet(['update'], say)
  aptGet(['install', '-y', '--no-install-recommends', ...missing.map(({ name }) => name)], say)
  for (const { name, has, without } of missing) {
    if (!has()) say(`${name} could not be installed: ${without}`)
  }
}

function aptGet(args, say) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr } = spawnSync('apt-get', ['-q', ...args], {
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) say(`apt-get ${args[0]} failed: ${(stderr ?? '').trim().split('\n').at(-1)}`)
}

function hasTool(name) {
  return missingTools([name]).length === 0
}
