import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { MailAccount } from '../../../../src/channels/email/account.ts'
import type { MailFacts } from '../../../../src/channels/email/mail-facts.ts'
import { toParts } from '../../../../src/channels/email/outbound.ts'
import { type ComposeDeps, compose, loopMark } from '../../../../src/channels/email/send/compose.ts'
import { outboxMark, ownMessageId, plusAddress, threadIn } from '../../../../src/channels/email/threads/message-ids.ts'
import type { Delivery } from '../../../../src/domain/delivery.ts'
import type { Language } from '../../../../src/messages/languages.ts'
import { readMime } from '../../../peers/mail/mime.ts'
import { accountWith, ana, asked, createShelf, delivery, factsOf, seed, token, us } from './rig.ts'

interface Made extends Partial<Delivery> {
  text?: string
  facts?: Partial<MailFacts>
  account?: Partial<MailAccount>
  deps?: Partial<ComposeDeps>
}

async function made({ text = 'Sunny.', facts = {}, account = {}, deps = {}, ...extra }: Made = {}) {
  const full = factsOf(facts)
  const fileStore = deps.fileStore ?? createShelf()
  const { bytes } = await compose(
    { account: accountWith({}, account), fileStore, seed, quote: true, ...deps },
    delivery(text, full, { key: 'task:1:g1:answer:0', ...extra }),
    full,
  )
  return { bytes, ...readMime(bytes) }
}

