import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import { describe, expect, test } from 'vitest'
import { sourceFiles, type TextRule, wordsOutOfPlace } from './support/text-rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const rules = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  forbidden: NonNullable<NonNullable<ICruiseOptions['ruleSet']>['forbidden']>
  options: ICruiseOptions
}

async function look(baseDir: string) {
  const { forbidden, options } = rules
  const { output } = await cruise(['src'], { ...options, baseDir, ruleSet: { forbidden }, validate: true })
  const { summary, modules } = output as ICruiseResult
  return {
    modules: modules.filter(({ source }) => source.startsWith('src/')).length,
    broken: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
  }
}

test('every import keeps to its floor and its folder', async () => {
  const { modules, broken } = await look(root)
  expect(broken).toEqual([])
  // A cruiser that cannot read TypeScript sees nothing and finds nothing wrong.
  expect(modules).toBeGreaterThan(20)
})

describe('a wall is noticed when it is broken:', () => {
  const planted: [rule: string, files: Record<string, string>][] = [
    ['floor: lib', { 'lib/a.ts': "import '../domain/b.ts'", 'domain/b.ts': '' }],
    ['floor: config', { 'config/a.ts': "import '../store/b.ts'", 'store/b.ts': '' }],
    ['floor: gateway', { 'gateway/a.ts': "import '../store/b.ts'", 'store/b.ts': '' }],
    ['floor: tasks', { 'tasks/a.ts': "import '../web/b.ts'", 'web/b.ts': '' }],
    ['floor: app', { 'app/a.ts': "import '../cli/b.ts'", 'cli/b.ts': '' }],
    ['work: run', { 'tasks/run/a.ts': "import '../queue/b.ts'", 'tasks/queue/b.ts': '' }],
    ['nowhere', { 'tasks/helpers/a.ts': "import '../../lib/b.ts'", 'lib/b.ts': '' }],
    ['floor: store', { 'store/a.ts': "import type { B } from '../gateway/b.ts'", 'gateway/b.ts': 'export type B = 1' }],
    ['nowhere', { 'helpers/a.ts': "import '../lib/b.ts'", 'lib/b.ts': '' }],
    ['one channel never imports another', { 'channels/web/a.ts': "import '../talk/b.ts'", 'channels/talk/b.ts': '' }],
    ['no cycles', { 'lib/a.ts': "import './b.ts'", 'lib/b.ts': "import './a.ts'" }],
    ['vendor: (better-sqlite3|drizzle-orm|sqlite-vec)', { 'tasks/a.ts': "import 'drizzle-orm/sqlite-core'" }],
    ['vendor: (hono|@hono)', { 'cli/a.ts': "import '@hono/node-server'" }],
    ['vendor: commander', { 'main.ts': "import 'commander'" }],
    ['vendor: @clack', { 'app/a.ts': "import '@clack/prompts'" }],
    ['vendor: execa', { 'lib/a.ts': "import 'execa'" }],
    ['vendor: prom-client', { 'web/a.ts': "import 'prom-client'" }],
    ['vendor: pino', { 'app/a.ts': "import 'pino'" }],
    ['vendor: smol-toml', { 'cli/a.ts': "import 'smol-toml'" }],
    ['vendor: markdown-it', { 'lib/a.ts': "import 'markdown-it'" }],
    ['processes are started in one place', { 'cli/a.ts': "import 'node:child_process'" }],
    ['resolvable', { 'lib/a.ts': "import './gone.ts'" }],
  ]

  test.each(planted)('%s', async (rule, files) => {
    const program = mkdtempSync(join(tmpdir(), 'skein-walls-'))
    try {
      symlinkSync(join(root, 'node_modules'), join(program, 'node_modules'))
      writeFileSync(join(program, 'tsconfig.json'), '{ "compilerOptions": { "module": "nodenext" } }')
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(program, 'src', name)), { recursive: true })
        writeFileSync(join(program, 'src', name), text)
      }
      const { broken } = await look(program)
      expect(broken.map((line) => line.slice(0, line.indexOf(': src')))).toContain(rule)
    } finally {
      rmSync(program, { recursive: true })
    }
  })
})

/** Rules that no import shows: a word that belongs to one folder, said in another. */
const toolNames: TextRule = {
  name: 'a tool name of the CLI belongs to spawner/claude',
  words: [
    /\b(Bash|BashOutput|KillShell|Glob|Grep|LS|MultiEdit|NotebookEdit|NotebookRead|TodoWrite|WebFetch|WebSearch)\b/,
    /(['"`])(Read|Write|Edit|Task)\1/,
    /\bmcp__/,
  ],
  // The table [brain.claude] says which of them there are; in the page, Edit is a button.
  allowed: [/^spawner\/claude\//, /^config\/schema\//, /^web\/page\//],
}

const environment: TextRule = {
  name: 'the environment is read in main.ts and passed on',
  words: [/\bprocess\.env\b/],
  // A crash point has no way to be told: it is planted anywhere, and only in tests. The zone is read as Node reads it.
  allowed: [/^main\.ts$/, /^lib\/crash-point\.ts$/, /^lib\/time\/machine-zone\.ts$/],
}

const channelNames: TextRule = {
  name: 'a channel is named in its folder and the wiring',
  words: [
    /telegram|nextcloud/i,
    /\bemail\b/i,
    /\btalk_?context/i,
    /['"`](web|talk|email):/,
    /channel\w*(\([^)]*\))?\s*(:|,|[!=]==?|<>|=)\s*['"](web|talk|email)['"]/i,
    /\bmakeChatId\(\s*['"](web|talk|email)['"]/,
  ],
  allowed: [
    /^app\//,
    /^channels\/(telegram|talk|email|web)\//,
    /^cli\/setup\//,
    /^config\//,
    /^domain\/ids\.ts$/,
    // The files of other programs, some of which are also channels.
    /^tasks\/intake\/import-formats\//,
    // The page and the terminal are a channel of their own; these are its folders too.
    /^web\/(control|page|routes)\//,
  ],
}

test.each([toolNames, environment, channelNames])('$name', (rule) => {
  const files = sourceFiles(join(root, 'src'))
  expect(wordsOutOfPlace(files, rule)).toEqual([])
  expect(files.length).toBeGreaterThan(20)
})

describe('a word out of place is noticed:', () => {
  const planted: [rule: TextRule, text: string][] = [
    [toolNames, "if (use.name === 'Write') return true"],
    [toolNames, 'const rule = `Bash(${command})`'],
    [toolNames, "const own = name.startsWith('mcp__skein__')"],
    [environment, 'const path = process.env.PATH'],
    [channelNames, "if (channelOf(chat) === 'talk') return 100"],
    [channelNames, "const notices = makeChatId('web', 'notices')"],
    [channelNames, "return db.statement(`SELECT id FROM chat WHERE channel <> 'web'`)"],
    [channelNames, 'const telegramIds = people.map(({ id }) => id)'],
    [channelNames, "const days = channel === 'email' ? 3 : 1"],
  ]
  test.each(planted)('$0.name', (rule, text) => {
    expect(wordsOutOfPlace([{ path: 'tasks/say/planted.ts', text: `// fine\n${text}\n` }], rule)).toEqual([
      `tasks/say/planted.ts:2: ${text.trim()}`,
    ])
    const comment = [{ path: 'tasks/say/planted.ts', text: `/** ${text} */\n// ${text}\n` }]
    expect(wordsOutOfPlace(comment, rule)).toEqual([])
  })
})
