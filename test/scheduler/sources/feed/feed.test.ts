import { expect, test } from 'vitest'
import { textIn } from '../../../../src/messages/localized.ts'
import { createFeedSource, feedDate } from '../../../../src/scheduler/sources/feed/feed.ts'
import type { GatherRequest } from '../../../../src/scheduler/sources/source.ts'
import { fetchOf, gathering, never } from '../serving.ts'

async function read(body: string | Buffer, { type = '', limit = 10, ...asked }: Asked = {}) {
  const source = createFeedSource({
    fetch: fetchOf(body, type),
    url: 'https://a.example/blog/feed?k=hush',
    name: 'A',
    limit,
  })
  expect(source.trust).toBe('untrusted')
  const gathered = await source.gather(gathering(asked), never)
  expect(JSON.stringify(gathered)).not.toContain('hush')
  return gathered.status === 'found' ? gathered.items : textIn(gathered.reason, 'en')
}

interface Asked extends Partial<GatherRequest> {
  type?: string
  limit?: number
}

const rss = (items: string, head = '<?xml version="1.0"?>') =>
  `${head}<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/">
  <channel><title>The blog</title><link>https://a.example/</link><description>all of it</description>
  <image><title>A picture</title><link>https://a.example/pic</link></image>${items}</channel></rss>`

test('an entry without a title is told by its first words or its link', async () => {
  const feed = rss(
    `<item><description>&lt;p&gt;Only words&lt;/p&gt;</description></item><item><link>https://a.example/photo/7</link><guid>7</guid></item><item></item>`,
  )
  expect(await read(feed)).toMatchObject([{ title: 'Only words' }, { title: 'https://a.example/photo/7' }])
})

test('RSS 2.0: title, text without markup, link, date', async () => {
  const items = await read(
    rss(`<item><title>Tom &amp;amp; <![CDATA[<b>Jerry</b>]]></title><link>/posts/1?x=1&amp;y=2</link><guid isPermaLink="false">1</guid>
    <media:title>Not this</media:title><pubDate>Fri, 13 Mar 2026 08:00:00 +0100</pubDate>
    <description>&lt;p&gt;One&lt;/p&gt;&lt;p&gt;two &amp;lt;3&lt;/p&gt;&lt;script&gt;evil()&lt;/script&gt;</description>
    <content:encoded>the long one</content:encoded></item>`),
  )
  expect(items).toEqual([
    {
      key: expect.stringMatching(/^[\w-]{22}$/),
      title: 'Tom & Jerry',
      text: 'One two <3',
      link: 'https://a.example/posts/1?x=1&y=2',
      at: new Date('2026-03-13T07:00:00Z'),
    },
  ])
})

test('RSS 1.0 and Atom, whatever their prefixes', async () => {
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:d="http://purl.org/dc/elements/1.1/">
    <channel rdf:about="https://a.example/"><title>The blog</title></channel>
    <item rdf:about="https://a.example/1"><title>One</title><link>https://a.example/1</link><d:date>2026-03-13T08:00+01:00</d:date></item></rdf:RDF>`
  expect(await read(rdf)).toMatchObject([
    { title: 'One', link: 'https://a.example/1', at: new Date('2026-03-13T07:00:00Z') },
  ])
  const atom = `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>The blog</a:title><a:entry>
    <a:id>tag:1</a:id><a:title type="html">A &lt;i&gt;new&lt;/i&gt; one</a:title>
    <a:link rel="self" href="/self"/><a:link rel="enclosure" href="/file"/><a:link href="two.html"/>
    <a:updated>2026-03-14T08:00:00Z</a:updated><a:published>2026-03-13T07:00:00.123Z</a:published>
    <a:content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>In <b>full</b></p><title>x</title></div></a:content></a:entry></a:feed>`
  expect(await read(atom)).toMatchObject([
    {
      title: 'A new one',
      text: 'In full x',
      link: 'https://a.example/blog/two.html',
      at: new Date('2026-03-13T07:00:00Z'),
    },
  ])
  const plain =
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>1 &lt; 2 &amp;amp; &lt;b&gt;</title></entry></feed>'
  expect(await read(plain)).toMatchObject([{ title: '1 < 2 &amp; <b>' }])
})

