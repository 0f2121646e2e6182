import { createHash } from 'node:crypto'
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { FileForm, TurnFile } from '../../../src/spawner/spawner.ts'
import { createWorkspaces } from '../../../src/tasks/files/workspaces.ts'
import { aTurn } from '../../spawner/claude/rig.ts'
import { size } from '../../support/sizes.ts'

const chat = makeChatId('web', 'a')

function createWorld() {
  const dir = mkdtempSync(join(tmpdir(), 'skein-workspaces-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const workspaces = createWorkspaces(join(dir, 'workspaces'))
  const workspace = workspaces.pathOf(chat)

  /** As the shelf keeps it. */
  function file(name: string, content = 'content', form: FileForm = 'workspace'): TurnFile {
    const path = join(dir, createHash('sha256').update(content).digest('hex'))
    writeFileSync(path, content)
    return { name, type: 'application/zip', bytes: Buffer.byteLength(content), path, form }
  }
  const furnish = async (...files: TurnFile[]) => (await workspaces.furnish(aTurn({ chat, workspace, files }))).files
  return { dir, workspaces, workspace, file, furnish }
}

describe('the files of a turn', () => {
  test('are put into the folder of their chat, for us alone, when the model cannot be shown them', async () => {
    const { workspace, file, furnish } = createWorld()
    const [table, picture] = await furnish(file('report.xlsx'), file('photo.png', 'pixels', 'image'))
    expect(table?.path).toBe(join(workspace, 'report.xlsx'))
    expect(readFileSync(join(workspace, 'report.xlsx'), 'utf8')).toBe('content')
    expect(picture?.form).toBe('image')
    expect(readdirSync(workspace)).toEqual(['report.xlsx'])
    expect([workspace, join(workspace, 'report.xlsx')].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o700, 0o600,
    ])
  })

  test('of one name are numbered, and a turn that is tried again finds its own', async () => {
    const { workspace, file, furnish } = createWorld()
    const files = [file('a.zip', 'one'), file('a.zip', 'two'), file('x/a.zip', 'three'), file('empty', '')]
    const first = await furnish(...files)
    expect(first.map(({ path }) => path.slice(workspace.length + 1))).toEqual(['a.zip', 'a-2.zip', 'a-3.zip', 'empty'])
    expect(await furnish(...files)).toEqual(first)
    expect(readdirSync(workspace)).toHaveLength(4)
  })

  test('are never what a program in that folder would obey', async () => {
    const { workspace, file, furnish } = createWorld()
    await furnish(
      ...['.claude', '.mcp.json', 'CLAUDE.md', 'CLAUDE.local.md', '.git', 'AGENTS.md'].map((name) => file(name)),
    )
    expect(readdirSync(workspace).every((name) => name.startsWith('file-'))).toBe(true)
  })

  test('whose bytes went away, or are not all there, are said to be gone', async () => {
    const { file, furnish, workspace } = createWorld()
    const [lost, cut, well] = [file('a.pdf', 'lost', 'pdf'), file('b.zip', 'whole'), file('c.zip', 'well')]
    rmSync(lost.path)
    writeFileSync(cut.path, 'wh')
    expect((await furnish(lost, cut, well)).map(({ form }) => form)).toEqual(['gone', 'gone', 'workspace'])
    expect(readdirSync(workspace)).toEqual(['c.zip'])
  })

  test(`of ${size(1000, 5000)} hostile names never leave the folder`, { timeout: 120_000 }, async () => {
    const { dir, workspace, file, furnish } = createWorld()
    const pieces = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      '\0',
      '\n',
      '\u202e',
      '\u200b',
      '~',
      '-',
      'a',
      'é',
      '世',
      '.claude',
      'CON',
    )
    const name = fc.oneof(
      fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.nat(300).map((length) => `${'../'.repeat(length % 9)}${'x'.repeat(length)}`),
    )
    const before = readdirSync(dir)
    const one = file('x', 'hostile')
    await fc.assert(
      fc.asyncProperty(name, async (given) => {
        const [placed] = await furnish({ ...one, name: given })
        const inside = placed?.path.slice(workspace.length + 1) ?? ''
        expect(placed?.path.startsWith(`${workspace}/`)).toBe(true)
        expect(inside).not.toMatch(/[/\\\p{C}]|^[.~-]/u)
        expect(Buffer.byteLength(inside)).toBeLessThan(200)
        expect(lstatSync(join(workspace, inside)).isFile()).toBe(true)
      }),
      { numRuns: size(1000, 5000) },
    )
    expect(readdirSync(dir).filter((entry) => !before.includes(entry))).toEqual([
      one.path.slice(dir.length + 1),
      'workspaces',
    ])
    expect(readdirSync(join(dir, 'workspaces'))).toHaveLength(1)
  })

  test('are not written through a link that was planted there', async () => {
    const { dir, workspace, file, furnish } = createWorld()
    mkdirSync(workspace, { recursive: true })
    const [outside, absent] = [join(dir, 'outside'), join(dir, 'absent')]
    writeFileSync(outside, 'content')
    symlinkSync(outside, join(workspace, 'a.zip'))
    symlinkSync(absent, join(workspace, 'b.zip'))
    const placed = await furnish(file('a.zip'), file('b.zip', 'other'))
    expect(placed.map(({ path }) => path.slice(workspace.length + 1))).toEqual(['a-2.zip', 'b-2.zip'])
    expect(readFileSync(outside, 'utf8')).toBe('content')
    expect(readdirSync(dir)).not.toContain('absent')
  })
})

