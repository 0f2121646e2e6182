import { describe, expect, test } from 'vitest'
import { readMail } from '../../../../src/channels/email/read/read-mail.ts'

/** A mail of one text in these bytes, under this label. */
function labelled(charset: string, bytes: number[] | Buffer, more = ''): Buffer {
  const head = `Subject: x\r\nContent-Type: text/plain; charset=${charset}${more}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(bytes)])
}

function base64(text: string): Buffer {
  return Buffer.from(text, 'base64')
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

describe('labels that are wrong, or missing', () => {
  const chinese = '请你明天上午给我打电话，我们谈谈屋顶的事情。'
  const taiwan = '請你明天上午打電話給我，我們談談屋頂的事情。'
  const japanese = 'あしたの午前に電話してください。屋根の件です。'
  const russian = 'Позвони мне завтра утром, поговорим о крыше.'
  test.each([
    ['UTF-8 under the name of GB2312', 'gb2312', Buffer.from(chinese), chinese],
    ['UTF-8 under the name of GBK', 'gbk', Buffer.from(`好的\n${chinese}`), `好的\n${chinese}`],
    ['UTF-8 under the name of Big5', 'big5', Buffer.from(taiwan), taiwan],
    ['UTF-8 under the name of Latin-1', 'iso-8859-1', Buffer.from('Grüße aus Köln'), 'Grüße aus Köln'],
    [
      'Shift_JIS under the name of UTF-8',
      'utf-8',
      base64('gqCCtYK9gsyM35FPgsmTZJhigrWCxIKtgr6Cs4KigUKJro2qgsyMj4LFgreBQg=='),
      japanese,
    ],
    [
      'EUC-JP under the name of UTF-8',
      'utf-8',
      base64('pKKkt6S/pM644cGwpMvFxc/DpLekxqSvpMCktaSkoaOysLqspM6376THpLmhow=='),
      japanese,
    ],
    [
      'GBK under the name of UTF-8',
      'utf-8',
      base64('x+vE48P3zOzJz87nuPjO0rTytee7sKOsztLDx8y4zLjO3baltcTKwsfpoaM='),
      chinese,
    ],
    [
      'KOI8-R under the name of UTF-8',
      'utf-8',
      base64('8M/a18/OySDNzsUg2sHX1NLBINXU0s/NLCDQz8fP18/Syc0gzyDL0tnbxS4='),
      russian,
    ],
    [
      'cp1251 under the name of ASCII',
      'us-ascii',
      base64('z+7n4u7t6CDs7eUg5+Di8vDgIPPy8O7sLCDv7uPu4u7w6Owg7iDq8Pv45S4='),
      russian,
    ],
    [
      'KOI8-R under the name of Latin-1',
      'iso-8859-1',
      base64('8M/a18/OySDNzsUg2sHX1NLBINXU0s/NLCDQz8fP18/Syc0gzyDL0tnbxS4='),
      russian,
    ],
  ])('%s', async (_what, label, bytes, text) => {
    expect(await textIn(labelled(label, bytes))).toBe(text)
  })

  test.each([
    ['GBK', base64('x+vE48P3zOzJz87nuPjO0rTytee7sKOsztLDx8y4zLjO3baltcTKwsfpoaM='), chinese],
    ['Big5', base64('vdCnQan6pNGkV6TIpbS5cbjctbmn2qFBp9qtzL3Nvc2rzrO7qrqoxrGhoUM='), taiwan],
    ['Shift_JIS', base64('gqCCtYK9gsyM35FPgsmTZJhigrWCxIKtgr6Cs4KigUKJro2qgsyMj4LFgreBQg=='), japanese],
    ['KOI8-R', base64('8M/a18/OySDNzsUg2sHX1NLBINXU0s/NLCDQz8fP18/Syc0gzyDL0tnbxS4='), russian],
    ['cp1251', base64('z+7n4u7t6CDs7eUg5+Di8vDgIPPy8O7sLCDv7uPu4u7w6Owg7iDq8Pv45S4='), russian],
    ['German of Windows', base64('R3L832UgYXVzIEv2bG4sIJNzY2j2bpQgZvxyIDUggA=='), 'Grüße aus Köln, “schön” für 5 €'],
    ['French of Windows', base64('ROlq4CByZed1LCDgIGJpZW509HQ='), 'Déjà reçu, à bientôt'],
  ])('%s without a label, in a text and in a subject', async (_what, bytes, text) => {
    const source = Buffer.concat([Buffer.from('Subject: '), bytes, Buffer.from('\n\n'), bytes])
    const { subject, text: words } = await readMail(source)
    expect(words).toBe(text)
    expect(subject).toBe(text)
  })

  test.each([
    ['gb2312', '你好，屋顶漏水了。', 'xOO6w6Oszt22pcKpy67By6Gj'],
    ['gbk', '联通', 'warNqA=='],
    ['big5', '你好，屋頂漏水了。', 'p0GmbqFBq86zu7p8pPSkRqFD'],
    ['shift_jis', '屋根の件です。', 'ia6NqoLMjI+CxYK3gUI='],
    ['euc-kr', '안녕하세요 지붕', 'vsiz58fPvLy/5CDB9rrY'],
    ['koi8-r', 'Привет, крыша течёт.', '8NLJ18XULCDL0tnbwSDUxd6j1C4='],
    ['windows-1251', 'Привет, крыша течёт.', 'z/Do4uXyLCDq8Pv44CDy5fe48i4='],
    ['iso-8859-2', 'Zażółć gęślą jaźń', 'WmG/87PmIGfqtmyxIGphvPE='],
    ['iso-8859-15', 'Grüße für 5 €', 'R3L832UgZvxyIDUgpA=='],
    ['windows-1253', 'Καλημέρα', 'yuHr5+zd8eE='],
  ])('what is right under its label stays as it is (%s)', async (label, text, bytes) => {
    expect(await textIn(labelled(label, base64(bytes)))).toBe(text)
  })

  test('also where it is encoded for the way', async () => {
    const head = 'Subject: x\nContent-Type: text/plain; charset=gb2312\nContent-Transfer-Encoding: base64\n\n'
    const source = Buffer.from(`${head}${Buffer.from(chinese).toString('base64')}\n`)
    expect(await textIn(source)).toBe(chinese)
  })
})
