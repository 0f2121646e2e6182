import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLoopbackServer } from '../peers/loopback.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const modules = join(root, 'node_modules')

interface Manifest {
  version: string
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

export const manifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** The files that `npm pack` would put into the package. */
export function packedFiles(): string[] {
  const pack = ['pack', '--dry-run', '--json', '--ignore-scripts', '--update-notifier=false']
  const { stdout } = spawnSync('npm', pack, { cwd: root, encoding: 'utf8' })
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }]
  return files.map(({ path }) => path)
}

/** The package in a project of its own, as npm installs it when it skips install scripts: the driver has no binary. */
export function installPackage(files: string[]) {
  const project = mkdtempSync(join(tmpdir(), 'skein-package-'))
  chmodSync(project, 0o755)
  const installed = join(project, 'node_modules')
  const skein = join(installed, 'skein')
  const driver = join(installed, 'better-sqlite3')
  for (const path of files) {
    mkdirSync(dirname(join(skein, path)), { recursive: true })
    copyFileSync(join(root, path), join(skein, path))
  }
  for (const name of Object.keys(manifest(root).dependencies)) {
    mkdirSync(dirname(join(installed, name)), { recursive: true })
    if (name !== 'better-sqlite3') symlinkSync(join(modules, name), join(installed, name))
  }
  for (const name of ['lib', 'package.json'])
    cpSync(join(modules, 'better-sqlite3', name), join(driver, name), { recursive: true })
  mkdirSync(join(installed, '.bin'))
  symlinkSync(join(modules, 'prebuild-install/bin.js'), join(installed, '.bin/prebuild-install'))
  symlinkSync(join(modules, 'bindings'), join(installed, 'bindings'))
  return {
    project,
    driver,
    main: join(skein, 'scripts/skein.mjs'),
    remove: () => rmSync(project, { recursive: true }),
  }
}

/** A command of the installed package, in an empty home. */
export async function runSkein(main: string, args: string[], env: Record<string, string> = {}, uid?: number) {
  const home = env.HOME ?? mkdtempSync(join(tmpdir(), 'skein-home-'))
  chmodSync(home, 0o777)
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (env.HOME === undefined) rmSync(home, { recursive: true })
  return { code, said }
}

/** A mirror with the binary of this checkout, named as the releases of better-sqlite3 name it. */
export async function createBinaryMirror(folder: string, content?: string) {
  const { version } = manifest(join(modules, 'better-sqlite3'))
  const name = `better-sqlite3-v${version}-node-v${process.versions.modules}-${process.platform}-${process.arch}.tar.gz`
  const binary = 'build/Release/better_sqlite3.node'
  const archive = join(folder, content === undefined ? 'binary.tar.gz' : 'bad.tar.gz')
  mkdirSync(join(folder, 'build/Release'), { recursive: true })
  if (content !== undefined) writeFileSync(join(folder, binary), content)
  spawnSync('tar', ['czf', archive, '-C', content === undefined ? join(modules, 'better-sqlite3') : folder, binary])
  const asked: string[] = []
  const server = createLoopbackServer(({ url = '' }, response) => {
    asked.push(url)
    if (url === `/v${version}/${name}`) response.end(readFileSync(archive))
    else response.writeHead(404).end()
  })
  await server.up()
  return { url: server.url(), asked, down: () => server.down() }
}
