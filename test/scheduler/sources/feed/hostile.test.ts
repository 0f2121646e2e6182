import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createFeedSource } from '../../../../src/scheduler/sources/feed/feed.ts'
import { watchLoop } from '../../../support/loop-watch.ts'
import { seed, seeded } from '../../../support/seeded.ts'
import { fetchOf, gathering, never, serve } from '../serving.ts'

console.log(`feeds: SKEIN_SEED=${seed}`)

const item = (n: number) =>
  `<item><title>Entry ${n}</title><guid>${n}</guid><description>${'words '.repeat(20)}</description></item>`
const HEAD = '<?xml version="1.0"?><rss version="2.0"><channel><title>Blog</title>'

async function read(body: string | Buffer, limit = 50) {
  const source = createFeedSource({ fetch: fetchOf(body), url: 'https://a.example/feed', name: 'The blog', limit })
  return await source.gather(gathering(), never)
}

test('a feed of 50 MB and one that never ends are read as far as is sensible', async () => {
  for (const most of [50_000_000, Number.POSITIVE_INFINITY]) {
    let sent = 0
    const { url, fetch } = await serve((_, response) => {
      const piece = Array.from({ length: 100 }, (_unused, at) => item(at)).join('')
      const write = () => {
        while (!response.destroyed && sent < most) {
          sent += piece.length
          if (!response.write(piece)) return
        }
        response.end()
      }
      response.on('drain', write).write(HEAD)
      write()
    })
    const gathered = await createFeedSource({ fetch, url, name: 'The blog', limit: 20 }).gather(gathering(), never)
    expect(gathered.status === 'found' && gathered.items.map(({ title }) => title)).toContain('Entry 0')
    expect(sent).toBeLessThan(20_000_000)
  }
})

test('a feed that comes a byte at a time fails alone, and says so', async () => {
  const { url, fetch } = await serve(
    (_, response) => {
      const timer = setInterval(() => response.write('<'), 10)
      response.on('close', () => clearInterval(timer))
    },
    { deadlineMs: 150, idleMs: 60_000 },
  )
  const gathered = await createFeedSource({ fetch, url, name: 'The blog', limit: 20 }).gather(gathering(), never)
  expect(gathered).toEqual({ status: 'failed', reason: expect.objectContaining({ en: 'it took longer than 0.2 s' }) })
})

test('a bomb is read no further than anything else', async () => {
  const bomb = gzipSync(`${HEAD}${item(1)}${' '.repeat(30_000_000)}`)
  const { url, fetch } = await serve(
    (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  )
  const gathered = await createFeedSource({ fetch, url, name: 'The blog', limit: 20 }).gather(gathering(), never)
  expect(gathered).toMatchObject({ status: 'found', items: [{ title: 'Entry 1' }] })
})

const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')

test.each<[what: string, body: string, outcome: object]>([
  [
    'a web page',
    '<!DOCTYPE html><html><head><title>x</title></head><body><item>no</item></body></html>',
    {
      status: 'failed',
      reason: expect.objectContaining({
        en: 'it is a web page and not a feed; the page may name the address of its feed',
      }),
    },
  ],
  ['nothing', '  ', { status: 'failed', reason: expect.objectContaining({ en: 'it is empty' }) }],
  ['words', 'Hello', { status: 'failed', reason: expect.objectContaining({ en: 'it is not a feed' }) }],
  [
    'a picture',
    '\u0089PNG\r\n\u001a\n\0\0\0',
    { status: 'failed', reason: expect.objectContaining({ en: 'it is not a feed' }) },
  ],
  ['other XML', '<?xml version="1.0"?><note><item><title>x</title></item></note>', { status: 'failed' }],
  ['other JSON', '{"items":[{"title":"x"}]}', { status: 'failed' }],
  ['broken JSON', '{"version":"1","items":[', { status: 'failed' }],
  ['deep JSON', `{"version":"1","items":${'['.repeat(2_000_000)}`, { status: 'failed' }],
  ['an empty feed', `${HEAD}</channel></rss>`, { status: 'found', items: [] }],
  [
    'a billion laughs',
    `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]><rss><channel><item><title>so &l9; funny</title></item></channel></rss>`,
    { status: 'found', items: [{ title: 'so &l9; funny' }] },
  ],
  [
    'a file of ours',
    '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><rss><item><title>a&f;b</title></item></rss>',
    { status: 'found', items: [{ title: 'a&f;b' }] },
  ],
  [
    'an entry that is cut off',
    `${HEAD}${item(1)}<item><title>Half`,
    { status: 'found', items: [{ title: 'Entry 1' }] },
  ],
  [
    'entries that do not end',
    '<rss><channel><item><title>One</title><item><title>Two</title></channel></rss>',
    { status: 'found', items: [{ title: 'One' }, { title: 'Two' }] },
  ],
  [
    'tags that cross',
    '<rss><item><title>One <b></title></b><guid>1</item></rss>',
    { status: 'found', items: [{ title: 'One' }] },
  ],
  [
    'what turns text around',
    '<rss><item><title>a\u202eb\u0007c\r\nd &#x1b;[31m</title></item></rss>',
    { status: 'found', items: [{ title: 'abc d [31m' }] },
  ],
])('%s', async (_what, body, outcome) => {
  expect(await read(body)).toMatchObject(outcome)
})

test('10,000 entries, very deep ones and very long ones cost little, and nobody waits for them', async () => {
  const many = HEAD + Array.from({ length: 10_000 }, (_, at) => item(at)).join('')
  const deep = `${HEAD}<item><title>${'<a>'.repeat(1_500_000)}`
  const crossed = `${HEAD}${`<item><description>${'&lt;b&gt;'.repeat(300)}${'&lt;/i&gt;'.repeat(300)}</description></item>`.repeat(800)}`
  const long = `${HEAD}<item><title>${'x'.repeat(4_000_000)}</title></item>`
  const attribute = `${HEAD}<item a="${'x'.repeat(4_000_000)}"><title>One</title></item>`
  const attributes = `${HEAD}<item ${'a="" '.repeat(900_000)}><title>One</title></item>`
  for (const [what, body] of Object.entries({ many, deep, crossed, long, attribute, attributes })) {
    const { value, total, longest } = await watchLoop(() => read(body))
    expect(value.status, what).toBe('found')
    if (value.status === 'found') expect(value.items.length, what).toBeLessThanOrEqual(50)
    expect(total, what).toBeLessThan(3000)
    expect(longest, what).toBeLessThan(1000)
  }
})

test('whatever is broken at random ends in items or a sentence', async () => {
  const random = seeded(seed)
  const whole = `${HEAD}${Array.from({ length: 20 }, (_, at) => item(at)).join('')}</channel></rss>`
  const pieces = [
    '<',
    '>',
    '&',
    ']]>',
    '<![CDATA[',
    '<!--',
    '</item>',
    '<item>',
    '"',
    '\0',
    '<?',
    '<!DOCTYPE',
    '&#xffffff;',
    '\ud800',
  ]
  for (let round = 0; round < 300; round++) {
    let text = whole
    for (let change = 0; change < 3; change++) {
      const at = Math.floor(random() * text.length)
      const piece = pieces[Math.floor(random() * pieces.length)] ?? ''
      text = text.slice(0, at) + piece + text.slice(at + Math.floor(random() * 40))
    }
    const gathered = await read(random() < 0.1 ? text.slice(0, Math.floor(random() * text.length)) : text)
    expect(['found', 'failed']).toContain(gathered.status)
  }
})