describe('an answer', () => {
  test('is a mail of two parts that say the same', async () => {
    const mail = await made({ text: 'It is **sunny**, and 20 °C.' })
    expect(mail.type).toBe('multipart/alternative')
    expect(mail.parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html'])
    expect(mail.text).toBe('It is **sunny**, and 20 °C.\n')
    expect(mail.html).toContain('It is <strong>sunny</strong>, and 20 °C.')
  })

  test('names the mail that it answers, and what it is itself', async () => {
    const mail = await made()
    expect(mail.header('from')).toBe(`Skein <${us}>`)
    expect(mail.header('to')).toBe(`Ana <${ana}>`)
    expect(mail.header('in-reply-to')).toBe(asked)
    expect(mail.header('message-id')).toBe(ownMessageId(token, 'task:1:g1:answer:0', us))
    expect(mail.header('date')).toBe('Sat, 14 Mar 2026 10:00:00 +0000')
    expect(mail.header('auto-submitted')).toBe('auto-replied')
    expect(mail.header('x-auto-response-suppress')).toBe('All')
    expect(mail.header('x-skein-outbox')).toBe(outboxMark('task:1:g1:answer:0'))
    expect(mail.header('x-skein-loop')).toBe(loopMark(seed))
    for (const name of ['cc', 'bcc', 'sender', 'reply-to', 'precedence']) expect(mail.headers(name)).toEqual([])
  })

  test('that nobody asked for is a mail by itself, and an answer to it finds its thread', async () => {
    const { task: _task, ...notice } = delivery('My key was refused.', factsOf({}), { kind: 'notice' })
    const deps = { account: accountWith({}, {}), fileStore: createShelf(), seed, quote: true }
    const mail = readMime((await compose(deps, notice, factsOf({ subject: 'Roses', quoted: 'red?' }))).bytes)
    expect(mail.header('subject')).toBe('A notice from Skein')
    for (const name of ['in-reply-to', 'references']) expect(mail.headers(name)).toEqual([])
    expect(mail.text).toBe('My key was refused.\n')
    expect(threadIn(mail.header('message-id') ?? '', us)).toBe(token)
  })

  test('that tells what became of another stands below what was asked', async () => {
    const { task: _task, ...notice } = delivery('It did not arrive.', factsOf({}), { kind: 'notice' })
    const deps = { account: accountWith({}, {}), fileStore: createShelf(), seed, quote: true }
    const here = { ...notice, route: { ...notice.route, replyTo: '<asked@home.test>' } }
    const facts = factsOf({ subject: 'Roses', inReplyTo: '<asked@home.test>' })
    const mail = readMime((await compose(deps, here, facts)).bytes)
    expect(mail.header('subject')).toBe('Re: Roses')
    expect(mail.header('in-reply-to')).toBe('<asked@home.test>')
  })

  test.each([
    ['reply', asked, 'auto-replied'],
    ['command', asked, 'auto-replied'],
    ['notice', asked, 'auto-generated'],
    ['notice', undefined, 'auto-generated'],
  ] as const)('of the kind %s to %s says that it is %s', async (kind, inReplyTo, said) => {
    expect((await made({ kind, facts: { inReplyTo } })).header('auto-submitted')).toBe(said)
  })

  test('asks for answers to an address of the thread, where there is one', async () => {
    const mail = await made({ account: { plusAddresses: true } })
    expect(mail.header('reply-to')).toBe(`Skein <${plusAddress(us, token)}>`)
  })

  test('is the same, byte for byte, whenever and wherever it is made', async () => {
    const fileStore = createShelf()
    const files = [fileStore.put('list.txt', 'one\ntwo\n'), fileStore.put('Grüße.bin', Buffer.alloc(3000, 7))]
    const one = { text: '# Hello\n\nGrüße, and a\ttab.', files, deps: { fileStore }, facts: { quoted: 'How are you?' } }
    const [first, second] = [await made(one), await made(one)]
    expect(second.bytes.equals(first.bytes)).toBe(true)
    // A copy that was sent before an update has these bytes: another number here is another mail in somebody's mailbox.
    expect(createHash('sha256').update(first.bytes).digest('hex')).toBe(
      '825fe5ed00da617b96ce2d40029bd2aae7244314fe6d99a01b38f0c76b61434a',
    )
  })

  test('has bytes of its own for every delivery', async () => {
    const [one, two] = [await made(), await made({ key: 'task:2:g1:answer:0' })]
    expect(one.header('content-type')).not.toBe(two.header('content-type'))
  })

  test('is said to be a repeat nowhere: it is the same mail', async () => {
    const [one, two] = [await made(), await made({ maybeRepeat: true, attempt: 7 })]
    expect(two.bytes.equals(one.bytes)).toBe(true)
  })

  test('has no line that a server may not take, whatever is in it', async () => {
    const long = 'x'.repeat(5000)
    const references = Array.from({ length: 60 }, (_, at) => `<${at}.${'r'.repeat(200)}@friends.test>`)
    const mail = await made({
      text: `${long}\n\n.\n..\nFrom here\n${'ü'.repeat(3000)}`,
      facts: { subject: 'long '.repeat(60), references, quoted: long },
    })
    for (const line of mail.bytes.toString('latin1').split('\r\n')) expect(line.length).toBeLessThanOrEqual(998)
    expect(mail.bytes.toString('latin1').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(mail.text).toContain(long)
    expect(mail.text).toContain('\n.\n..\nFrom here\n')
  })
})

describe('the subject of an answer', () => {
  test.each([
    ['The weather', 'Re: The weather'],
    ['Re: The weather', 'Re: The weather'],
    ['RE: AW: Fwd: SV: Antw: re[2]: The weather', 'Re: The weather'],
    ['Re : Re: WG: The weather', 'Re: The weather'],
    ['回复：天气', 'Re: 天气'],
    ['Отв: Погода', 'Re: Погода'],
    ['Reply to all: no', 'Re: Reply to all: no'],
    ['Recipe: bread', 'Re: Recipe: bread'],
    ['', 'Re: (no subject)'],
    ['Re:', 'Re: (no subject)'],
    ['Grüße aus Łódź – 日本 🎉', 'Re: Grüße aus Łódź – 日本 🎉'],
    ['', 'Re: (kein Betreff)', 'de' as const],
  ])('%j is %j', async (subject, expected, language: Language = 'en') => {
    const mail = await made({ facts: { subject }, language })
    expect(mail.headers('subject')).toEqual([expected])
    expect(mail.bytes.toString('latin1')).toMatch(/^[\x20-\x7e\r\n\t]*$/)
  })

  test('of what we write first is what it is called', async () => {
    const mail = await made({ kind: 'notice', facts: { subject: 'The report', inReplyTo: undefined } })
    expect(mail.header('subject')).toBe('The report')
  })
})

describe('the thread of an answer', () => {
  const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `<${from + at}@friends.test>`)
  const referencesIn = async (references: string[], inReplyTo = asked) =>
    ((await made({ facts: { references, inReplyTo } })).header('references') ?? '').split(/\s+/)

  test('is named by an id of ours even where a relay gives this mail another', async () => {
    const [head = '', ...rest] = await referencesIn(['<zero@friends.test>'])
    expect(threadIn(head, us)).toBe(token)
    expect(head).not.toBe(ownMessageId(token, 'task:1:g1:answer:0', us))
    expect(rest).toEqual(['<zero@friends.test>', asked])
  })

  test('needs no other name where one of our own mails is in it', async () => {
    const ours = ownMessageId(token, 'task:0:g1:answer:0', us)
    expect(await referencesIn([asked, ours], '<second@friends.test>')).toEqual([asked, ours, '<second@friends.test>'])
  })

  test('keeps its beginning and its end when it is long', async () => {
    const [, ...rest] = await referencesIn(ids(0, 100))
    expect(rest).toEqual(['<0@friends.test>', ...ids(81, 100), asked])
  })

  test('holds what it answers once, and nothing that is no id', async () => {
    const [, ...rest] = await referencesIn([
      asked,
      '<a@b> <c@d>',
      'nothing',
      '<>',
      '<ü@friends.test>',
      '<ok@friends.test>',
    ])
    expect(rest).toEqual(['<ok@friends.test>', asked])
  })
})

describe('the words that are answered', () => {
  const facts = { quoted: 'How is it?\n\n> an older line\nAna', quotedAt: new Date('2026-03-14T09:12:31Z') }

  test('stand below, as quoted words do', async () => {
    const mail = await made({ facts })
    expect(mail.text).toBe(
      [
        'Sunny.',
        '',
        `On Sat, 14 Mar 2026 at 09:12 UTC, Ana <${ana}> wrote:`,
        '',
        '> How is it?',
        '>',
        '>> an older line',
        '> Ana',
        '',
      ].join('\n'),
    )
    expect(mail.html).toMatch(
      /<blockquote type="cite"[^>]*>How is it\?<br>\n<br>\n&gt; an older line<br>\nAna<\/blockquote>/,
    )
  })

  test('stand nowhere where nobody wants them', async () => {
    const mail = await made({ facts, deps: { quote: false } })
    expect(mail.text).toBe('Sunny.\n')
    expect(mail.html).not.toContain('How is it')
  })

  test('are no longer than somebody scrolls', async () => {
    const mail = await made({ facts: { quoted: 'word '.repeat(100_000) } })
    expect(mail.text.length).toBeLessThan(15_000)
  })
})

describe('what hangs on an answer', () => {
  test('is there as it was, under its name', async () => {
    const fileStore = createShelf()
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex')
    const files = [fileStore.put('picture.png', png, 'image/png'), fileStore.put('Übersicht März.txt', 'Grüße\n')]
    const mail = await made({ files, deps: { fileStore } })
    expect(mail.type).toBe('multipart/mixed')
    expect(mail.parts.map(({ type, header }) => [type, header('content-disposition')?.split(';')[0]])).toEqual([
      ['multipart/alternative', undefined],
      ['image/png', 'attachment'],
      ['text/plain', 'attachment'],
    ])
    expect(mail.files.map(({ name, bytes }) => [name, bytes.toString('hex')])).toEqual([
      ['picture.png', png.toString('hex')],
      ['Übersicht März.txt', Buffer.from('Grüße\n').toString('hex')],
    ])
  })

  test('is left out and told of where it is too much, or gone', async () => {
    const fileStore = createShelf()
    const large = { ...fileStore.put('film.mp4', 'x', 'video/mp4'), bytes: 20 * 1024 * 1024 }
    const files = [
      fileStore.put('small.txt', 'here'),
      large,
      { ...fileStore.put('a', ''), hash: 'gone', name: 'gone_*.txt', bytes: 3 },
    ]
    const mail = await made({ files, deps: { fileStore } })
    expect(mail.files.map(({ name }) => name)).toEqual(['small.txt'])
    expect(mail.text).toContain('film.mp4 could not be attached: at 20 MB it is too large for this mail.')
    expect(mail.html).toContain('gone__.txt could not be attached: it is no longer stored.')
  })

  test('is 18 MB at most together', async () => {
    const fileStore = createShelf()
    const files = ['a', 'b', 'c'].map((name) => fileStore.put(`${name}.bin`, Buffer.alloc(8 * 1024 * 1024)))
    const mail = await made({ files, deps: { fileStore } })
    expect(mail.files.map(({ name }) => name)).toEqual(['a.bin', 'b.bin'])
    expect(mail.bytes.length).toBeLessThan(25 * 1024 * 1024)
  })
})

describe('a body', () => {
  test('is one, however long the text is, and draws the same after an update', () => {
    const parts = toParts('word '.repeat(30_000), {
      unfinished: 'stopped',
      actions: [{ line: 'ran *ls*', failed: true }],
    })
    expect(parts).toHaveLength(1)
    const { text, html } = JSON.parse(parts[0] ?? '')
    expect(text).toContain('*(stopped)*\n\n> ran \\*ls\\* (failed)')
    expect(html).toContain('ran *ls* (failed)')
  })

  test('that was drawn before is sent as it was drawn', async () => {
    const drawn = JSON.parse(toParts('words')[0] ?? '')
    const mail = await made({ body: JSON.stringify({ ...drawn, html: drawn.html.replace('words', 'other words') }) })
    expect(mail.html).toContain('other words')
  })

  test('that is no parcel is Markdown', async () => {
    const mail = await made({ body: 'It is *plain*.' })
    expect(mail.text).toBe('It is *plain*.\n')
    expect(mail.html).toContain('It is <em>plain</em>.')
  })

  test('beyond what anybody reads in a mail is a file, with its beginning in the mail', async () => {
    const text = `# All of it\n\n${'one line of it\n'.repeat(40_000)}`
    const mail = await made({ text })
    expect(mail.files.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([['answer.md', text]])
    expect(mail.text).toContain('The whole answer is in the file answer.md')
    expect(mail.text).toContain('# All of it')
    expect(mail.text.length).toBeLessThan(30_000)
  })

  test('of nothing is a mail all the same: files may hang on it', async () => {
    const fileStore = createShelf()
    const mail = await made({ text: '', files: [fileStore.put('a.txt', 'a')], deps: { fileStore } })
    expect(mail.files).toHaveLength(1)
  })
})
