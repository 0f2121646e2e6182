import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon } from '../peers/daemon.ts'
import { createDaemonTools } from '../peers/daemon-tools.ts'
import { startEmbeddings } from '../peers/embeddings/server.ts'
import { startMessagesApi } from '../peers/messages-api.ts'
import { startAnthropic } from '../peers/providers/anthropic-api.ts'
import { says } from '../peers/providers/script.ts'
import { createSpeaker } from '../peers/speaker.ts'
import { findRealClaude } from '../spawner/claude/real-cli.ts'
import { findBytes, plantedWords } from '../support/byte-search.ts'
import { isLong } from '../support/sizes.ts'

// Two hundred words are said to a real daemon that does everything it can with them: the real CLI and a native model answer,
// a fast model writes summaries, facts and the note of the day, vectors are made, lines are logged, and what was said in
// one chat is shown in another. Then `skein erase` runs beside the daemon. test/tasks/erasing has the fast sample.

const claude = findRealClaude()
const WORDS = 200
/** For a process whose machine was switched off for a day. */
const A_DAY_LATER = `const Today = Date
globalThis.Date = class Date extends Today {
  constructor(...args) { super(...(args.length === 0 ? [Today.now() + 86_400_000] : args)) }
  static now() { return Today.now() + 86_400_000 }
}
`