describe('a file of the workspace is opened', () => {
  async function read(world: ReturnType<typeof createWorld>, path: string): Promise<string> {
    const file = await world.workspaces.open(chat, path)
    if ('refused' in file) return file.refused
    const text = await file.readFile('utf8')
    await file.close()
    return text
  }

  test('by its name, in a folder, or by its whole path', async () => {
    const world = createWorld()
    mkdirSync(join(world.workspace, 'charts'), { recursive: true })
    writeFileSync(join(world.workspace, 'charts/a.txt'), 'chart')
    expect(await read(world, 'charts/a.txt')).toBe('chart')
    expect(await read(world, join(world.workspace, 'charts/a.txt'))).toBe('chart')
    symlinkSync('charts', join(world.workspace, 'also'))
    expect(await read(world, 'also/a.txt')).toBe('chart')
  })

  test('only when it is one, and lies inside', async () => {
    const world = createWorld()
    const { dir, workspace } = world
    mkdirSync(join(workspace, 'folder'), { recursive: true })
    mkdirSync(join(dir, 'other'))
    writeFileSync(join(dir, 'secret'), 'secret')
    writeFileSync(join(dir, 'other/secret'), 'secret')
    symlinkSync(join(dir, 'secret'), join(workspace, 'link'))
    symlinkSync(dir, join(workspace, 'way'))
    symlinkSync('/proc/self/environ', join(workspace, 'environ'))
    mkdirSync(`${workspace}-neighbour`)
    writeFileSync(`${workspace}-neighbour/secret`, 'secret')
    const neighbour = `../${workspace.split('/').at(-1)}-neighbour/secret`
    const paths = [
      '',
      '.',
      'folder',
      'link',
      'way/secret',
      'way/other/secret',
      '../../secret',
      'environ',
      '/etc/passwd',
    ]
    for (const path of [...paths, neighbour, 'a\0b', '/dev/zero', '/proc/self/mem', 'absent']) {
      expect(await read(world, path), path).toMatch(/^There is no file/)
    }
  })

  test('and not through a folder that becomes a link between the look and the opening', async () => {
    const world = createWorld()
    const { dir, workspace } = world
    mkdirSync(join(workspace, 'real'), { recursive: true })
    writeFileSync(join(workspace, 'real/a'), 'ours')
    mkdirSync(join(dir, 'outside'))
    writeFileSync(join(dir, 'outside/a'), 'secret')
    symlinkSync(join(dir, 'outside'), join(workspace, 'fake'))
    let swapping = true
    const swap = (async () => {
      while (swapping) {
        for (const [from, to] of [
          ['real', 'kept'],
          ['fake', 'real'],
          ['real', 'fake'],
          ['kept', 'real'],
        ] as const) {
          renameSync(join(workspace, from), join(workspace, to))
        }
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    for (let round = 0; round < 500; round++) expect(await read(world, 'real/a')).not.toBe('secret')
    swapping = false
    await swap
  })

  test('also under a second name', async () => {
    const world = createWorld()
    mkdirSync(world.workspace, { recursive: true })
    writeFileSync(join(world.workspace, 'a'), 'same')
    linkSync(join(world.workspace, 'a'), join(world.workspace, 'b'))
    expect(await read(world, 'b')).toBe('same')
  })
})
