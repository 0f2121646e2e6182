import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isInside } from '../../../../src/lib/folders.ts'
import { seed, seeded } from '../../../support/seeded.ts'
import { createBench } from './bench.ts'

console.log(`escapes: SKEIN_SEED=${seed}`)

const filesOnly = { tools: ['read_file', 'list_files', 'write_file', 'edit_file'] }

/** A workspace full of ways out, with something beside it that nobody may see or change. */
async function createTrap() {
  const bench = await createBench(filesOnly)
  const { base, workspace } = bench
  mkdirSync(join(base, 'beside/inner'), { recursive: true })
  mkdirSync(join(base, 'workspace-2'))
  for (const name of ['beside/secret', 'beside/inner/secret', 'workspace-2/secret', 'secret'])
    writeFileSync(join(base, name), 'hush')
  mkdirSync(join(workspace, 'a/b'), { recursive: true })
  writeFileSync(join(workspace, 'a/b/own.txt'), 'mine')
  for (const [name, to] of [
    ['up', '..'],
    ['whole', join(base, 'beside')],
    ['a/far', '../../beside/inner'],
    ['file', join(base, 'secret')],
    ['nowhere', join(base, 'made')],
    ['a/chain', '../up'],
    ['circle', 'circle'],
    ['root', '/'],
    ['proc', '/proc/self/root'],
    ['cwd', '/proc/self/cwd'],
  ] as const)
    symlinkSync(to, join(workspace, name))
  return bench
}

function escapes(base: string): string[] {
  const targets = ['secret', 'beside/secret', 'beside/inner/secret', 'workspace-2/secret', 'beside/new/file']
  const ways = ['..', './..', 'a/../..', 'a/b/../../..', 'up', 'a/chain', 'a/../up', './/..//', 'none/../..', '.././']
  const absolute = [base, `/${base}`, `/proc/self/root${base}`, `${base}/workspace/..`, 'root' + base, `proc${base}`]
  const odd = [
    ['/etc/passwd', '/', '/proc/self/environ', '/proc/self/mem', '/dev/stdin', '/dev/zero', 'file:///etc/passwd'],
    ['file', 'nowhere', 'nowhere/x', 'circle', 'circle/x', 'whole', 'whole/secret', 'a/far', 'a/far/secret', 'cwd/x'],
    ['secret\0', '\0', 'a/b\0/../../../secret', '..\\..\\secret/../../secret', '../workspace-2', '../workspace-2/new'],
  ].flat()
  return [...[...ways, ...absolute].flatMap((way) => targets.map((target) => `${way}/${target}`)), ...odd]
}

test('of more than 100 paths out of the workspace none is read, listed, written or changed', async () => {
  const { base, use, workspace, tools } = await createTrap()
  const paths = escapes(base)
  expect(new Set(paths).size).toBeGreaterThan(100)
  const seen = () => ['.', 'beside', 'beside/inner', 'workspace-2'].map((name) => readdirSync(join(base, name)))
  const before = seen()
  for (const path of paths) {
    for (const [name, more] of [
      ['read_file', {}],
      ['list_files', {}],
      ['write_file', { content: 'WRITTEN' }],
      ['edit_file', { old_text: 'hush', new_text: 'WRITTEN' }],
    ] as const) {
      // Some of them name nothing outside, but a new file with a strange name inside.
      if (name === 'write_file' && !path.includes('\0') && isInside(workspace, path)) continue
      const { text, failed } = await use(name, { path, ...more })
      expect([failed, text.includes('hush')], `${name} ${JSON.stringify(path)}`).toEqual([true, false])
      const deed = tools.find((tool) => tool.name === name)?.action({ path, ...more }, { workspace })
      expect(deed && 'path' in deed && deed.path.startsWith('/')).toBe(true)
    }
  }
  for (const name of ['beside/secret', 'beside/inner/secret', 'workspace-2/secret', 'secret'])
    expect(readFileSync(join(base, name), 'utf8')).toBe('hush')
  expect(seen()).toEqual(before)
  expect(await use('read_file', { path: 'a/./b/../b/own.txt' })).toEqual({ text: 'mine', failed: false })
})

test('500 paths put together at random: never a throw, never the secret', async () => {
  const { base, use } = await createTrap()
  const random = seeded(seed)
  const pieces = [
    '..',
    '.',
    'a',
    'b',
    'up',
    'whole',
    'far',
    'chain',
    'secret',
    'beside',
    'inner',
    'root',
    '',
    '~',
    '%2e%2e',
    base,
    'é',
    '\\',
    '..;',
  ]
  for (let round = 0; round < 500; round++) {
    const length = 1 + Math.floor(random() * 8)
    const path = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join('/')
    for (const name of ['read_file', 'list_files']) expect((await use(name, { path })).text).not.toContain('hush')
    await use('write_file', { path, content: 'WRITTEN' })
  }
  for (const name of ['beside/secret', 'beside/inner/secret', 'workspace-2/secret', 'secret'])
    expect(readFileSync(join(base, name), 'utf8')).toBe('hush')
  expect(readdirSync(base).sort()).toEqual(['beside', 'secret', 'workspace', 'workspace-2'])
})

