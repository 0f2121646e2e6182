import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DelegateLimits } from '../../../src/domain/task.ts'
import type { BrainEvent, Permissions, Turn } from '../../../src/spawner/spawner.ts'
import { type MessagesApi, type Reply, type Scripted, startMessagesApi } from '../../peers/messages-api.ts'
import { findOldClaude, findRealClaude, hasBwrap } from './real-cli.ts'
import { aTurn, claudeRig, endOf, type Rig, read } from './rig.ts'

const claude = findRealClaude()
const old = findOldClaude()
const clis = [['claude', claude] as const, ...(old ? [['old claude', old] as const] : [])]
const brief = 'Make a.txt and report.'
const says = (text: string): Reply => ({ kind: 'text', pieces: [text] })
const bash = (command: string): Reply => ({ kind: 'tool', name: 'Bash', input: { command } })
const hand = (prompt = brief, more: object = {}): Reply => {
  return { kind: 'tool', name: 'Task', input: { description: 'work', prompt, subagent_type: 'delegate', ...more } }
}
const plenty: DelegateLimits = { count: 5, tokens: 1_000_000, usd: 5 }
const allow = { verdict: 'allow' } as const
const blind: Permissions = { judge: () => allow, ask: async () => allow }

describe.skipIf(!claude || !hasBwrap).each(clis)('delegates of the real %s', (_, command) => {
  let api: MessagesApi
  const rigs: Rig[] = []
  beforeAll(async () => {
    api = await startMessagesApi()
  })
  afterAll(() => api.close())
  afterEach(async () => {
    for (const rig of rigs.splice(0)) await rig.remove()
    api.requests.splice(0)
  })

  function bench(replies: Scripted[], options: Parameters<typeof claudeRig>[1] = {}, limits: DelegateLimits = plenty) {
    api.script(...replies)
    const rig = claudeRig(command ?? '', { apiKey: 'k', baseUrl: api.url, retries: 0, permissions: blind, ...options })
    rigs.push(rig)
    const workspace = join(rig.dir, 'workspaces', 'a')
    mkdirSync(workspace, { recursive: true })
    const turn = aTurn({ workspace, ownTools: ['Read', 'Bash'], text: 'My word is heron.', delegates: limits })
    return { rig, workspace, turn }
  }

  const lines = (events: BrainEvent[]) => events.flatMap((event) => (event.kind === 'tool' ? [event.line] : []))
  const actions = (events: BrainEvent[]) => events.flatMap((event) => (event.kind === 'action' ? [event.action] : []))
  const last = () => api.requests.at(-1)?.raw ?? ''
  const offersDelegates = (at: number) => /"name":"(?:Agent|Task)"/.test(api.requests[at]?.raw ?? '')

  test('are not offered to a turn that may have none', async () => {
    const { rig, turn } = bench([says('Hello.')])
    const { delegates: _none, ...without } = turn
    expect(endOf(await read(rig.brain, without))).toEqual({ kind: 'done', text: 'Hello.' })
    expect(offersDelegates(0)).toBe(false)
    expect(api.requests[0]?.raw).not.toContain('delegate')
  })

  test('get the brief and nothing else, ask before each tool, and hand back a report; all of it is booked once', async () => {
    const seen: string[] = []
    const permissions: Permissions = {
      judge(judged, use) {
        seen.push(`judge ${use.name} of ${judged.task}`)
        return { verdict: 'ask' }
      },
      async ask(_turn, use) {
        seen.push(`ask ${use.name}`)
        return allow
      },
    }
    const { rig, turn, workspace } = bench([hand(), bash('echo hi > a.txt'), says('It is made.'), says('All done.')], {
      permissions,
    })
    const events = await read(rig.brain, turn)
    expect(endOf(events)).toEqual({ kind: 'done', text: 'All done.' })
    expect(readdirSync(workspace)).toEqual(['a.txt'])
    expect(seen).toEqual(['judge Bash of 7', 'ask Bash'])
    expect(api.requests).toHaveLength(4)
    expect(api.requests[1]?.system).toContain('Your last reply is your report.')
    expect(api.requests[1]?.raw).toContain(brief)
    expect(api.requests[1]?.raw).not.toContain('heron')
    // The old one offers them to delegates too, and they are refused.
    if (command === claude) expect([0, 1, 2, 3].map(offersDelegates)).toEqual([true, false, false, true])
    expect(last()).toContain('It is made.')
    expect(lines(events)).toEqual([`delegate 1: "${brief}"`, 'delegate 1: running "echo hi > a.txt"'])
    expect(actions(events).map(({ line, failed }) => [line, failed])).toEqual([
      ['delegate 1: running "echo hi > a.txt"', false],
      [`delegate 1: "${brief}"`, false],
    ])
    expect(JSON.stringify(events.filter(({ kind }) => kind === 'text'))).not.toContain('It is made.')
    const usage = events.flatMap((event) => (event.kind === 'usage' ? [event.usage] : []))
    expect(usage).toHaveLength(1)
    // As the fake reports it for each of the four.
    expect(usage[0]).toMatchObject({ inputTokens: 4 * 11, outputTokens: 4 * 7 })
  })

  test('have none of their own, and are of no other kind', async () => {
    const { rig, turn } = bench([
      hand('first', { subagent_type: 'general-purpose' }),
      hand('second', { isolation: 'worktree' }),
      hand('third'),
      hand('fourth'),
      says('I may not.'),
      says('All done.'),
    ])
    const events = await read(rig.brain, turn)
    expect(endOf(events)).toEqual({ kind: 'done', text: 'All done.' })
    expect(api.requests[1]?.raw).toMatch(/not available|only\./)
    expect(api.requests[2]?.raw).toMatch(/only\./)
    expect(actions(events).filter(({ failed }) => !failed)).toMatchObject([{ line: 'delegate 1: "third"' }])
    expect(api.requests).toHaveLength(6)
  })

  test('are no more than the limit, and work one after another', async () => {
    const { rig, turn } = bench(
      [hand('a'), says('A'), hand('b'), says('B'), hand('c'), says('All done.')],
      {},
      { ...plenty, count: 2 },
    )
    expect(endOf(await read(rig.brain, turn))).toEqual({ kind: 'done', text: 'All done.' })
    expect(api.requests).toHaveLength(6)
    expect(last()).toContain('One answer may have 2 delegates')
  })

  test('may use no more tools once they have used what they may, and report', async () => {
    const { rig, turn, workspace } = bench(
      [hand(), bash('touch a.txt'), bash('touch b.txt'), says('Half of it.'), hand('again'), says('All done.')],
      {},
      { ...plenty, tokens: 1 },
    )
    expect(endOf(await read(rig.brain, turn))).toEqual({ kind: 'done', text: 'All done.' })
    expect(readdirSync(workspace)).toEqual(['a.txt'])
    expect(api.requests[3]?.raw).toContain('have used all that they may. Report what you have.')
    expect(last()).toContain('have used all that they may. Do the rest yourself.')
  })

  test('count for the requests of the answer', async () => {
    const { rig, turn } = bench([hand(), bash('true'), bash('true'), bash('true'), bash('true')], { maxRequests: 3 })
    expect(endOf(await read(rig.brain, turn))).toMatchObject({ kind: 'failed', failure: { class: 'max_turns' } })
    expect(api.requests.length).toBeLessThan(6)
    expect(rig.survivors()).toEqual([])
  })

  test('are not told what the person says meanwhile, but the model is', async () => {
    let said = false
    const takeJoined: Turn['takeJoined'] = async () => {
      if (!said || api.requests.length < 3) return undefined
      said = false
      return { text: 'and the cellar?', trust: 'owner', foreign: [], files: [] }
    }
    const { rig, turn } = bench([
      hand(),
      () => {
        said = true
        return bash('true')
      },
      says('Done.'),
      says('Both done.'),
    ])
    expect(endOf(await read(rig.brain, { ...turn, takeJoined }))).toEqual({ kind: 'done', text: 'Both done.' })
    expect(api.requests[2]?.raw).not.toContain('and the cellar?')
    expect(last()).toContain('and the cellar?')
  })

  test('end with the turn that is stopped', async () => {
    const { rig, turn, workspace } = bench([hand(), bash('sleep 600; touch late.txt'), says('Done.')])
    const stop = new AbortController()
    const running = read(rig.brain, turn, stop.signal)
    await api.received(2)
    await new Promise((resolve) => setTimeout(resolve, 300))
    stop.abort()
    await running
    expect(rig.survivors()).toEqual([])
    expect(existsSync(join(workspace, 'late.txt'))).toBe(false)
  })
})
