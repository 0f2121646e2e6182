import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runCli } from '../../src/cli/program.ts'
import { createBuild } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import { readDoc } from './doc-commands.ts'
import { notRun } from './not-run.ts'

// Every command that a page tells is run against one daemon with the demo, or is in the list of test/docs/not-run.ts.

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(root, 'docs')).flatMap(pageIn)]
const docs = pages.map((page) => ({ page, ...readDoc(readFileSync(join(root, page), 'utf8')) }))
const commands = new Map(docs.flatMap((doc) => doc.commands).map((words) => [words.join(' '), words]))
const listed = [...commands].filter(([line]) => line in notRun)
const isSkein = ([, [program]]: [string, string[]]) => program === 'skein'

/** What ends otherwise than well, because something is missing here that the page speaks about. */
const otherEnds: Record<string, { code: number; says: RegExp }> = {
  'skein runners acl': { code: 78, says: /There is no password yet/ },
  'skein start': { code: 75, says: /Another Skein .* already uses/ },
  'skein restore ARCHIVE': { code: 64, says: /not an empty folder/ },
  'skein secret rm NAME': { code: 64, says: /There is no secret NAME/ },
  'skein link --public': { code: 78, says: /public_url/ },
  'skein import talk:ROOM': { code: 64, says: /Talk is not connected/ },
  'skein people remove ADDRESS': { code: 64, says: /nobody with the address telegram:42/ },
  'skein people link ADDRESS PERSON': { code: 64, says: /There is nobody called PERSON/ },
  'skein people unlink ADDRESS': { code: 64, says: /nobody with the address telegram:42/ },
  'skein people set PERSON --timezone ZONE --language de': { code: 64, says: /There is nobody called PERSON/ },
  'skein memory show f12': { code: 64, says: /There is no fact f12/ },
  'skein memory edit f12 TEXT': { code: 64, says: /There is no fact f12/ },
  'skein memory edit f12 …': { code: 64, says: /What should I remember/ },
  'skein memory merge f12 f15': { code: 64, says: /There is no fact f12/ },
  'skein memory undo f13': { code: 64, says: /There is no fact f13/ },
  'skein memory forget f12': { code: 64, says: /There is no fact f12/ },
  'skein proposals accept 3': { code: 64, says: /no proposal 3/ },
  'skein erase': { code: 64, says: /Say what to erase/ },
  'skein erase --chat web:house': { code: 64, says: /Add --yes to erase without being asked/ },
  'skein erase --before 2025-01-01': { code: 64, says: /Add --yes to erase without being asked/ },
  'skein erase --message 1204': { code: 64, says: /There is no message 1204/ },
  'skein erase --fact 12': { code: 64, says: /There is no fact 12/ },
  'skein erase --person Ben': { code: 64, says: /There is nobody called Ben/ },
  'skein export --person Ana': { code: 64, says: /There is nobody called Ana/ },
  'skein export --person Ana --to DIR': { code: 64, says: /There is nobody called Ana/ },
  'skein people remove telegram:42': { code: 64, says: /nobody with the address telegram:42/ },
}

let daemon: DaemonPeer
let scratch: string
let archive: string

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'skein-docs-'))
  for (const folder of ['nightly', 'usb']) mkdirSync(join(scratch, folder))
  writeFileSync(join(scratch, 'past.jsonl'), `${JSON.stringify(pastLine)}\n`)
  daemon = createDaemon({ build: createBuild(), config: `[backup]\nto = "${scratch}/nightly"\n`, page: true })
  await daemon.start()
  await skein('send', '--wait', 'Is the roof repair done?', '--chat', 'web:house')
  archive = (await skein('backup', '--to', scratch)).printed.trim()
})
afterAll(async () => {
  await daemon.remove()
  rmSync(scratch, { recursive: true, force: true })
})

const pastLine = { chat: 'house', id: '1', at: '2024-05-01T10:00:00Z', role: 'user', text: 'The roof leaks.' }

test.each(docs)('the blocks of $page say what they are', ({ languages }) => {
  expect(
    languages.filter((language) => !/^(sh|chat|text|toml|yaml|markdown|nginx|apache|caddy|ini)$/.test(language)),
  ).toEqual([])
})

test('the options and the chat commands that pages name exist', async () => {
  const { printed } = await skein('send', '--wait', '/help')
  const known = new Set([...(printed.match(/(?<=\/)[a-z]+/g) ?? []), ...notOfTheChat])
  const chatCommands = docs.flatMap((doc) => doc.chatCommands)
  expect(chatCommands.filter((name) => !known.has(name))).toEqual([])
  const ofSkein = new Set(await allOptions())
  const ofTheCli = readFileSync(join(root, 'src/spawner/claude/command-line.ts'), 'utf8')
  const ofTheEvaluation = readFileSync(join(root, 'bench/eval/options.ts'), 'utf8')
  const isKnown = (option: string) =>
    ofSkein.has(option) || ofTheCli.includes(`'${option}'`) || ofTheEvaluation.includes(`\n  ${option} `)
  const options = docs.flatMap((doc) => doc.options)
  expect(options.filter((option) => !isKnown(option))).toEqual([])
})

/** What begins with a slash in the pages: addresses, folders, and a command of BotFather. */
const notOfTheChat = ['data', 'etc', 'healthz', 'metrics', 'newbot', 'opt', 'proc', 'readyz', 'sys', 'tmp', 'v', 'var']

const chatLines = new Set(docs.flatMap((doc) => doc.chatLines))
test.each([...chatLines])('%s', async (line) => {
  const planned = async () => (JSON.parse((await skein('schedule', '--json')).printed) as unknown[]).length
  const before = await planned()
  expect((await skein('send', '--wait', '--', line)).code).toBe(0)
  expect(await planned()).toBe(before + 1)
})

