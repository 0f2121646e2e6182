import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** An installation as a checkout of a repository in a folder, with a program that is built already. */
export interface Installation {
  folder: string
  origin: string
  data: string
  /** Where everything of it is. */
  dir: string
  env: Record<string, string>
  /** Adds a commit to the repository: files by their paths, `undefined` for one that is removed. */
  publish(message: string, files: Record<string, string | undefined>): void
  /** A command of the program, as systemd would start it. */
  skein(args: string[], env?: Record<string, string>): Promise<Ended>
  git(...args: string[]): string
  read(path: string): string
  /** Lets a service of the user run it, which a systemd of ours starts and stops. */
  serve(): void
  systemctl(verb: 'start' | 'stop' | 'restart' | 'is-active'): number | null
  remove(): void
}

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  out: string
  err: string
}

/** The files of the repository that a running installation needs. */
const tracked = ['migrations', 'systemd', 'scripts', 'config.example.toml', 'CHANGELOG.md', 'package-lock.json']

/** Building takes long. The commits of this repository bring their program with them. */
const build = `import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
const at = (path) => fileURLToPath(new URL(path, import.meta.url))
cpSync(at('../prebuilt'), at('../dist'), { recursive: true })
`

/** Without installing packages first: those of today are there. */
const buildOnly = "import('./scripts/build.mjs').then(({ ensureBuilt }) => ensureBuilt(process.cwd(), () => {}))"

/** `earlier` is a commit of this project whose program comes first; then versions of today's. */
export function createInstallation(earlier?: string): Installation {
  const dir = mkdtempSync(join(tmpdir(), 'skein-installed-'))
  const [origin, work, folder, data] = ['origin.git', 'work', 'skein', 'data'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
    string,
  ]
  const home = join(dir, 'home')
  mkdirSync(home)
  const tools = join(dir, 'tools')
  mkdirSync(tools)
  const env = { PATH: `${tools}:${process.env.PATH}`, HOME: home, XDG_CONFIG_HOME: join(home, '.config') }
  const git = (cwd: string, ...args: string[]) => run(['git', ...args], cwd, env)

  git(dir, 'init', '--quiet', '--bare', '--initial-branch=main', origin)
  git(dir, 'init', '--quiet', '--initial-branch=main', work)
  git(dir, 'config', '--global', 'user.email', 'test@localhost')
  git(dir, 'config', '--global', 'user.name', 'Test')
  git(work, 'remote', 'add', 'origin', origin)
  const publish: Installation['publish'] = (message, files) => {
    for (const [path, text] of Object.entries(files)) {
      if (text === undefined) rmSync(join(work, path), { force: true })
      else {
        mkdirSync(dirname(join(work, path)), { recursive: true })
        writeFileSync(join(work, path), text)
      }
    }
    git(work, 'add', '--all')
    git(work, 'commit', '--quiet', '-m', message)
    git(work, 'push', '--quiet', 'origin', 'main')
  }
  const today = () => {
    for (const name of tracked) cpSync(join(root, name), join(work, name), { recursive: true })
    copyProgram(join(work, 'prebuilt'))
    publish('Begin', {
      'package.json': manifestOf('0.1.0'),
      '.gitignore': 'node_modules\ndist*/\n.cache/\n',
      'scripts/build.mjs': build,
      'docs/page-1.md': 'Only in version 1.\n',
    })
  }
  if (earlier === undefined) today()
  else {
    const archive = join(dir, 'earlier.tar')
    run(['git', 'archive', `--output=${archive}`, earlier], root, env)
    run(['tar', '-xf', archive, '-C', work], dir, env)
    publish('Begin long ago', {})
  }
  git(dir, 'clone', '--quiet', origin, folder)
  // Links, so that nothing that is done to this folder reaches the packages of the tests.
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  if (earlier === undefined) run([process.execPath, 'scripts/build.mjs'], folder, env)
  else {
    run([process.execPath, '-e', buildOnly], folder, env)
    for (const name of readdirSync(work).filter((entry) => entry !== '.git'))
      rmSync(join(work, name), { recursive: true })
    today()
  }

  return {
    dir,
    folder,
    origin,
    data,
    env,
    publish,
    git: (...args) => git(folder, ...args).trim(),
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    skein: (args, more = {}) => start([join(folder, 'dist/main.js'), ...args], { ...env, ...more }),
    serve() {
      writeFileSync(join(tools, 'systemctl'), systemctl(dir), { mode: 0o755 })
      const config = join(dir, 'config.toml')
      writeFileSync(config, '[brain]\ndefault = "demo"\n[web]\nenabled = false\n[disk]\nballast_mb = 0\n', {
        mode: 0o600,
      })
      const units = join(home, '.config/systemd/user')
      mkdirSync(units, { recursive: true })
      const words = [
        process.execPath,
        join(folder, 'dist/main.js'),
        '--json',
        '--data',
        data,
        '--config',
        config,
        'start',
      ]
      writeFileSync(join(units, 'skein.service'), `[Service]\nExecStart=${words.join(' ')}\n`)
    },
    systemctl: (verb) => spawnSync(join(tools, 'systemctl'), ['--user', verb, 'skein.service'], { env }).status,
    remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
  }
}

