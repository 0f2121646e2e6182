import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeCheckout } from './checkout.ts'

// Every test compiles a checkout, some twice.

let checkout: ReturnType<typeof makeCheckout>
beforeEach(() => {
  checkout = makeCheckout()
})
afterEach(() => checkout.remove())

const read = (name: string) => readFileSync(join(checkout.folder, name), 'utf8')
const installs = () => read('npm.log').match(/^npm ci /gm)?.length

describe('the first command after a clone', () => {
  test('installs, builds and runs; the next one only runs', async () => {
    const first = await checkout.skein(['start', '--json'])
    expect(first).toMatchObject({ code: 0, stdout: 'one start --json\n' })
    expect(first.stderr).toMatch(/^skein: installing packages.*\nskein: building\n$/)
    expect(await checkout.skein(['status'])).toEqual({ code: 0, stdout: 'one status\n', stderr: '' })
    expect(installs()).toBe(1)
    const script = /<p>page<\/p><script type="module" src="\/(page-\w+\.js)">/.exec(
      read('dist/web/page/page.html'),
    )?.[1]
    expect(read(`dist/web/page/${script}`)).toContain('console.log(1)')
    for (const form of ['br', 'gz']) {
      expect(existsSync(join(checkout.folder, `dist/web/page/${script}.${form}`))).toBe(true)
    }
  })

  test('tells npm of the headers that stand beside Node, so that an empty HOME can compile', async () => {
    await checkout.skein([])
    const prefix = dirname(dirname(process.execPath))
    const expected = existsSync(join(prefix, 'include/node/node.h')) ? prefix : ''
    expect(read('npm.log')).toContain(`nodedir ${expected}\n`)
  })

  test('given twice at once does the work once', async () => {
    const both = await Promise.all([checkout.skein(['a']), checkout.skein(['b'])])
    expect(both.map(({ stdout }) => stdout)).toEqual(['one a\n', 'one b\n'])
    expect(installs()).toBe(1)
    expect(
      both
        .map(({ stderr }) => stderr)
        .join('')
        .match(/building/g),
    ).toHaveLength(1)
  })

  test('takes over from one that was killed in the middle', async () => {
    mkdirSync(join(checkout.folder, '.cache/setup.lock'), { recursive: true })
    checkout.write('.cache/setup.lock/pid', String(spawnSync('true').pid))
    expect(await checkout.skein(['a'])).toMatchObject({ code: 0, stdout: 'one a\n' })
  })

  test('waits for one that is at work', async () => {
    mkdirSync(join(checkout.folder, '.cache/setup.lock'), { recursive: true })
    checkout.write('.cache/setup.lock/pid', String(process.pid))
    const waiting = checkout.skein(['a'])
    const said = await new Promise((resolve) => waiting.child.stderr?.once('data', resolve))
    expect(String(said)).toContain(`pid ${process.pid}`)
    expect(existsSync(join(checkout.folder, 'npm.log'))).toBe(false)
    waiting.child.kill()
    await waiting
  })

  test('names the compilers that are missing and the line that brings them', async () => {
    checkout.write('npm-fails', '')
    const { code, stderr } = await checkout.skein(['start'], '/nonexistent')
    expect(code).toBe(1)
    expect(stderr).toContain('g++, make, python3 are missing')
    expect(stderr).toContain('apt-get install -y g++ make python3')
    expect(stderr).toContain('No binary could be fetched: no binary here')
    expect(read('npm.log')).not.toContain('node-gyp')
  })
})

test('a signal to npm start reaches the daemon and not only the shell between them', async () => {
  checkout.write(
    'src/main.ts',
    "process.on('SIGTERM', () => process.exit(7))\nsetInterval(() => {}, 1000)\nconsole.log('up')\n",
  )
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { start } = (JSON.parse(manifest) as { scripts: { start: string } }).scripts
  const shell = spawn('sh', ['-c', start], {
    cwd: checkout.folder,
    env: checkout.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(shell.stdout, 'data')
  shell.kill()
  expect(await once(shell, 'exit')).toEqual([7, null])
})

describe('a change', () => {
  test('of a source is built before the next run', async () => {
    await checkout.skein([])
    checkout.write('src/main.ts', "console.log('two')\n")
    expect(await checkout.skein([])).toMatchObject({ stdout: 'two\n', stderr: 'skein: building\n' })
  })

  test('to an older file of the same size is noticed too', async () => {
    await checkout.skein([])
    checkout.write('src/main.ts', "console.log('old', ...process.argv.slice(2))\n")
    utimesSync(join(checkout.folder, 'src/main.ts'), 1, 1)
    expect(await checkout.skein([])).toMatchObject({ stdout: 'old\n' })
  })

  test('that throws shows the line of the source', async () => {
    checkout.write('src/main.ts', "\ninterface Gone {}\nthrow new Error('oh')\n")
    expect((await checkout.skein([])).stderr).toContain(`${join(checkout.folder, 'src/main.ts')}:3`)
  })

  test('that does not compile is said, and the last good build stays whole', async () => {
    await checkout.skein([])
    checkout.write('src/main.ts', 'const number = = 1\n')
    const { code, stderr } = await checkout.skein([])
    expect(code).toBe(1)
    expect(stderr).toContain('src/main.ts')
    expect(read('dist/main.js')).toContain('"one"')
  })

  test('of the lockfile is installed before the next run', async () => {
    await checkout.skein([])
    checkout.write('package-lock.json', '{ "packages": { "node_modules/new": { "version": "1.0.0" } } }')
    await checkout.skein([])
    expect(installs()).toBe(2)
  })
})
