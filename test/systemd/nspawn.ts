import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Why no container can be booted here; undefined when one can. */
export function whyNoContainer(): string | undefined {
  if (process.getuid?.() !== 0) return 'needs root'
  if (spawnSync('systemd-nspawn', ['--version']).status !== 0)
    return 'needs systemd-nspawn (apt-get install systemd-container)'
  try {
    withOverlay(() => {})
    return undefined
  } catch (error) {
    return `needs overlay mounts (${String(error)})`
  }
}

export interface Boot {
  /** Where the container sees it, and what it sees there read-only. */
  readOnly: Record<string, string>
  /** The same for folders that it can write to, and that outlive it. */
  writable?: Record<string, string>
  files: Record<string, string>
  /** Run before the boot, inside the tree. */
  prepare: string[][]
  /** A shell script run by the booted systemd; what it prints comes back. */
  script: string
}

/** Boots a real systemd on a throw-away copy of this machine's root, without its services and its network. */
export function boot({ readOnly, writable = {}, files, prepare, script }: Boot): string {
  return withOverlay((root) => {
    // These would reach through to the kernel of the host, or are of no use here.
    for (const unit of [
      'systemd-sysctl.service',
      'systemd-modules-load.service',
      'systemd-update-utmp.service',
      'timers.target',
    ]) {
      symlinkSync('/dev/null', join(root, 'etc/systemd/system', unit))
    }
    for (const [name, text] of Object.entries({ ...files, ...probeUnits(), '/probe.sh': script })) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), text, { mode: 0o644 })
    }
    // A service cannot see a Node that lives in somebody's home.
    if (!process.execPath.startsWith('/usr/')) {
      copyFileSync(process.execPath, join(root, 'usr/local/bin/node'))
      chmodSync(join(root, 'usr/local/bin/node'), 0o755)
    }
    for (const [command, ...args] of prepare) run('chroot', [root, command ?? '', ...args])
    const binds = [
      ...Object.entries(readOnly).map(([inside, outside]) => `--bind-ro=${outside}:${inside}`),
      ...Object.entries(writable).map(([inside, outside]) => `--bind=${outside}:${inside}`),
    ]
    const machine = [
      '-q',
      '-b',
      '-D',
      root,
      `--machine=skein-${process.pid}`,
      '--register=no',
      '--keep-unit',
      '--private-network',
    ]
    // What a nested bwrap needs from the container itself; the unit's own filters are what is tested.
    const rights = ['--capability=all', '--system-call-filter=@mount @privileged @keyring bpf']
    run('systemd-nspawn', [...machine, ...rights, ...binds, 'systemd.unit=probe.target'], {
      SYSTEMD_NSPAWN_API_VFS_WRITABLE: 'yes',
    })
    return readFileSync(join(root, 'probe.log'), 'utf8')
  })
}

function probeUnits() {
  return {
    '/etc/systemd/system/probe.target': '[Unit]\nRequires=basic.target\nWants=probe.service\nAllowIsolate=yes\n',
    '/etc/systemd/system/probe.service': [
      '[Unit]\nAfter=basic.target\n[Service]\nType=oneshot\nTimeoutStartSec=150',
      'ExecStart=/bin/sh /probe.sh\nExecStopPost=/bin/systemctl poweroff --force',
      'StandardOutput=file:/probe.log\nStandardError=inherit\n',
    ].join('\n'),
  }
}

function withOverlay<T>(work: (root: string) => T): T {
  const base = mkdtempSync(join(tmpdir(), 'skein-systemd-'))
  const root = join(base, 'root')
  const undo: [string, string[]][] = []
  try {
    run('mount', ['-t', 'tmpfs', '-o', 'mode=755', 'skein-systemd', base])
    undo.unshift(['umount', [base]])
    for (const folder of ['upper', 'work', 'root']) mkdirSync(join(base, folder))
    const layers = `lowerdir=/,upperdir=${join(base, 'upper')},workdir=${join(base, 'work')}`
    run('mount', ['-t', 'overlay', '-o', layers, 'skein-systemd', root])
    undo.unshift(['umount', [root]])
    return work(root)
  } finally {
    for (const [command, args] of undo) run(command, args)
    rmdirSync(base)
  }
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): void {
  const { status, stderr, stdout } = spawnSync(command, args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 170_000,
    killSignal: 'SIGKILL',
  })
  if (status !== 0)
    throw new Error(`${command} ${args[0]} ended with ${status}: ${stderr.trim() || stdout.slice(-2000)}`)
}
