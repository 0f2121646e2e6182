import { spawn, spawnSync } from 'node:child_process'
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
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { finished } from '../peers/ran.ts'

/** Why no container can be booted here; undefined when one can. */
export async function whyNoContainer(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'needs root'
  if (spawnSync('systemd-nspawn', ['--version']).status !== 0)
    return 'needs systemd-nspawn (apt-get install systemd-container)'
  try {
    await withOverlay(async () => {})
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
export function boot({ readOnly, writable = {}, files, prepare, script }: Boot): Promise<string> {
  return withOverlay(async (root) => {
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
    for (const [command, ...args] of prepare) await run('chroot', [root, command ?? '', ...args])
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
    await run('systemd-nspawn', [...machine, ...rights, ...binds, 'systemd.unit=probe.target'], {
      SYSTEMD_NSPAWN_API_VFS_WRITABLE: 'yes',
    })
    return readFileSync(join(root, 'probe.log'), 'utf8')
  })
}

function probeUnits() {
  return {
    '/etc/systemd/system/probe.target': '[Unit]\nRequires=basic.target\nWants=probe.service\nAllowIsolate=yes\n',
    '/etc/systemd/system/probe.service': [
      '[Unit]\nAfter=basic.target\n[Service]\nType=oneshot\nTimeoutStartSec=600',
      'ExecStart=/bin/sh /probe.sh\nExecStopPost=/bin/systemctl poweroff --force',
      'StandardOutput=file:/probe.log\nStandardError=inherit\n',
    ].join('\n'),
  }
}

async function withOverlay<T>(work: (root: string) => Promise<T>): Promise<T> {
  const base = mkdtempSync(join(tmpdir(), 'skein-systemd-'))
  const root = join(base, 'root')
  const undo: [string, string[]][] = []
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'mode=755', 'skein-systemd', base])
    undo.unshift(['umount', [base]])
    for (const folder of ['upper', 'work', 'root']) mkdirSync(join(base, folder))
    const layers = `lowerdir=/,upperdir=${join(base, 'upper')},workdir=${join(base, 'work')}`
    await run('mount', ['-t', 'overlay', '-o', layers, 'skein-systemd', root])
    undo.unshift(['umount', [root]])
    return await work(root)
  } finally {
    for (const [command, args] of undo) await run(command, args)
    rmdirSync(base)
  }
}

/** Not synchronously, because the other side of a conversation may be in this process. */
async function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const { code, out, err } = await finished(
    spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 620_000,
      killSignal: 'SIGKILL',
    }),
  )
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}: ${err.trim() || out.slice(-2000)}`)
}

/** A container has a network of its own, so its service reaches the emulator through a socket in a shared folder. */
export function openGate(path: string, port: number): Promise<Server> {
  const server = createServer((inside) => {
    const outside = connect(port, '127.0.0.1')
    inside.pipe(outside).pipe(inside)
    inside.on('error', () => outside.destroy())
    outside.on('error', () => inside.destroy())
  })
  return new Promise((resolve) => server.listen(path, () => resolve(server)))
}

/** Units of the container: its way to a gate in /shared, as a port of loopback. */
export function proxyUnits(name: string, port: number): Record<string, string> {
  const units = '/etc/systemd/system'
  return {
    [`${units}/${name}.socket`]: `[Socket]\nListenStream=127.0.0.1:${port}\n`,
    [`${units}/${name}.service`]: `[Service]\nExecStart=/lib/systemd/systemd-socket-proxyd /shared/${name}.sock\n`,
  }
}

/** The lines `name=value` of what a script printed. */
export function factsOf(output: string): Record<string, string> {
  return Object.fromEntries([...output.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
}
