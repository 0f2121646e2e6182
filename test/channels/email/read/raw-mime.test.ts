import { describe, expect, test } from 'vitest'
import { readMail } from '../../../../src/channels/email/read/read-mail.ts'
import { mixed } from './parts.ts'

const note = { head: 'Content-Type: text/plain; charset=utf-8', body: '' }
const page = { head: 'Content-Type: text/html; charset=utf-8', body: '<div>Yes, Monday is fine.</div>' }

describe('a plain part that only says that there is a page', () => {
  test.each([
    'This message requires an HTML-capable mail client.',
    'Your email client does not support HTML messages. Please use a different one.',
    'Diese E-Mail kann nur in einem HTML-fähigen Programm angezeigt werden.',
    '您的邮件客户端不支持HTML格式',
    'View this email in your browser: https://example.org/x',
  ])('%s', async (body) => {
    const { text } = await readMail(mixed([{ ...note, body }, page], 'alternative'))
    expect(text).toBe('Yes, Monday is fine.')
  })

  test('one that says the same as the page is read, whatever it is about', async () => {
    const body = 'My HTML mail client is broken, please help.'
    const same = { ...page, body: `<p>My <b>HTML</b> mail client is broken, please help.</p>` }
    expect((await readMail(mixed([{ ...note, body }, same], 'alternative'))).text).toBe(body)
  })
})

describe('raw MIME never reaches the text', () => {
  const parts = (boundary: string) =>
    `--${boundary}\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nGr=C3=BC=C3=9Fe\n--${boundary}\nContent-Type: text/html\n\n<p>Gr&uuml;&szlig;e</p>\n--${boundary}--\n`

  test.each([
    ['a boundary that is not the one in the body', 'multipart/alternative; boundary="other-one"'],
    ['no boundary at all', 'multipart/mixed'],
    ['a mail that says it is one text', 'text/plain; charset=utf-8'],
  ])('%s', async (_what, type) => {
    const source = Buffer.from(`Subject: x\nContent-Type: ${type}\n\n${parts('0000abcdef')}`)
    const { text, subject } = await readMail(source)
    expect(text).toMatch(/^Grüße/)
    expect(text).not.toMatch(/0000abcdef|Content-|=C3/)
    expect(subject).toBe('x')
  })

  test('a mail without a Content-Type', async () => {
    const { text } = await readMail(Buffer.from(`Subject: x\n\n${parts('0000abcdef')}`))
    expect(text).not.toMatch(/0000abcdef|Content-|=C3/)
  })

  test('a boundary that was damaged, or written twice', async () => {
    const body = '--0000abcdef\nContent-Type: text/plain\n\nYes.\n--0000abcdef--=20\n--0000abcdef--\n--0000abcdef--\n'
    const source = Buffer.from(`Subject: x\nContent-Type: multipart/mixed; boundary=0000abcdef\n\n${body}`)
    expect((await readMail(source)).text).toBe('Yes.')
  })

  test('dashes and headers that somebody typed stay', async () => {
    const body = 'I sent this:\n\n--x\nContent-Type: text/plain\n\nand it failed.\n'
    const { text } = await readMail(Buffer.from(`Subject: x\nContent-Type: text/plain\n\n${body}`))
    expect(text).toContain('Content-Type: text/plain')
  })
})
