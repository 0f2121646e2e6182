import { readdirSync, readFileSync, statSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { findContainment } from '../../../src/lib/process-tree.ts'
import type { ClaudeOptions } from '../../../src/spawner/claude/options.ts'
import type { BrainEvent } from '../../../src/spawner/spawner.ts'
import { aTurn, claudeRig, endOf, filesIn, type Rig, read } from './rig.ts'

const bwrapWorks = (await findContainment(process.env.PATH ?? '', new AbortController().signal)) === 'bwrap'

// Far more than any of these takes; the machine may be busy with other things.

const rigs: Rig[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const rig of rigs.splice(0)) await rig.remove()
})

function rigFor(behaviour: string, options: Partial<ClaudeOptions> = {}): Rig {
  const rig = claudeRig(behaviour, options)
  rigs.push(rig)
  return rig
}

describe.each(['bwrap', 'marker'] as const)('a process kept by %s', (containment) => {
  const here = test.skipIf(containment === 'bwrap' && !bwrapWorks)

  here('streams drafts, reports usage and ends with the text of the result', async () => {
    const rig = rigFor('answers', { containment })
    const events = await read(rig.brain)
    expect(events.filter((event) => event.kind === 'text').at(-1)).toEqual({ kind: 'text', text: 'hello' })
    expect(endOf(events)).toEqual({ kind: 'done', text: 'hello' })
    expect(events).toContainEqual({
      kind: 'usage',
      usage: {
        model: 'claude-test',
        inputTokens: 10,
        outputTokens: 2,
        cacheReadTokens: 3,
        cacheWriteTokens: 4,
        costUsd: 0.25,
        contextTokens: 17,
        windowTokens: 200_000,
        firstTextMs: expect.any(Number),
      },
    })
    expect(filesIn(rig.runtimeDir)).toEqual([])
  })

  here.each([
    ['says nothing', { firstEventMs: 300 }, 'hang'],
    ['stops mid text', { idleMs: 300 }, 'hang'],
    ['retries for ever', { idleMs: 300 }, 'overloaded'],
    ['keeps talking', { totalMs: 600 }, 'hang'],
  ] as const)('one that %s is ended by its timer', async (behaviour, timeouts, expected) => {
    const rig = rigFor(behaviour, { containment, timeouts })
    expect(endOf(await read(rig.brain))).toMatchObject({ kind: 'failed', failure: { class: expected, retry: true } })
    expect(rig.survivors()).toEqual([])
    expect(filesIn(rig.runtimeDir)).toEqual([])
  })

  here('one that hangs after its result has answered all the same', async () => {
    const rig = rigFor('hangs after the result', { containment, timeouts: { graceAfterResultMs: 100 } })
    expect(endOf(await read(rig.brain))).toEqual({ kind: 'done', text: 'hello' })
    expect(rig.survivors()).toEqual([])
  })

  here('one that ignores TERM is killed a second later', async () => {
    const rig = rigFor('ignores TERM', { containment })
    const stop = new AbortController()
    let stoppedAt = 0
    for await (const event of rig.brain.run(aTurn(), stop.signal)) {
      expect(event).toEqual({ kind: 'text', text: 'no' })
      stoppedAt = performance.now()
      stop.abort()
    }
    expect(performance.now() - stoppedAt).toBeGreaterThan(900)
    expect(rig.survivors()).toEqual([])
  })

  here.each([
    ['leaves a grandchild and hangs', { idleMs: 300 }, { kind: 'failed', failure: { class: 'hang' } }],
    ['leaves a grandchild holding stdout', {}, { kind: 'done', text: 'hello' }],
    ['leaves a grandchild and no result', {}, { kind: 'failed', failure: { class: 'crash', retry: true } }],
  ] as const)('one that %s takes it along', async (behaviour, timeouts, expected) => {
    const rig = rigFor(behaviour, { containment, timeouts })
    expect(endOf(await read(rig.brain))).toMatchObject(expected)
    expect(rig.survivors()).toEqual([])
  })

  here.each([
    ['floods one line', 'flood'],
    ['floods lines', 'flood'],
    ['floods events', 'flood'],
    ['floods stderr', 'flood'],
  ] as const)('one that %s is cut, and costs little memory', async (behaviour, expected) => {
    const rig = rigFor(behaviour, { containment })
    const before = process.memoryUsage().rss
    const events = await read(rig.brain)
    expect(endOf(events)).toMatchObject({ kind: 'failed', failure: { class: expected, retry: false } })
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(40)
    expect(rig.survivors()).toEqual([])
  })

  here.each([
    ['dies by signal', 'crash'],
    ['prints garbage', 'crash'],
    ['ends without a result', 'crash'],
  ] as const)('one that %s is a failure that may be tried again', async (behaviour, expected) => {
    const rig = rigFor(behaviour, { containment, apiKey: 'sk-test-secret' })
    const end = endOf(await read(rig.brain))
    expect(end).toMatchObject({ kind: 'failed', failure: { class: expected, retry: true } })
    expect(JSON.stringify([end, rig.logged])).not.toContain('sk-test')
  })

  here('of two results the first counts', async () => {
    const rig = rigFor('gives two results', { containment })
    expect(endOf(await read(rig.brain))).toEqual({ kind: 'done', text: 'first' })
  })

  here('a program that is not there is a failure, not a rejection', async () => {
    const rig = rigFor('/nowhere/claude', { containment })
    expect(endOf(await read(rig.brain))).toMatchObject({ kind: 'failed', failure: { class: 'missing', retry: false } })
  })

  here('a reader that leaves in the middle leaves nothing running', async () => {
    const rig = rigFor('stops mid text', { containment })
    for await (const event of rig.brain.run(aTurn(), new AbortController().signal)) {
      expect(event).toEqual({ kind: 'text', text: 'half an ' })
      break
    }
    expect(rig.survivors()).toEqual([])
    expect(filesIn(rig.runtimeDir)).toEqual([])
  })

  here('close ends what runs, and says so to its reader', async () => {
    const rig = rigFor('stops mid text', { containment })
    const events: BrainEvent[] = []
    for await (const event of rig.brain.run(aTurn(), new AbortController().signal)) {
      events.push(event)
      if (event.kind === 'text') await rig.brain.close()
    }
    expect(endOf(events)).toMatchObject({ kind: 'failed', failure: { class: 'crash', retry: true } })
    expect(rig.survivors()).toEqual([])
  })
})

