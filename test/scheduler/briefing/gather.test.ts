import { describe, expect, test } from 'vitest'
import type { SourceBlock } from '../../../src/domain/job.ts'
import { plainText } from '../../../src/lib/plain-text.ts'
import { briefingMessages } from '../../../src/messages/briefing-messages.ts'
import { gatherBlocks } from '../../../src/scheduler/briefing/gather.ts'
import { composeBlocks } from '../../../src/scheduler/briefing/prepare.ts'
import type { BriefingBlock, GatherRequest, GatherResult, Source } from '../../../src/scheduler/sources/source.ts'

const now = new Date('2026-03-14T10:00:00Z')
const asked = {
  person: { id: 1, name: 'Ana', role: 'owner', timezone: undefined } as const,
  timezone: 'UTC',
  now,
  since: undefined,
  told: new Map<string, Set<string>>(),
}
const signal = new AbortController().signal
const limits = { timeoutMs: 30_000, chars: 40_000 }

function block(
  title: string,
  gather: Source['gather'] | GatherResult,
  more: Partial<BriefingBlock> = {},
): BriefingBlock {
  const source: Source = {
    trust: 'untrusted',
    gather: typeof gather === 'function' ? gather : async () => gather,
  }
  return { title, source, isNewsOnly: false, ...more }
}

const items = (...titles: string[]): GatherResult => ({
  status: 'found',
  items: titles.map((title) => ({ key: title, title })),
})

describe('the blocks of a briefing', () => {
  test('are gathered all at once, and come in their order', async () => {
    const begun: string[] = []
    let go = () => {}
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    const waiting = (title: string) =>
      block(title, async () => {
        begun.push(title)
        if (begun.length === 3) go()
        await gate
        return items(title.toLowerCase())
      })
    const gathered = await gatherBlocks([waiting('A'), waiting('B'), waiting('C')], asked, signal)
    expect(gathered.map(({ title, lines }) => [title, ...lines])).toEqual([
      ['A', 'a'],
      ['B', 'b'],
      ['C', 'c'],
    ])
  })

  test('fail alone: by what they say, by breaking, and by not ending', async () => {
    const blocks = [
      block('Says', { status: 'failed', reason: 'the server is away' }),
      block('Breaks', () => Promise.reject(new Error('a bug'))),
      block('Throws', () => {
        throw new Error('another bug')
      }),
      block('Hangs', () => new Promise<never>(() => {})),
      block('Works', items('one')),
    ]
    const gathered = await gatherBlocks(blocks, asked, signal, { ...limits, timeoutMs: 50 })
    expect(gathered.map(({ title, failed, lines }) => [title, failed ?? lines])).toEqual([
      ['Says', 'the server is away'],
      ['Breaks', 'a bug'],
      ['Throws', 'another bug'],
      ['Hangs', briefingMessages.late(0.05)],
      ['Works', ['one']],
    ])
  })

  test('whose time is over are told to end', async () => {
    let told: AbortSignal | undefined
    const hangs = block('Hangs', (_asked, given) => {
      told = given
      return new Promise<never>(() => {})
    })
    await gatherBlocks([hangs], asked, signal, { ...limits, timeoutMs: 20 })
    expect(told?.aborted).toBe(true)
  })

  test('leave out what was told, where things come in one by one, and keep the keys of all they found', async () => {
    const told = new Map([['News', new Set(['old'])]])
    const [news, all] = await gatherBlocks(
      [block('News', items('old', 'new'), { isNewsOnly: true }), block('All', items('old', 'new'))],
      { ...asked, told },
      signal,
    )
    expect(news).toMatchObject({ lines: ['new'], keys: ['old', 'new'] })
    expect(all).toMatchObject({ lines: ['old', 'new'] })
  })

  test('look a day further back where the keys tell what is new', async () => {
    const seen: (Date | undefined)[] = []
    const look = async ({ since }: GatherRequest) => {
      seen.push(since)
      return items()
    }
    await gatherBlocks([block('A', look), block('B', look, { isNewsOnly: true })], { ...asked, since: now }, signal)
    expect(seen).toEqual([now, new Date(now.getTime() - 86_400_000)])
  })

  test('are lines of a bounded length, and bounded together', async () => {
    const long: GatherResult = {
      status: 'found',
      items: [{ key: '1', title: 'a', text: 'b\n'.repeat(9000), link: 'https://x.test/' }],
    }
    const many = items(...Array.from({ length: 500 }, (_, n) => `line ${n} ${'x'.repeat(90)}`))
    const [one, other] = await gatherBlocks([block('L', long), block('M', many)], asked, signal, {
      ...limits,
      chars: 20_000,
    })
    expect(one?.lines[0]?.length).toBeLessThan(1300)
    expect(one?.lines[0]).toMatch(/^a: b b .*… https:\/\/x\.test\/$/)
    expect(other?.lines.length).toBeGreaterThan(80)
    expect(other?.lines.join('\n').length).toBeLessThanOrEqual(10_000)
  })

  test('are trusted as what was found is, or as their source', async () => {
    const own: GatherResult = { status: 'found', items: [], trust: 'member' }
    const gathered = await gatherBlocks([block('A', own), block('B', items())], asked, signal)
    expect(gathered.map(({ trust }) => trust)).toEqual(['member', 'untrusted'])
  })
})

describe('a briefing that no model writes', () => {
  test('is its blocks, each with what it found or why not', () => {
    const blocks: SourceBlock[] = [
      {
        title: 'Reminders',
        trust: 'owner',
        lines: ['11:00 water the roses', 'pay *the* [bill](x) https://a.test/b_c*d*'],
      },
      { title: 'Mail', trust: 'untrusted', lines: [] },
      { title: 'News', trust: 'untrusted', lines: [], failed: { en: 'the server is away', de: 'der Server ist weg' } },
    ]
    const { text, trust } = composeBlocks(blocks, 'en')
    expect(text).toMatchInlineSnapshot(`
      "**Reminders**
      - 11:00 water the roses
      - pay \\*the\\* \\[bill\\](x) <https://a.test/b_c*d*>

      **Mail**
      nothing new

      **News**
      could not be read: the server is away"
    `)
    expect(trust).toBe('untrusted')
    const german = composeBlocks(blocks, 'de').text
    expect(german).toContain('**Mail**\nnichts Neues')
    expect(german).toContain('**News**\nnicht lesbar: der Server ist weg')
  })

  test('shows what others wrote as they wrote it: no list, heading or emphasis of theirs', () => {
    const lines = ['127.0.0.1 is away', '3) three', '# loud', '- dash', '<b>bold</b>']
    const { text } = composeBlocks([{ title: 'News', trust: 'untrusted', lines }], 'en')
    expect(plainText(text).split('\n').slice(2)).toEqual(lines.map((line) => `- ${line}`))
  })

  test('is trusted where only what is trusted is said', () => {
    const blocks = [
      { title: 'Reminders', trust: 'owner', lines: ['one'] },
      { title: 'Mail', trust: 'untrusted', lines: [] },
    ] as const
    expect(
      composeBlocks(
        blocks.map((block) => ({ ...block, lines: [...block.lines] })),
        'en',
      ).trust,
    ).toBe('owner')
  })
})
