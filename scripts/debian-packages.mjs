// Installs the Debian packages that the suites use, where we may; elsewhere says what will be left out.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { compilers, missingTools } from './sqlite-driver.mjs'

const packages = [
  { name: 'chromium', has: () => hasTool('chromium'), without: 'tests of the page in a browser are left out' },
  {
    name: 'chromium-headless-shell',
    isOptional: true,
    has: () => hasTool('chromium-headless-shell'),
    without: 'tests of the page take longer',
  },
  {
    name: 'firefox-esr',
    has: () => hasTool('firefox-esr'),
    without: 'the road of a message is not tried in Firefox',
  },
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
  {
    name: 'dovecot-imapd',
    has: () => existsSync('/usr/lib/dovecot/imap'),
    without: 'tests of mail with a real mailbox are left out',
    service: 'dovecot',
  },
  {
    name: 'dovecot-lmtpd',
    has: () => existsSync('/usr/lib/dovecot/lmtp'),
    without: 'tests of mail with a real mailbox are left out',
    service: 'dovecot',
  },
  {
    name: 'postfix',
    has: () => existsSync('/usr/lib/postfix/sbin/master'),
    without: 'tests of mail with a real Postfix are left out',
    service: 'postfix',
  },
  {
    name: 'redis-server',
    has: () => hasTool('redis-server'),
    without: 'tests of runners are left out, unless valkey-server is installed',
    service: 'redis-server',
  },
  {
    name: 'valkey-server',
    isOptional: true,
    has: () => hasTool('valkey-server'),
    without: 'tests of runners use Redis only',
  },
  {
    name: 'tmux',
    has: () => hasTool('tmux'),
    without: 'tests of skein chat and skein setup in a real terminal are left out',
  },
  {
    name: 'poppler-utils',
    has: () => hasTool('pdftotext'),
    without: 'tests of PDF files in the library are left out',
  },
  { name: 'espeak-ng', has: () => hasTool('espeak-ng'), without: 'tests with real speech are left out' },
  { name: 'opus-tools', has: () => hasTool('opusenc'), without: 'tests with real speech are left out' },
  ...compilers.map((name) => ({ name, has: () => hasTool(name), without: 'SQLite cannot be compiled' })),
]

const say = (line) => console.error(`test: ${line}`)

ensureDebianPackages()

function ensureDebianPackages() {
  const isRoot = process.getuid?.() === 0
  if (!isRoot) say('not root: tests of mail with a real Postfix are left out, it can be started by nobody else')
  const missing = packages.filter(({ has }) => !has())
  if (missing.length === 0) return
  if (!isRoot || !hasTool('apt-get')) {
    for (const { name, without } of missing) say(`${name} is missing: ${without}`)
    return
  }
  say(`installing ${missing.map(({ name }) => name).join(', ')} with apt`)
  aptGet(['update'])
  withoutServices(() => {
    // Not every release has the optional ones, and one unknown name would keep apt from installing the others.
    install(missing.filter(({ isOptional }) => !isOptional))
    install(missing.filter(({ isOptional }) => isOptional))
    for (const service of new Set(missing.map((one) => one.service).filter(Boolean)))
      spawnSync('update-rc.d', [service, 'disable'], { stdio: 'ignore' })
  })
  for (const { name, has, without } of missing) {
    if (!has()) say(`${name} could not be installed: ${without}`)
  }
}

/** The tests start servers of their own; those of the packages would run on this machine for ever. */
function withoutServices(act) {
  // What invoke-rc.d and systemd ask before a package may start anything: 101 says no.
  const policy = '/usr/sbin/policy-rc.d'
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    act()
  } finally {
    if (isOurs) rmSync(policy, { force: true })
  }
}

function install(wanted) {
  if (wanted.length > 0) aptGet(['install', '-y', '--no-install-recommends', ...wanted.map(({ name }) => name)])
}

function aptGet(args) {
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
