import { describe, expect, test } from 'vitest'
import { readMail } from '../../../../src/channels/email/read/read-mail.ts'
import { file, mixed, png, words } from './parts.ts'

describe('files', () => {
  test('are what their bytes say, whatever they are called', async () => {
    const source = mixed([
      words,
      file('a.txt', png),
      file('b.png', 'words'),
      file('c.pdf', '%PDF-1.7\n'),
      file('d.bin', '\0\x01'),
    ])
    const { text, attachments } = await readMail(source)
    expect(text).toBe('Look at this.')
    expect(attachments.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'a.txt image/png',
      'b.png text/plain',
      'c.pdf application/pdf',
      'd.bin application/octet-stream',
    ])
    expect(attachments[0]?.content).toEqual(png)
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\\\Windows\\\\evil.exe', 'evil.exe'],
    ['gnp\u202eexe.png', 'gnpexe.png'],
    ['a\u0001b\tc.txt', 'ab c.txt'],
    ['.bashrc', 'file-.bashrc'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(115)}….pdf`],
    ['', 'attachment.png'],
  ])('%j is called %j', async (given, name) => {
    expect((await readMail(mixed([words, file(given, png)]))).attachments.map((one) => one.name)).toEqual([name])
  })

  test.each([
    ["filename*=utf-8''Pr%C3%BCfung.pdf", 'Prüfung.pdf'],
    ["filename*0*=utf-8''Pr%C3%BC; filename*1=fung; filename*2=.pdf", 'Prüfung.pdf'],
    ['filename="=?utf-8?q?Pr=C3=BCfung=2Epdf?="', 'Prüfung.pdf'],
    ['filename="Prüfung.pdf"', 'Prüfung.pdf'],
    ['filename="a;b\\"c.pdf"', 'a;b_c.pdf'],
    ['filename=plain.pdf', 'plain.pdf'],
  ])('%s is read', async (parameter, name) => {
    const part = {
      head: `Content-Type: application/pdf\nContent-Disposition: attachment; ${parameter}`,
      body: '%PDF-1.4',
    }
    expect((await readMail(mixed([words, part]))).attachments.map((one) => one.name)).toEqual([name])
  })

  test('what belongs to a signature is left out: small pictures in the page, and seals', async () => {
    const page = { head: 'Content-Type: text/html', body: '<p>Look at this.</p><img src="cid:logo@x">' }
    const logo = { head: 'Content-Type: image/png\nContent-ID: <logo@x>\nContent-Disposition: inline', body: png }
    const photo = {
      head: 'Content-Type: image/png\nContent-ID: <photo@x>\nContent-Disposition: inline; filename=p.png',
      body: Buffer.concat([png, Buffer.alloc(30_000)]),
    }
    const kept = file('small.png', png, '\nContent-ID: <f_1>')
    const pgp = { head: 'Content-Type: application/pgp-signature; name=signature.asc', body: 'x' }
    const smime = { head: 'Content-Type: application/pkcs7-signature; name=smime.p7s', body: 'x' }
    const { attachments, notes } = await readMail(mixed([page, logo, photo, kept, pgp, smime], 'related'))
    expect(attachments.map(({ name }) => name)).toEqual(['p.png', 'small.png'])
    expect(notes).toEqual([])
  })

  test('Outlook’s own package is told', async () => {
    const tnef = {
      head: 'Content-Type: application/ms-tnef; name="winmail.dat"\nContent-Transfer-Encoding: base64',
      body: 'eJ8+Ig==',
    }
    for (const part of [tnef, file('winmail.dat', 'x')]) {
      const { attachments, notes } = await readMail(mixed([words, part]))
      expect(attachments).toEqual([])
      expect(notes).toEqual([expect.stringMatching(/^\[winmail\.dat was left out: .*\]$/)])
    }
  })

  test('of one that is too large the note says how large', async () => {
    const { text, attachments, notes } = await readMail(
      mixed([words, file('film.mp4', Buffer.alloc(26 * 1024 * 1024)), file('a.png', png)]),
    )
    expect(text).toBe('Look at this.')
    expect(attachments.map(({ name }) => name)).toEqual(['a.png'])
    expect(notes).toEqual([
      expect.stringMatching(/^\[film\.mp4 was left out: it has 2[56](\.\d)? MB, and one mail may carry 25 MB\]$/),
    ])
  })

  test('all together have no more than one may', async () => {
    const large = Buffer.alloc(10 * 1024 * 1024, 'a')
    const { attachments, notes } = await readMail(mixed([file('1', large), file('2', large), file('3', large)]))
    expect(attachments.map(({ name }) => name)).toEqual(['1', '2'])
    expect(notes).toHaveLength(1)
  })

  test('a text that hangs on the mail is a file, and one that stands in it is words', async () => {
    const log = {
      head: 'Content-Type: text/plain; name=log.txt\nContent-Disposition: attachment; filename=log.txt',
      body: 'line',
    }
    const more = { head: 'Content-Type: text/plain', body: 'Further words.' }
    const { text, attachments } = await readMail(mixed([words, log, more]))
    expect(text).toBe('Look at this.\n\nFurther words.')
    expect(attachments.map(({ name }) => name)).toEqual(['log.txt'])
  })
})
