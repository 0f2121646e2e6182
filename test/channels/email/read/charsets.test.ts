import { describe, expect, test } from 'vitest'
import { readMail } from '../../../../src/channels/email/read/read-mail.ts'

/** A mail of one text in these bytes, under this label. */
function labelled(charset: string, bytes: number[] | Buffer, more = ''): Buffer {
  const head = `Subject: x\r\nContent-Type: text/plain; charset=${charset}${more}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(bytes)])
}

async function textIn(source: Buffer): Promise<string> {
  return (await readMail(source)).text
}

describe('the bytes that Windows writes', () => {
  // Node 20 itself reads these as controls.
  const bytes = [0x93, 0x80, 0x99, 0x94]
  test.each([
    'windows-1252',
    'cp1252',
    'iso-8859-1',
    'ISO-8859-1',
    'latin1',
    'us-ascii',
    'utf-8',
    'nonsense',
    '"x y z"',
  ])('labelled %s', async (label) => {
    expect(await textIn(labelled(label, bytes))).toBe('“€™”')
  })

  test('without a label', async () => {
    expect(await textIn(Buffer.concat([Buffer.from('Subject: x\n\n'), Buffer.from(bytes)]))).toBe('“€™”')
  })

  test('in a subject and a file name, against all rules', async () => {
    const source = Buffer.from(
      'Subject: \x93Dach\x94\r\nContent-Type: application/pdf; name="Pr\xfcfung \x80.pdf"\r\nContent-Disposition: attachment\r\n\r\n%PDF-1.4',
      'latin1',
    )
    const { subject, attachments } = await readMail(source)
    expect(subject).toBe('“Dach”')
    expect(attachments.map(({ name }) => name)).toEqual(['Prüfung €.pdf'])
  })
})

describe('other charsets', () => {
  test.each([
    ['iso-2022-jp', Buffer.from('\x1b$B$3$s$K$A$O\x1b(B'), 'こんにちは'],
    ['shift_jis', Buffer.from([0x82, 0xb1, 0x82, 0xf1]), 'こん'],
    ['euc-jp', Buffer.from([0xa4, 0xb3, 0xa4, 0xf3]), 'こん'],
    ['gb18030', Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), '你好'],
    ['gb2312', Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), '你好'],
    ['big5', Buffer.from([0xa7, 0x41, 0xa6, 0x6e]), '你好'],
    ['euc-kr', Buffer.from([0xbe, 0xc8]), '안'],
    ['koi8-r', Buffer.from([0xf0, 0xd2, 0xc9]), 'При'],
    ['windows-1251', Buffer.from([0xcf, 0xf0, 0xe8]), 'При'],
    ['iso-8859-2', Buffer.from([0xb3, 0xf3, 0x64, 0xbc]), 'łódź'],
    ['utf-7', Buffer.from('Hi Mom +Jjo-!'), 'Hi Mom ☺!'],
    ['utf-16', Buffer.from('\ufeffhello wörld', 'utf16le'), 'hello wörld'],
    ['utf-16le', Buffer.from('hello wörld', 'utf16le'), 'hello wörld'],
    ['UTF8', Buffer.from('łódź'), 'łódź'],
  ])('%s', async (label, bytes, text) => {
    expect(await textIn(labelled(label, bytes))).toBe(text)
  })

  test('a character that was cut in two damages nothing else', async () => {
    expect(await textIn(labelled('gb18030', [0xc4, 0xe3, 0xba, 0xc3, 0xc4]))).toMatch(/^你好/)
    expect(await textIn(labelled('utf-8', Buffer.from('Grüße aus Köln ü').subarray(0, -1)))).toMatch(/^Grüße aus Köln/)
  })
})

test('a page may say itself what it is written in', async () => {
  const page = '<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"></head>'
  const source = Buffer.concat([
    Buffer.from(`Subject: x\nContent-Type: text/html\n\n${page}`),
    Buffer.from([0xcf, 0xf0, 0xe8]),
  ])
  expect(await textIn(source)).toBe('При')
})

describe('lines that were wrapped to be put together again', () => {
  test('format=flowed: a space at the end goes on, at the same depth of quoting only', async () => {
    const body = 'One line \r\nthat goes on.\r\n\r\nNext \r\n> not mine\r\nmine\r\n-- \r\nBob\r\n'
    const mail = await readMail(
      Buffer.concat([
        Buffer.from('From: Bob <bob@example.com>\r\n'),
        labelled('utf-8', Buffer.from(body), '; format=flowed'),
      ]),
    )
    expect(mail.text).toBe('One line that goes on.\n\nNext\n> not mine\nmine')
    expect(mail.signature).toBe('Bob')
  })

  test('DelSp: the space goes, too', async () => {
    expect(await textIn(labelled('utf-8', Buffer.from('你好 \r\n世界\r\n'), '; format=flowed; delsp=yes'))).toBe(
      '你好世界',
    )
  })

  test('a line of their own that begins with ">" was stuffed, and is theirs', async () => {
    expect(await textIn(labelled('utf-8', Buffer.from('Run\r\n > npm test\r\n'), '; format=flowed'))).toBe(
      'Run\n> npm test',
    )
  })
})