/**
 * The version 0.NUMBER.0, which changes what an update has to bring to its place: the schema, a file more and a file less.
 */
export function versionFiles(number: number): Record<string, string | undefined> {
  const journal = JSON.parse(readFileSync(join(root, 'migrations/meta/_journal.json'), 'utf8')) as {
    entries: { idx: number; when: number; tag: string }[]
  }
  const last = journal.entries.at(-1)
  if (!last) throw new Error('there are no migrations')
  const numbers = Array.from({ length: number - 1 }, (_, index) => index + 2)
  const added = numbers.map((each) => ({ ...last, idx: last.idx + each, when: last.when + each, tag: `x_${each}` }))
  return {
    'package.json': manifestOf(`0.${number}.0`),
    'migrations/meta/_journal.json': JSON.stringify({ ...journal, entries: [...journal.entries, ...added] }),
    [`migrations/x_${number}.sql`]: `CREATE TABLE test_${number} (id integer PRIMARY KEY);\n`,
    'CHANGELOG.md': `${readFileSync(join(root, 'CHANGELOG.md'), 'utf8')}\n- Number ${number} is better.\n`,
    [`docs/page-${number}.md`]: `Only in version ${number}.\n`,
    [`docs/page-${number - 1}.md`]: undefined,
    'prebuilt/web/page/number.txt': `${number}\n`,
  }
}

export function manifestOf(version: string): string {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object
  return JSON.stringify({ ...manifest, version })
}

/** Without what only building needs. */
function copyProgram(to: string): void {
  const dist = join(inject('build'), 'dist')
  for (const name of readdirSync(dist).filter((entry) => entry !== 'modules' && !/\.(map|stamp)$/.test(entry)))
    cpSync(join(dist, name), join(to, name), { recursive: true })
}

export function start(args: string[], env: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (said.out += String(chunk)))
  child.stderr.on('data', (chunk) => (said.err += String(chunk)))
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, ...said })))
}

function run([file = '', ...args]: string[], cwd: string, env: Record<string, string>): string {
  const { status, stdout, stderr, error } = spawnSync(file, args, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${file} ${args.join(' ')}: ${error ?? stderr}`)
  return stdout
}

/** As much of systemd as an update asks for: it runs one unit, and a start lasts until the daemon is ready or has ended. */
function systemctl(dir: string): string {
  return `#!${process.execPath}
const { spawn } = require('node:child_process')
const fs = require('node:fs')
const [pidFile, out, log] = ['pid', 'out', 'log'].map((name) => ${JSON.stringify(dir)} + '/unit.' + name)
const unit = fs.readFileSync(${JSON.stringify(dir)} + '/home/.config/systemd/user/skein.service', 'utf8')
const verb = process.argv.slice(2).find((word) => !word.startsWith('-'))
const alive = (pid) => { try { process.kill(pid, 0); return !/^State:\\s+Z/m.test(fs.readFileSync('/proc/' + pid + '/status', 'utf8')) } catch { return false } }
const pid = () => fs.existsSync(pidFile) ? Number(fs.readFileSync(pidFile, 'utf8')) : 0
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
const isActive = () => pid() > 0 && alive(pid())
if (verb === 'is-active') process.exit(isActive() ? 0 : 3)
if (verb === 'stop' || verb === 'restart') {
  if (isActive()) process.kill(pid(), 'SIGTERM')
  while (isActive()) pause()
}
if (verb === 'start' && isActive()) process.exit(0)
if (verb === 'start' || verb === 'restart') {
  const [file, ...args] = unit.match(/ExecStart=(.*)/)[1].split(' ')
  fs.writeFileSync(out, '')
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, IN_SERVICE: 'yes' }
  const child = spawn(file, args, { env, detached: true, stdio: ['ignore', fs.openSync(out, 'a'), fs.openSync(log, 'a')] })
  fs.writeFileSync(pidFile, String(child.pid))
  child.unref()
  while (alive(child.pid) && !fs.readFileSync(out, 'utf8').includes('"pid"')) pause()
  if (!alive(child.pid)) { console.error('Job for skein.service failed.'); process.exit(1) }
}
`
}

/** A program that works everywhere but in the service, where it is killed at this point of its start. */
export function failingInService(label: string): Record<string, string> {
  return {
    'prebuilt/main.js': `if (process.env.IN_SERVICE && process.argv.includes('start')) process.env.SKEIN_CRASH_AT = '${label}'
await import('./sound.js')
`,
    'prebuilt/sound.js': readFileSync(join(inject('build'), 'dist/main.js'), 'utf8'),
  }
}

export const soundAgain = () => ({
  'prebuilt/main.js': readFileSync(join(inject('build'), 'dist/main.js'), 'utf8'),
})