test('a link that stays inside is followed', async () => {
  const { workspace, use } = await createBench(filesOnly)
  mkdirSync(join(workspace, 'real'))
  symlinkSync('real', join(workspace, 'link'))
  await use('write_file', { path: 'link/a.txt', content: 'x' })
  expect(readFileSync(join(workspace, 'real/a.txt'), 'utf8')).toBe('x')
  expect((await use('read_file', { path: 'link/a.txt' })).text).toBe('x')
})

test.each([
  '.claude/settings.json',
  'CLAUDE.md',
  'sub/Claude.local.md',
  '.mcp.json',
  '.git/config',
  '.GIT/hooks/x',
  'door/settings.json',
])('what another brain would obey is not written: %s', async (path) => {
  const { workspace, use, tools } = await createBench(filesOnly)
  mkdirSync(join(workspace, '.claude'))
  // By another name, for which the deed looks harmless.
  symlinkSync('.claude', join(workspace, 'door'))
  writeFileSync(join(workspace, '.mcp.json'), 'old')
  for (const [name, more] of [
    ['write_file', { content: 'x' }],
    ['edit_file', { old_text: 'old', new_text: 'x' }],
  ] as const) {
    const tool = tools.find((one) => one.name === name)
    if (!path.startsWith('door')) expect(tool?.action({ path, ...more }, { workspace }).kind).toBe('other')
    expect(await use(name, { path, ...more })).toEqual({
      text: 'A file with this name would be read as settings, so it cannot be written.',
      failed: true,
    })
  }
  expect(readdirSync(join(workspace, '.claude'))).toEqual([])
})

test('while a folder turns into a link and back, nothing is read or written outside', async () => {
  const { base, workspace, use } = await createBench(filesOnly)
  mkdirSync(join(base, 'beside'))
  writeFileSync(join(base, 'beside/file'), 'hush, hush')
  mkdirSync(join(workspace, 'real'))
  writeFileSync(join(workspace, 'real/file'), 'mine')
  // Renames, so that at every moment one of them is there.
  const racer = spawn(
    'perl',
    [
      '-e',
      'symlink("$ARGV[1]", "link"); while (1) { rename("real", "door"); rename("door", "real"); rename("link", "door"); rename("door", "link") }',
      '-',
      join(base, 'beside'),
    ],
    { cwd: workspace, stdio: 'ignore' },
  )
  onTestFinished(() => ended(racer))
  await expect.poll(() => existsSync(join(workspace, 'door')) || existsSync(join(workspace, 'link'))).toBe(true)
  let own = 0
  for (let round = 0; round < 300; round++) {
    const { text } = await use('read_file', { path: 'door/file' })
    expect(text).not.toContain('hush')
    if (text === 'mine' || text === 'w') own++
    await use('write_file', { path: 'door/file', content: 'w' })
    await use('write_file', { path: 'door/new/file', content: 'w' })
    expect((await use('list_files', { pattern: '*' })).text).not.toContain('(10 bytes)')
  }
  expect(own).toBeGreaterThan(0)
  expect(readdirSync(join(base, 'beside'))).toEqual(['file'])
  expect(readFileSync(join(base, 'beside/file'), 'utf8')).toBe('hush, hush')
})

test('a pipe, a socket or a device holds nobody up', async () => {
  const { workspace, use } = await createBench(filesOnly)
  spawn('mkfifo', [join(workspace, 'pipe')])
  await expect.poll(() => existsSync(join(workspace, 'pipe'))).toBe(true)
  expect(await use('read_file', { path: 'pipe' })).toEqual({ text: '"pipe" is not a file.', failed: true })
  expect(await use('write_file', { path: 'pipe', content: 'x' })).toEqual({
    text: '"pipe" is not a file.',
    failed: true,
  })
})

test('a file with another name elsewhere is not changed there', async () => {
  const { base, workspace, use } = await createBench(filesOnly)
  writeFileSync(join(base, 'other'), 'old')
  linkSync(join(base, 'other'), join(workspace, 'same'))
  await use('write_file', { path: 'same', content: 'new' })
  expect(readFileSync(join(base, 'other'), 'utf8')).toBe('old')
})

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