test('JSON Feed', async () => {
  const items = [
    {
      id: 1,
      url: 'https://a.example/1',
      title: 'One',
      content_html: '<p>first</p>',
      date_published: '2026-03-13T08:00:00+01:00',
    },
    { id: '2', external_url: 'javascript:alert(1)', content_text: 'no\ntitle', tags: 7 },
    'nonsense',
  ]
  const feed = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'The blog', items })
  expect(await read(feed, { type: 'text/html' })).toEqual([
    {
      key: expect.any(String),
      title: 'One',
      text: 'first',
      link: 'https://a.example/1',
      at: new Date('2026-03-13T07:00:00Z'),
    },
    { key: expect.any(String), title: 'no title' },
  ])
})

test('what is new is what is later, and what has no date; the newest first', async () => {
  const item = (title: string, date: string) => `<item><title>${title}</title><pubDate>${date}</pubDate></item>`
  const feed = rss(
    item('old', 'Thu, 12 Mar 2026 08:00:00 GMT') +
      item('newer', 'Fri, 13 Mar 2026 08:00:00 GMT') +
      item('undated', 'yesterday') +
      item('newest', 'Sat, 14 Mar 2026 05:00:00 GMT'),
  )
  const titles = async (asked: Asked) => ((await read(feed, asked)) as { title: string }[]).map(({ title }) => title)
  expect(await titles({ since: new Date('2026-03-12T08:00:00Z') })).toEqual(['newest', 'newer', 'undated'])
  expect(await titles({ limit: 2 })).toEqual(['newest', 'newer'])
})

test('an entry keeps its key when its words change, and feeds do not share theirs', async () => {
  const item = (title: string, guid: string) => rss(`<item><title>${title}</title><guid>${guid}</guid></item>`)
  const key = async (body: string, url = 'https://a.example/') => {
    const gathered = await createFeedSource({ fetch: fetchOf(body), url, name: 'A', limit: 1 }).gather(
      gathering(),
      never,
    )
    return gathered.status === 'found' ? gathered.items[0]?.key : undefined
  }
  expect(await key(item('One', '1'))).toBe(await key(item('One, corrected', '1')))
  expect(await key(item('One', '1'))).not.toBe(await key(item('One', '2')))
  expect(await key(item('One', '1'))).not.toBe(await key(item('One', '1'), 'https://b.example/'))
})

test.each([
  [
    'windows-1252 in the declaration',
    Buffer.from(
      rss('<item><title>\x93Gr\xfc\xdfe\x94 \x80 5</title></item>', '<?xml version="1.0" encoding="windows-1252"?>'),
      'latin1',
    ),
    '',
  ],
  [
    'ISO-8859-1 in the header',
    Buffer.from(rss('<item><title>\x93Gr\xfc\xdfe\x94 \x80 5</title></item>'), 'latin1'),
    'text/xml; charset="ISO-8859-1"',
  ],
  [
    'UTF-8 that is none',
    Buffer.from(
      rss('<item><title>\x93Gr\xfc\xdfe\x94 \x80 5</title></item>', '<?xml version="1.0" encoding="utf-8"?>'),
      'latin1',
    ),
    '',
  ],
  [
    'UTF-8 with a mark',
    Buffer.from(`\ufeff${rss('<item><title>“Grüße” € 5</title></item>')}`),
    'text/xml; charset=latin1',
  ],
  ['UTF-16', Buffer.from(`\ufeff${rss('<item><title>“Grüße” € 5</title></item>')}`, 'utf16le'), ''],
  [
    'a label that nobody knows',
    Buffer.from(rss('<item><title>“Grüße” € 5</title></item>')),
    'text/xml; charset=x-unknown',
  ],
])('written as %s', async (_what, body, type) => {
  expect(await read(body, { type })).toMatchObject([{ title: '“Grüße” € 5' }])
})

test.each<[said: string, meant: string | undefined]>([
  ['Sat, 14 Mar 2026 15:09:26 GMT', '2026-03-14T15:09:26.000Z'],
  ['14 Mar 26 15:09 EST', '2026-03-14T20:09:00.000Z'],
  ['Samstag, 14 March 2026 15:09:26 CET', '2026-03-14T14:09:26.000Z'],
  ['Sat, 14 Mar 2026 15:09:26', '2026-03-14T15:09:26.000Z'],
  ['2026-03-14', '2026-03-14T00:00:00.000Z'],
  ['2026-03-14 15:09:26', '2026-03-14T15:09:26.000Z'],
  ['2026-03-14T15:09:26.5-0330', '2026-03-14T18:39:26.000Z'],
  ['2026-02-31T00:00:00+99:99', undefined],
  ['14 Mrz 2026 15:09', undefined],
  ['item 5', undefined],
  ['5', undefined],
  ['', undefined],
])('the date "%s"', (said, meant) => {
  expect(feedDate(said)?.toISOString()).toBe(meant)
})