test.each([...commands].filter((one) => isSkein(one) && !(one[0] in notRun)))('%s', async (line, [, ...words]) => {
  const { code, said } = await skein(...words.map(inWorld))
  const isOnlyName = words.every((word) => /^[a-z]+$/.test(word)) && said.startsWith('error: missing required argument')
  const end = otherEnds[line] ?? (isOnlyName ? { code: 64, says: /argument/ } : { code: 0, says: /\S/ })
  // What the doctor finds depends on the machine.
  const expected = words[0] === 'doctor' ? expect.toBeOneOf([0, 1]) : end.code
  expect({ code, said }).toEqual({ code: expected, said: expect.stringMatching(end.says) })
})

describe('commands that are not run', () => {
  test('are all in the list, and the list has no others', () => {
    const others = [...commands].filter((one) => !isSkein(one)).map(([line]) => line)
    expect(others.filter((line) => !(line in notRun))).toEqual([])
    expect(Object.keys(notRun).filter((line) => !commands.has(line))).toEqual([])
  })

  test.each(listed.filter(isSkein))('%s has a command and options that exist', async (_line, [, ...words]) => {
    const names = words.slice(0, words.findIndex((word) => /^(-|[A-Z]+$)/.test(word)) >>> 0)
    const { code, usage, options } = await helpOf(names)
    expect([code, usage]).toEqual([0, `skein ${names.join(' ')}`])
    expect(words.filter((word) => word.startsWith('-') && !options.includes(word))).toEqual([])
  })

  test('name scripts, versions, packages and units that exist', () => {
    const { scripts, version, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const ownScripts = readdirSync(join(root, 'scripts'))
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => readFileSync(join(root, 'scripts', name), 'utf8'))
    const isKnown = (flag: string) => ownScripts.some((text) => new RegExp(`['\\s]${flag}['\\s]`).test(text))
    const wrong = listed.filter(([line, [program, verb = '', ...rest]]) => {
      if (program === 'npm' && ['start', 'test', 'run'].includes(verb)) {
        const flags = rest.filter((word) => /^--./.test(word))
        const name = verb === 'run' ? rest[0] : verb
        return !(name && name in scripts) || !flags.every(isKnown)
      }
      if (program === 'systemctl' || program === 'journalctl')
        return !['skein', 'skein-runner', 'litestream'].includes(rest.at(-1) ?? '')
      const [, packed = version] = /skein-(.*)\.tgz/.exec(line) ?? []
      const pinned = [...line.matchAll(/(@energetic-ai\/[\w-]+)@([\d.]+)/g)]
      return packed !== version || pinned.some(([, name = '', given]) => devDependencies[name] !== given)
    })
    expect(wrong).toEqual([])
  })
})

function pageIn(name: string): string[] {
  return name.endsWith('.md') ? [`docs/${name}`] : []
}

/** What stands in a page for something of the reader's. */
function inWorld(word: string): string {
  const file = join(scratch, 'past.jsonl')
  const placeholders: Record<string, string> = {
    ADDRESS: 'telegram:42',
    ARCHIVE: archive,
    CHAT: 'web:house',
    DIR: join(scratch, 'usb'),
    FILE: file,
    FOLDER: join(scratch, 'usb'),
    KEY: 'conversation.max_tokens',
    TEXT: 'Hello',
    VALUE: '20000',
    '17': '1',
    '/tmp/skein.db': daemon.database,
    '/mnt/usb': join(scratch, 'usb'),
    '/var/lib/skein-new': mkdtempSync(join(scratch, 'new-')),
    'conversations.json': file,
    'skein-2026-03-14-030000.tar.gz': archive,
  }
  return placeholders[word] ?? word
}

interface Said {
  code: number
  /** On standard output. */
  printed: string
  /** On both. */
  said: string
}

/** In this process, because so many starts of the program would take twenty seconds. */
async function skein(...args: string[]): Promise<Said> {
  const said: Said = { code: 0, printed: '', said: '' }
  const print = (text: unknown) => {
    said.printed += text
    return report(text)
  }
  const report = (text: unknown) => {
    said.said += text
    return true
  }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text) => print(`${text}\n`)),
    vi.spyOn(console, 'error').mockImplementation((text) => report(`${text}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation(print),
    vi.spyOn(process.stderr, 'write').mockImplementation(report),
  ]
  const { exitCode } = process
  const env = { HOME: scratch, PATH: process.env.PATH, SKEIN_DATA: daemon.data, SKEIN_CONFIG: daemon.config }
  try {
    said.code = await runCli(['node', 'skein', ...args], env)
    return said
  } finally {
    process.exitCode = exitCode
    for (const spy of spies) spy.mockRestore()
  }
}

interface Help {
  code: number
  /** The command it is about. */
  usage: string | undefined
  options: string[]
  subcommands: string[]
}

async function helpOf(names: string[]): Promise<Help> {
  const { code, printed } = await skein(...names, '--help')
  return {
    code,
    usage: /^Usage: (.*?)(?= [[<]|$)/m.exec(printed)?.[1],
    options: [...printed.matchAll(/^ {2}(-\w), (--[\w-]+)|^ {2}(--[\w-]+)/gm)].flatMap((found) => found.slice(1)),
    subcommands: [...(/\nCommands:\n(.*?)(\n\n|$)/s.exec(printed)?.[1] ?? '').matchAll(/^ {2}([a-z]+)/gm)].map(
      ([, name = '']) => name,
    ),
  }
}

async function allOptions(names: string[] = []): Promise<string[]> {
  const { options, subcommands } = await helpOf(names)
  const found = [...options]
  for (const name of subcommands) if (name !== 'help') found.push(...(await allOptions([...names, name])))
  return found
}
