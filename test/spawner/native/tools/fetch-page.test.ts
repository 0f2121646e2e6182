import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createGuardedFetch } from '../../../../src/lib/http/guarded-fetch.ts'
import { pageText } from '../../../../src/spawner/native/tools/fetch-page.ts'
import { byName, direct, names, withControls } from '../../../lib/http/hostile-urls.ts'
import { createBench } from './bench.ts'

const fetchOnly = ['fetch_page']

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function benchFor(host: string, limits = { deadlineMs: 30_000, idleMs: 10_000 }) {
  return await createBench({ tools: fetchOnly, fetch: createGuardedFetch({ allowed: new Set([host]), limits }) })
}

describe('fetch_page', () => {
  test('gives the words of a page, with where it was found in the end', async () => {
    const host = await serve(({ url }, response) => {
      if (url === '/') response.writeHead(302, { location: '/page' }).end()
      else response.writeHead(200, { 'content-type': 'text/html; charset=windows-1252' })
      if (!response.writableEnded)
        response.end(Buffer.from('<title>News</title><p>Z\xfcrich <a href="/more">more</a>', 'latin1'))
    })
    const { use, tools, workspace } = await benchFor(host)
    expect(await use('fetch_page', { url: `http://${host}/` })).toEqual({
      text: `http://${host}/page\n\nNews\n\nZürich more (http://${host}/more)`,
      failed: false,
    })
    expect(tools[0]?.action({ url: 'https://a.example/' }, { workspace })).toEqual({
      kind: 'fetch',
      url: 'https://a.example/',
    })
  })

  test.each([
    ['text/plain', 'a <b> c', 'a <b> c'],
    ['application/json', '{"a": 1}', '{"a": 1}'],
    ['application/problem+json; charset=utf-8', '{"ü": 1}', '{"ü": 1}'],
    ['', '<html><p>x', 'x'],
  ])('other text comes as it is: %s', async (type, body, text) => {
    const host = await serve((_, response) => response.writeHead(200, type ? { 'content-type': type } : {}).end(body))
    const { use } = await benchFor(host)
    expect((await use('fetch_page', { url: `http://${host}/` })).text).toBe(`http://${host}/\n\n${text}`)
  })

  test.each([
    ['image/png', '\x89PNG', /not return text \(image\/png/],
    ['application/pdf', '%PDF-1.4', /not return text \(application\/pdf/],
    ['text/html', '\x89PNG\r\n\x1a\n', /not return text/],
    ['', 'a\0b', /not return text \(application\/octet-stream/],
  ])('what is no text is refused: %s %j', async (type, body, says) => {
    const host = await serve((_, response) => {
      response.writeHead(200, type ? { 'content-type': type } : {}).end(Buffer.from(body, 'latin1'))
    })
    const { use } = await benchFor(host)
    const { text, failed } = await use('fetch_page', { url: `http://${host}/` })
    expect(failed).toBe(true)
    expect(text).toMatch(says)
  })

  test('an endless page is cut, a silent server is left, and a call is called off', async () => {
    const host = await serve(({ url }, response) => {
      if (url === '/silent') return
      response.writeHead(200, { 'content-type': 'text/plain' })
      const more = () => {
        while (response.write('x'.repeat(65_536)) && !response.destroyed);
      }
      response.on('drain', more)
      more()
    })
    const { use: patient } = await benchFor(host)
    const endless = await patient('fetch_page', { url: `http://${host}/` })
    expect(endless.failed).toBe(false)
    expect(endless.text.length).toBeLessThan(101_000)
    expect(endless.text).toMatch(/\[Only the first 2097152 bytes were read\.\]$/)
    const { use: hasty } = await benchFor(host, { deadlineMs: 30_000, idleMs: 300 })
    expect((await hasty('fetch_page', { url: `http://${host}/silent` })).text).toMatch(/silent for 0\.3 s/)
    const stop = new AbortController()
    const running = patient('fetch_page', { url: `http://${host}/silent` }, stop.signal)
    stop.abort()
    expect(await running).toMatchObject({ failed: true, text: expect.stringContaining('cancelled') })
  })

  test('nothing that is not on the open internet is fetched', async () => {
    let connections = 0
    const host = await serve((_, response) => {
      connections++
      response.end('secret')
    })
    const resolve = async (name: string) => names[name.toLowerCase().replace(/\.$/, '')] ?? ['127.0.0.1']
    const fetch = createGuardedFetch({ allowed: new Set(), resolve, limits: { deadlineMs: 2000, idleMs: 2000 } })
    const { use } = await createBench({ tools: fetchOnly, fetch })
    const port = host.split(':')[1] ?? ''
    const urls = [...direct, ...withControls, ...byName].map((url) => url.replaceAll(/(?<=:0?)[PSX]/g, port))
    expect(urls.length).toBeGreaterThan(100)
    for (const url of urls) {
      const { text, failed } = await use('fetch_page', { url })
      expect([failed, text.includes('secret')], url).toEqual([true, false])
    }
    expect(connections).toBe(0)
  })
})

describe('the text of a page', () => {
  const at = new URL('https://a.example/dir/page')

  test('has its headings, lists, tables, code and links, and not what nobody sees', async () => {
    const html = `<!doctype html><html><head><title> A  title </title><style>p{}</style><script>bad()</script></head>
      <body><nav><a href="#top">Top</a></nav><h1>Head</h1><p>One <b>two</b>,
      <a href="../x?y=1&amp;z">link</a> <a href="javascript:alert(1)">js</a> <a href="/empty"></a></p>
      <ul><li>first<li>second</ul><pre>  kept
        so</pre><table><tr><th>a</th><td>b</td></tr></table><img alt="a cat"><noscript>no</noscript><template>no</template>
      <svg><title>no</title></svg></body></html>`
    expect(await pageText(html, at)).toMatchInlineSnapshot(`
      "A title

      Top

      # Head

      One two, link (https://a.example/x?y=1&z) js

      - first
      - second

        kept
              so

       | a | b

       [a cat]"
    `)
  })

  test('a hostile page takes no time and no memory', async () => {
    for (const html of [
      '<a href="/x">y'.repeat(100_000),
      '<div>'.repeat(400_000),
      '<'.repeat(500_000),
      '&amp;<b>'.repeat(200_000),
    ])
      expect((await pageText(html, at)).length).toBeLessThan(5_000_000)
  })
})
