import { writeFileSync } from 'node:fs'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { readBody, toParts } from '../../../../src/channels/email/outbound.ts'
import { compose } from '../../../../src/channels/email/send/compose.ts'
import { openThread } from '../../../../src/channels/email/send/thread-opening.ts'
import { readMime } from '../../../peers/mail/mime.ts'
import { accountWith, ana, asked, createShelf, delivery, factsOf, never, seed, startSending, us } from './rig.ts'
import { startScriptedSmtp } from './scripted-smtp.ts'

const evil = 'eve@evil.test'
const boundary = '--_NmP-549915b1932425c58140e61c28164345-Part_1'

/** What somebody writes who wants more than to be read: a header, a recipient, a part, a file, a request. */
const injections = [
  `x\r\nBcc: ${evil}`,
  `x\nBcc: ${evil}`,
  `x\rBcc: ${evil}`,
  `x\r\n\r\n<img src=https://evil.test/p>`,
  `x\r\n Cc: ${evil}\r\nTo: ${evil}`,
  `x\u0085Bcc: ${evil}`,
  `x\u2028Bcc: ${evil}`,
  `x\u2029Bcc: ${evil}`,
  `x\u000bBcc: ${evil}\u000c\u0000\u001b[31m`,
  `嘊嘍Bcc: ${evil}`,
  `=?utf-8?Q?x=0D=0ABcc:_${evil}?=`,
  `=?utf-8?B?${Buffer.from(`x\r\nBcc: ${evil}`).toString('base64')}?=`,
  `"x" <${evil}>, y`,
  `x>, <${evil}`,
  `<${evil}>`,
  `x (comment) <${evil}>; group: ${evil}, ${ana};`,
  `x\\", <${evil}>, "`,
  `${evil},${ana}`,
  `${ana}> NOTIFY=SUCCESS ORCPT=rfc822;${evil}`,
  `${ana}\r\nRCPT TO:<${evil}>`,
  `.\r\nMAIL FROM:<${us}>\r\nRCPT TO:<${evil}>\r\nDATA\r\nSubject: more\r\n\r\nmore\r\n.\r\n`,
  `\n.\n\r\n.\r\nMAIL FROM:<${us}>`,
  `\r\n${boundary}\r\nContent-Type: text/html\r\n\r\n<script>alert(1)</script>\r\n${boundary}--`,
  '\r\n----_NmP\r\nContent-Disposition: attachment; filename=x.exe\r\n\r\nMZ',
  '<img src="https://evil.test/pixel.png">',
  '![pixel](https://evil.test/pixel.png)',
  '![pixel](file:///etc/passwd)',
  '<script src=//evil.test/x.js></script>',
  '<style>@import url(https://evil.test/x.css)</style><link rel=stylesheet href=//evil.test>',
  '<a href="javascript:alert(1)">x</a> [x](javascript:alert(1)) [x](data:text/html,<script>alert(1)</script>)',
  '[x](https://evil.test/"onmouseover="alert(1))',
  '[x](<https://evil.test/" style="background:url(https://evil.test/)>)',
  '</div></body></html><iframe src=https://evil.test>',
  '```\n</code></pre><img src=x onerror=alert(1)>\n```',
  '| a | b |\n|---|---|\n| <img src=x> | <svg onload=alert(1)> |',
  '<meta http-equiv=refresh content="0;url=https://evil.test">',
  '/etc/passwd',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  'https://evil.test/file',
  'data:text/html,<script>alert(1)</script>',
  'x.txt"; filename="y.exe',
  "x*0*=utf-8''%0d%0aBcc:%20eve@evil.test",
  'x.txt\r\nContent-Type: text/html\r\n\r\n<script>',
  '\u202etxt.exe',
  'x'.repeat(3000),
  '🎉'.repeat(500),
  '\ud800 lone',
  'CON',
  '',
]

const expectedHeaders = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'in-reply-to',
  'message-id',
  'mime-version',
  'references',
  'subject',
  'to',
  'x-auto-response-suppress',
  'x-skein-loop',
  'x-skein-outbox',
]

/** The names in the head of a mail, as whoever reads the bytes finds them: however a line ends. */
function headerNames(bytes: Buffer): string[] {
  const head = bytes.toString('latin1').split(/\r\n\r\n|\n\n|\r\r/)[0] ?? ''
  return head
    .split(/\r\n|\n|\r/)
    .filter((line) => !/^[ \t]/.test(line))
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
    .toSorted()
}

/** All that a program that draws the page could act on. */
function troubleIn(html: string): string[] {
  const found: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (['script', 'style', 'link', 'img', 'iframe', 'svg', 'form', 'object', 'base'].includes(name)) found.push(name)
      for (const [key, value] of Object.entries(attributes)) {
        if (/^on|^(src|srcset|background|action|http-equiv)$/.test(key)) found.push(`${name} ${key}`)
        if (key === 'href' && !/^(https?:|mailto:)/i.test(value)) found.push(`${name} ${key}=${value}`)
        if (key === 'style' && /url|import|expression/i.test(value)) found.push(`${name} ${key}=${value}`)
      }
    },
  })
  parser.end(html)
  return found
}

