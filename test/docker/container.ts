import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { finished, type Ran } from '../peers/ran.ts'

const checkout = fileURLToPath(new URL('../..', import.meta.url))
const SUITE = 'bookworm'

/** Why no image can be built here; undefined when one can. */
export function whyNoImage(): string | undefined {
  if (process.getuid?.() !== 0) return 'needs root'
  const missing = ['podman', 'mmdebstrap', 'runc', 'iptables'].filter((name) => spawnSync(name, ['--version']).error)
  return missing.length > 0
    ? `needs ${missing.join(', ')} (apt-get install podman mmdebstrap runc netavark iptables)`
    : undefined
}

export interface Container {
  /** Runs a program in it. */
  exec(...command: string[]): Promise<Ran>
  /** What the daemon in it has said. */
  words(): Promise<string>
  /** TERM, and its exit code. */
  stop(): Promise<number>
}

interface ContainerOptions {
  /** Of `podman run`. */
  options?: string[]
  command?: string[]
}

/** The image of this checkout, on a Debian made here, in a storage of its own. */
export interface Image {
  podman(...args: string[]): Promise<Ran>
  run(options?: ContainerOptions): Promise<Container>
  remove(): Promise<void>
}

export async function buildImage(): Promise<Image> {
  const dir = mkdtempSync(join(tmpdir(), 'skein-image-'))
  const storage = ['--root', join(dir, 'root'), '--runroot', join(dir, 'run'), '--tmpdir', join(dir, 'tmp')]
  // They work without systemd and with the older cgroups, too.
  const engine = ['--storage-driver=overlay', '--runtime=runc', '--cgroup-manager=cgroupfs']
  const podman = (...args: string[]) => start('podman', [...storage, ...engine, ...args])
  const containers: string[] = []

  async function remove(): Promise<void> {
    for (const id of containers) await podman('rm', '--force', '--time=0', '--volumes', id)
    await podman('rmi', '--all', '--force')
    rmSync(dir, { recursive: true, force: true })
  }

  try {
    await must(podman('import', await makeBase(), 'localhost/base'))
    // The settings of npm here, and what it has fetched before.
    const volumes = Object.entries(npmFolders()).map(([inside, outside]) => `--volume=${outside}:${inside}`)
    const build = ['--network=host', '--isolation=chroot', '--format=docker', ...volumes]
    await must(podman('build', ...build, '--build-arg=BASE=localhost/base', '--tag=skein', checkout))
  } catch (error) {
    await remove()
    throw error
  }
  // Not more than this machine allows.
  const limits = ['nofile', 'nproc'].map((name) => `--ulimit=${name}=1024:1024`)
  return {
    podman,
    async run({ options = [], command = [] } = {}) {
      const { out } = await must(podman('run', '--detach', ...limits, ...options, 'localhost/skein', ...command))
      const id = out.trim()
      containers.push(id)
      return {
        exec: (...args) => podman('exec', id, ...args),
        words: async () => {
          const { out: said, err } = await podman('logs', id)
          return said + err
        },
        async stop() {
          await must(podman('stop', '--time=60', id))
          return Number((await must(podman('inspect', '--format={{.State.ExitCode}}', id))).out)
        },
      }
    },
    remove,
  }
}

/** A Debian with the Node that runs this. It takes a minute or two, so it is kept. */
async function makeBase(): Promise<string> {
  const path = join(checkout, '.cache', `debian-${SUITE}-node-${process.versions.node}.tar`)
  if (existsSync(path)) return path
  mkdirSync(dirname(path), { recursive: true })
  const prefix = dirname(dirname(process.execPath))
  const copy = (from: string, to: string) => [
    `--customize-hook=mkdir -p "$1/usr/${to}"`,
    `--customize-hook=cp -a ${prefix}/${from} "$1/usr/${to}/"`,
  ]
  const hooks = [
    ...copy('bin/node', 'bin'),
    ...copy('lib/node_modules/npm', 'lib/node_modules'),
    ...copy('include/node', 'include'),
    '--customize-hook=ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/bin/npm"',
  ]
  const partial = path.replace(/\.tar$/, `.${process.pid}.tar`)
  await must(
    start('mmdebstrap', ['--variant=minbase', '--include=ca-certificates,libstdc++6', ...hooks, SUITE, partial]),
  )
  renameSync(partial, path)
  return path
}

/** By where they are in the container. The registry may have a certificate of an authority of its own. */
function npmFolders(): Record<string, string> {
  const ask = (key: string) => spawnSync('npm', ['config', 'get', key], { encoding: 'utf8' }).stdout.trim()
  const authority = ask('cafile')
  const places = {
    '/root/.npm': ask('cache'),
    '/root/.npmrc': ask('userconfig'),
    '/usr/etc/npmrc': ask('globalconfig'),
    [authority]: authority,
  }
  return Object.fromEntries(Object.entries(places).filter(([, outside]) => existsSync(outside)))
}

async function start(program: string, args: string[]): Promise<Ran> {
  return await finished(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }))
}

async function must(running: Promise<Ran>): Promise<Ran> {
  const ran = await running
  if (ran.code !== 0) throw new Error(`ended with ${ran.code}: ${ran.err.slice(-3000)}${ran.out.slice(-3000)}`)
  return ran
}