describe.skipIf(!claude || !isLong)('after skein erase', { timeout: 300_000 }, () => {
  let build: Build
  beforeAll(() => {
    build = createBuild()
  })

  /** What the models answer: always the words that they were given. */
  function answerTo(words: string[], raw: string): string {
    const asked = lastMessageIn(raw)
    const seen = words.filter((word) => asked.includes(word))
    const ids = [...asked.matchAll(/"id":"m(\d+)"/g)].map(([, id]) => Number(id))
    const list = seen.map((word, at) => `- 2026-01-02 Ana: the ${word} is kept here [m${ids[at % ids.length]}]`)
    if (asked.includes('## Decisions'))
      return ['Goals and open questions', 'Decisions', 'Facts', 'Outcomes', 'Pending actions']
        .map(
          (name) => `## ${name}\n${name === 'Decisions' && list.length > 0 ? list.slice(0, 12).join('\n') : '- none'}`,
        )
        .join('\n')
    if (asked.includes('{"facts"')) {
      const lines = [...asked.matchAll(/^\{"id":"m.*$/gm)].map(
        ([line]) => JSON.parse(line) as { id: string; text: string },
      )
      return JSON.stringify({
        facts: lines.map(({ id, text }) => ({ source: id, quote: text, statement: text, subject: '', kind: 'fact' })),
      })
    }
    const known = words.filter((word) => raw.includes(word))
    return `Noted: ${[...seen, ...known.slice(-8)].join(', ')}.`
  }

  async function open(words: string[]) {
    const cli = await startMessagesApi(() => ({
      kind: 'text',
      pieces: [answerTo(words, cli.requests.at(-1)?.raw ?? '')],
    }))
    const native = await startAnthropic({ models: ['large-1'] }, (request) => says(answerTo(words, request.raw)))
    const embeddings = await startEmbeddings()
    const config = `[workers]
safe_mode_after = 0
[disk]
ballast_mb = 0
[log]
level = "debug"
file = "log/skein.log"
[memory]
consolidate_at = "00:00"
[recall]
vectors = "endpoint"
url = "${embeddings.url}"
model = "peer-model"
[conversation]
shared_history = true
[brain.claude]
command = ${JSON.stringify(claude)}
api_key = "sk-canary"
base_url = "${cli.url}"
[providers.ant]
kind = "anthropic"
base_url = "${native.url}"
api_key = "sk-canary"
models = { general = "large-1" }
`
    const daemon = createDaemon({ build, brain: 'claude', config })
    const archives = join(daemon.data, '..', 'archives')
    appendFileSync(daemon.config, `[backup]\nto = "${archives}"\nhour = 23\n`)
    const speaker = createSpeaker(daemon.socket)
    onTestFinished(async () => {
      speaker.close()
      await daemon.remove()
      for (const server of [cli, native, embeddings]) await server.close()
    })
    await daemon.start()
    const tools = createDaemonTools(build, () => daemon)
    async function say(chat: string, text: string) {
      const line = await speaker.say(`web:${chat}`, text)
      return (await speaker.outcome(line)).replies.join('\n')
    }
    return { native, daemon, archives, say, ...tools }
  }

  test('two hundred words of a chat are in no byte of the data folder, and the other chat still knows its own', async () => {
    const words = plantedWords(WORDS)
    const kept = plantedWords(4, 'k')
    const { daemon, archives, say, skein, query, quiet, native } = await open([...words, ...kept])
    const left = [...words]
    const take = (count: number) => left.splice(0, count)
    const { data } = daemon
    const filesOf = (folder: string) =>
      readdirSync(join(data, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))

    // Each word in another form, as people write it.
    const sentence = (some: string[]) =>
      `We keep the ${some.map((word, at) => word + ['', 'en', 's', 'ly'][at % 4]).join(' and the ')} in the cellar.`
    for (let turn = 0; turn < 8; turn++) await say('house', sentence(take(10)))
    await say('garden', `The ${kept.join(' and the ')} are in the garden.`)
    for (let fact = 0; fact < 5; fact++)
      expect(await say('house', `/remember Our ${take(2).join(' hides the ')}`)).toContain('f')
    expect(await say('house', '/brain ant')).toContain('ant')
    for (let turn = 0; turn < 8; turn++) expect(await say('house', sentence(take(10)))).toContain('Noted')
    const attached = [take(2), take(2), take(2)].map(([name = '', inFile = '']) => {
      const path = join(data, '..', `${name}.txt`)
      writeFileSync(path, `about ${inFile}`)
      return ['--file', path]
    })
    const sent = await skein('send', `See ${take(2).join(' ')}`, ...attached.flat(), '--chat', 'web:house', '--wait')
    expect(sent).toMatchObject({ code: 0 })
    const written = take(22)
    await say('house', sentence(written))
    expect(left).toEqual([])
    // What a person and a program wrote elsewhere.
    const profile = join(data, 'profile', 'people', '1')
    mkdirSync(profile, { recursive: true })
    writeFileSync(join(profile, 'USER.md'), `# Cellar\nIt holds ${words[0]} and ${words[1]}.\n\n# Garden\n${kept[0]}\n`)
    const log = written
      .map((word) => `{"level":30,"msg":"could not send ${JSON.stringify(word).slice(1, -1)}"}\n`)
      .join('')
    writeFileSync(join(data, 'log', 'skein.log.2026-03-14T10-00-00-000Z.gz'), gzipSync(log))
    // The other chat is shown what is known, and answers with it.
    expect(await say('garden', 'What does our cellar hide?')).toMatch(/Zöqp/)
    await quiet()

    // The next day, the conversations are over.
    await daemon.stop()
    const tomorrow = join(data, '..', 'tomorrow.mjs')
    writeFileSync(tomorrow, A_DAY_LATER)
    await daemon.start({ NODE_OPTIONS: `--import=${tomorrow}` })
    const count = (sql: string) => Number(query(`SELECT count(*) FROM ${sql}`)[0])
    await expect
      .poll(() => count("summary WHERE made = 'model' AND lane LIKE '%house'"), { timeout: 60_000 })
      .toBeGreaterThan(0)
    await expect.poll(() => count("fact WHERE written_by = 'extraction'"), { timeout: 60_000 }).toBeGreaterThan(0)
    await expect.poll(() => filesOf('.').some((path) => path.includes('/notes/1/')), { timeout: 60_000 }).toBe(true)
    await expect.poll(() => count('message_vector'), { timeout: 60_000 }).toBeGreaterThan(30)
    expect(await say('garden', 'And what is in the garden?')).toContain('Noted')
    await quiet()

    // They are everywhere that a daemon can leave them.
    const found = findBytes(data, words)
    expect(new Set(found.map((place) => place.split(': ')[1])).size).toBe(WORDS)
    const places = new Set(found.map((place) => place.split(':')[0]?.split('/')[0]))
    for (const place of ['claude', 'files', 'log', 'notes', 'profile', 'skein.db']) expect([...places]).toContain(place)
    expect(filesOf('claude/projects').some((path) => path.endsWith('.jsonl'))).toBe(true)
    for (const table of ['session_turn', 'assembly', 'message_vector', 'task_event'])
      expect([table, count(table) > 0]).toEqual([table, true])
    expect(await skein('backup', '--to', archives)).toMatchObject({ code: 0 })

    const erased = await skein('erase', '--chat', 'web:house', '--yes')
    expect(erased).toMatchObject({ code: 0 })
    expect(erased.out).toContain(`rm ${archives}`)
    expect(findBytes(data, words)).toEqual([])
    expect(
      query(`SELECT text FROM message WHERE chat = 'web:garden' AND author = 'human' AND text LIKE '%${kept[0]}%'`),
    ).toHaveLength(1)
    expect(readFileSync(join(profile, 'USER.md'), 'utf8')).toBe(`# Cellar\n\n# Garden\n${kept[0]}\n`)
    expect(await say('garden', `Where is the ${kept[1]}?`)).toContain(kept[1])
    const shown = native.requests.map(({ raw }) => raw).join('\n')
    expect(shown).toContain('cellar')
    await daemon.stop()
    expect(findBytes(data, words)).toEqual([])
  })
})

/** The text of the last message of a person in a request. */
function lastMessageIn(raw: string): string {
  const { messages } = JSON.parse(raw) as { messages: { role: string; content: string | { text?: string }[] }[] }
  const { content = '' } = messages.findLast(({ role }) => role === 'user') ?? {}
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n')
}