const deps = () => ({ account: accountWith({}), fileStore: createShelf(), seed, quote: true })

describe.each(injections.map((text) => [JSON.stringify(text).slice(0, 70), text]))('%s', (_, text) => {
  test('in the words of others or of the model adds nothing to a mail', async () => {
    const made = deps()
    const files = [{ ...made.fileStore.put('kept', 'content'), name: text }]
    const facts = factsOf({
      subject: text,
      toName: text,
      references: [text, `<${text}>`, ...text.split(/\s/)],
      quoted: text,
    })
    const mail = await compose(made, delivery(text, facts, { files }), facts)
    const seen = readMime(mail.bytes)
    expect(headerNames(mail.bytes)).toEqual(expectedHeaders)
    expect(seen.header('to')?.endsWith(`<${ana}>`) || seen.header('to') === ana).toBe(true)
    expect((mail.bytes.toString('latin1').match(/^To: .*(\r\n .*)*/m) ?? [''])[0]).not.toContain(`<${evil}>`)
    expect(seen.parts.map(({ type }) => type)).toEqual(['multipart/alternative', 'text/plain'])
    expect(seen.parts[0]?.parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html'])
    expect(seen.files.map(({ bytes }) => bytes.toString())).toEqual(['content'])
    expect(troubleIn(seen.html)).toEqual([])
    // oxlint-disable-next-line no-control-regex -- they are what this is about
    expect(mail.bytes.toString('latin1').replaceAll('\r\n', '')).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f]/)
  })

  test('as an id, an address or a body of its own does no more', async () => {
    const facts = factsOf({ inReplyTo: text })
    const mail = await compose(deps(), delivery('', facts, { body: text }), facts)
    expect(headerNames(mail.bytes).filter((name) => name !== 'in-reply-to')).toEqual(
      expectedHeaders.filter((name) => name !== 'in-reply-to'),
    )
    expect(troubleIn(readMime(mail.bytes).html)).toEqual([])
    const { sender } = startSending({})
    expect(await sender.send(delivery('x', { to: text }), never)).toMatchObject({ status: 'refused' })
    const opened = openThread({ to: { channel: 'email', id: text }, title: text, key: 'k' }, { account: us, seed })
    expect(opened).toMatchObject({ status: 'refused' })
  })
})

test('whatever is in it, a mail goes to one alone, and in one piece', async () => {
  const smtp = await startScriptedSmtp()
  const { sender, fileStore } = startSending({ smtp: smtp.port })
  for (const text of injections) {
    const file = { ...fileStore.put('kept', 'content'), name: text }
    const one = delivery(text, { subject: text, toName: text, references: [text], quoted: text }, { files: [file] })
    expect(await sender.send(one, never)).toMatchObject({ status: 'sent' })
  }
  expect(smtp.taken).toHaveLength(injections.length)
  for (const { from, to } of smtp.taken) expect([from, ...to]).toEqual([us, ana])
  expect(smtp.heard.filter((line) => /^RCPT/i.test(line)).every((line) => line === `RCPT TO:<${ana}>`)).toBe(true)
})

describe('a body that looks like a parcel with a page of its own', () => {
  const page = JSON.parse(toParts('words')[0] ?? '').html as string
  test.each([
    ['a picture', page.replace('words', '<img src="https://evil.test/p.png">')],
    ['a script', page.replace('words', '<script>alert(1)</script>')],
    ['a handler', page.replace('<p dir="auto"', '<p onclick="alert(1)"')],
    ['a ground from afar', page.replace('margin:0 0 12px', 'background:url(https://evil.test/p.png)')],
    ['a ground from afar, in disguise', page.replace('margin:0 0 12px', 'background:\\75 rl(https://evil.test/p)')],
    ['a link to a script', page.replace('words', '<a href="javascript:alert(1)">x</a>')],
    ['a way to another page', page.replace('<meta charset="utf-8">', '<meta http-equiv="refresh" content="0">')],
    ['an open tag', `${page}<img src=x `],
    ['a comment', `${page}<!-- <img src=x> -->`],
  ])('%s is words', (_, html) => {
    const body = JSON.stringify({ text: 'words', html })
    expect(readBody(body).text).toBe(body)
    expect(troubleIn(readBody(body).html)).toEqual([])
  })

  test('of ours is what it is', () => {
    const [body = ''] = toParts('# Hello\n\n- a [link](https://example.org)\n\n| a |\n|--:|\n| b |\n\n1. x\n\n---\n`c`')
    expect(readBody(body)).toEqual(JSON.parse(body))
  })
})

test('a file is read from the shelf by what it holds, never by what it is called', async () => {
  const made = deps()
  const secret = made.fileStore.path('secret')
  writeFileSync(secret, 'a secret of this machine')
  const files = [{ ...made.fileStore.put('kept', 'content'), name: secret }]
  const facts = factsOf({ inReplyTo: asked })
  const mail = readMime((await compose(made, delivery('x', facts, { files }), facts)).bytes)
  expect(mail.files.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([['secret', 'content']])
})
