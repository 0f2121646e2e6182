import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDaemon } from '../peers/daemon.ts'
import { createDaemonTools } from '../peers/daemon-tools.ts'
import { createBinaryMirror, installPackage, manifest, packedFiles, root, runSkein } from './installed-package.ts'

// What `npm pack` makes, and how it starts where npm did not run the install script of the SQLite driver.

let files: string[]
beforeAll(() => {
  files = packedFiles()
})

const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the package', () => {
  test('holds the program and what people read, and nothing else', () => {
    const kinds = [
      /^dist\/(main\.js|program-\w+\.cjs)(\.map)?$/,
      /^dist\/web\/page\/[\w.-]+$/,
      /^migrations\/(\d{4}_\w+\.sql|meta\/_journal\.json)$/,
      /^systemd\/[\w.-]+$/,
      /^docs\/[\w-]+\.(md|json)$/,
      /^scripts\/([\w-]+\.mjs|node-24-object-wrap\.h)$/,
      /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|config\.example\.toml)$/,
    ]
    expect(files.filter((path) => !kinds.some((kind) => kind.test(path)))).toEqual([])
    expect(files).toEqual(expect.arrayContaining(['dist/main.js', 'migrations/meta/_journal.json', 'LICENSE']))
    const migrations = readdirSync(join(root, 'migrations')).filter((name) => name.endsWith('.sql'))
    expect(files).toEqual(expect.arrayContaining(migrations.map((name) => `migrations/${name}`)))
  })

  test('holds every file that the program looks for in its installation', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    const named = sources
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => [...read(`src/${path}`).matchAll(/installedPath\('([^']+)'\)/g)].map(([, name]) => name))
    expect(named.length).toBeGreaterThan(3)
    const isPacked = (name = '') => files.some((path) => path === name || path.startsWith(`${name}/`))
    expect(named.filter((name) => name !== '.' && !isPacked(name))).toEqual([])
  })

  test('holds what its scripts import, but for those that only a checkout has', () => {
    const imports = files
      .filter((path) => path.startsWith('scripts/'))
      .flatMap((path) => [...read(path).matchAll(/from '\.\/([\w-]+\.mjs)'/g)].map(([, name]) => `scripts/${name}`))
    expect(imports.filter((path) => !files.includes(path))).toEqual([])
  })

  test('depends on what is not in the bundle, and on nothing else', () => {
    const { dependencies, devDependencies } = manifest(root)
    const program = files.find((path) => path.endsWith('.cjs')) ?? ''
    const code = [program, 'scripts/check-store.mjs'].map(read).join('\n')
    const { sources } = JSON.parse(read(`${program}.map`)) as { sources: string[] }
    const isBundled = (name: string) => sources.some((path) => path.includes(`/node_modules/${name}/`))
    const isOf = (name: string) => (path: string) => path === name || path.startsWith(`${name}/`)
    // Functions that load something have short names in the bundle.
    const loaded = [...code.matchAll(/(?:[\w$]\(|import|from )["'`]([\w@./-]+)/g)].map(([, path = '']) => path)
    // These are looked for and used only if somebody has installed them.
    const isOptional = (name: string) => name.startsWith('@energetic-ai/')
    const unpacked = Object.keys(devDependencies).filter(
      (name) => loaded.some(isOf(name)) && !isBundled(name) && !isOptional(name),
    )
    expect(unpacked, 'put these into dependencies, or into the bundle').toEqual([])
    const unused = Object.keys(dependencies).filter((name) => !loaded.some(isOf(name)))
    expect(unused, 'the bundle holds these: move them to devDependencies').toEqual([])
  })
})

describe('the first start without a binary of the SQLite driver', () => {
  let installed: ReturnType<typeof installPackage>
  let mirror: Awaited<ReturnType<typeof createBinaryMirror>>
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skein-mirror-'))
    mirror = await createBinaryMirror(folder)
  })
  afterAll(async () => {
    await mirror.down()
    rmSync(folder, { recursive: true })
  })
  beforeEach(() => {
    installed = installPackage(files)
    mirror.asked.length = 0
  })
  afterEach(() => installed.remove())

  const withMirror = () => ({ npm_config_better_sqlite3_binary_host: mirror.url })
  /** Nobody listens there. */
  const withoutMirror = { npm_config_better_sqlite3_binary_host: 'http://127.0.0.1:9' }

  /** Only Node and npm. */
  function pathWithoutCompilers() {
    const tools = join(installed.project, 'tools')
    mkdirSync(tools)
    const npm = (process.env.PATH ?? '').split(':').find((part) => existsSync(join(part, 'npm'))) ?? ''
    symlinkSync(process.execPath, join(tools, 'node'))
    symlinkSync(join(npm, 'npm'), join(tools, 'npm'))
    symlinkSync('/bin/sh', join(tools, 'sh'))
    return tools
  }

  test('fetches it from the mirror, says so, and answers a message', async () => {
    const build = { dir: installed.project, main: installed.main, env: withMirror() }
    const daemon = createDaemon({ build, page: true })
    try {
      await daemon.start()
      expect(daemon.words()).toMatch(/^skein: .*npm did not run its install script; fetching one\nskein: .* is ready\n/)
      const { code, out, err } = await createDaemonTools(build, () => daemon).skein('send', 'hello', '--wait')
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toContain('demo')
      expect(mirror.asked).toHaveLength(1)
    } finally {
      await daemon.remove()
    }
  })

  test('fetches it once for two starts, from the mirror that .npmrc names', async () => {
    writeFileSync(join(installed.project, '.npmrc'), `better_sqlite3_binary_host=${mirror.url}\n`)
    const both = await Promise.all([1, 2].map(() => runSkein(installed.main, ['doctor', '--help-me'])))
    expect(both.map(({ code }) => code)).toEqual([64, 64])
    expect(mirror.asked).toHaveLength(1)
  })

  test('names what a build needs before it tries, where nothing can be fetched', async () => {
    const { code, said } = await runSkein(installed.main, ['start'], {
      ...withoutMirror,
      PATH: pathWithoutCompilers(),
    })
    expect(code).toBe(1)
    expect(said).toContain('has to be built here, and g++, make, python3 are missing')
    expect(said).toContain('apt-get install -y g++ make python3')
    expect(said).toMatch(/No binary could be fetched: .*ECONNREFUSED/)
    expect(said).not.toContain('gyp')
    // The version needs no store, so nobody has to install a compiler to read it.
    expect(await runSkein(installed.main, ['--version'])).toEqual({ code: 0, said: `${manifest(root).version}\n` })
  })

  test('refuses a binary that does not work, and says why', async () => {
    const bad = await createBinaryMirror(folder, 'this is no program')
    const { code, said } = await runSkein(installed.main, ['start'], {
      npm_config_better_sqlite3_binary_host: bad.url,
      PATH: pathWithoutCompilers(),
    })
    await bad.down()
    expect(code).toBe(1)
    expect(said).toMatch(/No binary could be fetched: .*better_sqlite3\.node/)
  })

  test('takes the one that it fetched before for this Node, without asking anybody', async () => {
    const HOME = join(installed.project, 'home')
    mkdirSync(HOME)
    const binary = join(installed.driver, 'build/Release/better_sqlite3.node')
    await runSkein(installed.main, ['completion', 'bash'], { ...withMirror(), HOME })
    writeFileSync(binary, 'for another version of Node')
    const { code, said } = await runSkein(installed.main, ['completion', 'bash'], { ...withoutMirror, HOME })
    expect(code).toBe(0)
    expect(said).not.toContain('skein: ')
    expect(mirror.asked).toHaveLength(1)
  })

  test.runIf(process.getuid?.() === 0)('says what to run where its user may not write', async () => {
    const { code, said } = await runSkein(installed.main, ['start'], withMirror(), 65_534)
    expect(code).toBe(1)
    const script = join(dirname(installed.main), 'sqlite-driver.mjs')
    expect(said).toContain(
      `you may not write to ${installed.driver}.\nRun this once: sudo ${process.execPath} ${script}\n`,
    )
    expect(mirror.asked).toEqual([])
    expect(await runSkein(script, [], withMirror())).toMatchObject({ code: 0 })
    expect(await runSkein(installed.main, ['completion', 'bash'], {}, 65_534)).toMatchObject({ code: 0 })
  })

  test.runIf(process.env.SKEIN_LONG)('builds it where nothing can be fetched', async () => {
    copyFileSync(join(root, 'node_modules/better-sqlite3/binding.gyp'), join(installed.driver, 'binding.gyp'))
    for (const name of ['deps', 'src'])
      symlinkSync(join(root, 'node_modules/better-sqlite3', name), join(installed.driver, name))
    const { code, said } = await runSkein(installed.main, ['completion', 'bash'], withoutMirror)
    expect(code).toBe(0)
    expect(said).toContain('building one, which takes a minute or two\nskein: the SQLite driver is ready')
  })
})