test.skipIf(!bwrapWorks)('under bwrap even a grandchild that hid its mark is taken along', async () => {
  const rig = rigFor('leaves a grandchild that hides', { containment: 'bwrap', timeouts: { idleMs: 300 } })
  expect(endOf(await read(rig.brain))).toMatchObject({ kind: 'failed', failure: { class: 'hang' } })
  expect(rig.survivors()).toEqual([])
})

test('the child gets what is on the list and nothing else of our environment', async () => {
  vi.stubEnv('SKEIN_TEST_CANARY', 'do not pass on')
  vi.stubEnv('NOTIFY_SOCKET', '/run/never')
  const rig = rigFor('shows its environment', { oauthToken: 'token-1', containment: 'marker' })
  const end = endOf(await read(rig.brain))
  const seen = JSON.parse(end.kind === 'done' ? end.text : '') as Record<string, string>
  expect(seen).toMatchObject({ HOME: rig.configDir, CLAUDE_CONFIG_DIR: rig.configDir })
  expect(seen).toMatchObject({ CLAUDE_CODE_OAUTH_TOKEN: 'token-1', CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1' })
  const allowed =
    /^(PATH|LANG|LANGUAGE|TZ|LC_\w+|HOME|TMPDIR|PWD|SHLVL|_|OLDPWD|https?_proxy|no_proxy|HTTPS?_PROXY|NO_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|SKEIN_TREE|CLAUDE_\w+|API_TIMEOUT_MS|DISABLE_\w+|ENABLE_TOOL_SEARCH|ENABLE_PROMPT_CACHING_1H|MCP_TOOL_TIMEOUT)$/
  expect(Object.keys(seen).filter((name) => !allowed.test(name))).toEqual([])
  expect(seen).not.toHaveProperty('ANTHROPIC_API_KEY')
})

test('neither prompt nor message is on the command line', async () => {
  const rig = rigFor('shows its arguments', { model: 'haiku', containment: 'marker' })
  const end = endOf(await read(rig.brain, aTurn({ system: 'secret persona', text: 'secret words' })))
  const args = JSON.parse(end.kind === 'done' ? end.text : '') as string[]
  expect(args.join(' ')).not.toContain('secret')
  expect(args).toEqual(expect.arrayContaining(['--setting-sources', '', '--strict-mcp-config', '--tools']))
  expect(args[args.indexOf('--model') + 1]).toBe('haiku')
})

test('half a surrogate pair reaches the program as a replacement character', async () => {
  const rig = rigFor('quotes stdin', { containment: 'marker' })
  const end = endOf(await read(rig.brain, aTurn({ text: `a\u{D83D}b \u{1F600}` })))
  expect(end).toMatchObject({ kind: 'done', text: expect.stringContaining('a\u{FFFD}b \u{1F600}') })
  expect(end).toMatchObject({ text: expect.stringContaining('"client_composed":true') })
})

test('twenty turns leave no file open and no dead child behind', async () => {
  const rig = rigFor('answers', { containment: 'marker' })
  await read(rig.brain)
  const before = readdirSync('/proc/self/fd').length
  for (let task = 0; task < 20; task += 1) await read(rig.brain, aTurn({ task }))
  expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before + 3)
  expect(children().filter((status) => /^State:\s+Z/m.test(status))).toEqual([])
})

test('a signal that was aborted before starts nothing', async () => {
  const rig = rigFor('says its pid', { containment: 'marker' })
  expect(await read(rig.brain, aTurn(), AbortSignal.abort())).toEqual([])
  expect(filesIn(rig.workDir)).toEqual([])
})

test('the log says what failed without the words of the conversation', async () => {
  const rig = rigFor('ends without a result', { containment: 'marker' })
  await read(rig.brain, aTurn({ system: 'private persona', text: 'private words' }))
  expect(rig.logged.join('\n')).toContain('claude failed')
  expect(rig.logged.join('\n')).not.toContain('private')
})

test('folders are made for us alone', async () => {
  const rig = rigFor('answers', { containment: 'marker' })
  await read(rig.brain)
  const modes = [rig.configDir, rig.workDir, rig.runtimeDir].map((dir) => statSync(dir).mode & 0o777)
  expect(modes).toEqual([0o700, 0o700, 0o700])
})

function children(): string[] {
  return readdirSync('/proc')
    .map(statusOf)
    .filter((status) => status.includes(`PPid:\t${process.pid}\n`))
}

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}
