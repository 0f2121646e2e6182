import { describe, expect, test } from 'vitest'
import { readMail } from '../../../../src/channels/email/read/read-mail.ts'
import { file, mixed, png, words } from './parts.ts'

describe('what cannot be read', () => {
  test.each([
    [
      'PGP',
      'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b\n\n--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: application/octet-stream\n\nx\n--b--',
    ],
    ['S/MIME', 'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\n\nx'],
    ['S/MIME, sealed', 'Content-Type: application/x-pkcs7-mime; smime-type=signed-data; name=smime.p7m\n\nx'],
    ['PGP in the text', '\n-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----'],
  ])('%s: its sender is told how to write instead', async (_, body) => {
    const { text, refusal, subject } = await readMail(Buffer.from(`Subject: Secret\n${body}`))
    expect(subject).toBe('Secret')
    expect(text).toBe('')
    expect(refusal?.en).toMatch(/Please send it/)
  })

  test('words beside something encrypted are read', async () => {
    const sealed = { head: 'Content-Type: application/pkcs7-mime; name=smime.p7m', body: 'x' }
    const { text, refusal, notes } = await readMail(mixed([words, sealed]))
    expect([text, refusal]).toEqual(['Look at this.', undefined])
    expect(notes).toEqual(['[A part of the mail was left out: it is encrypted]'])
    const asked = await readMail(Buffer.from('Subject: x\n\nWhat is this?\n-----BEGIN PGP MESSAGE-----\nx\n'))
    expect(asked.text).toMatch(/^What is this\?/)
    expect(asked.refusal).toBeUndefined()
  })

  test('a text signed in clear is a text', async () => {
    const body =
      '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nThe words.\n- -- dashes\n-----BEGIN PGP SIGNATURE-----\n\niQEz\n-----END PGP SIGNATURE-----\n'
    const { text, refusal } = await readMail(Buffer.from(`Subject: x\n\n${body}`))
    expect(text).toBe('The words.\n-- dashes')
    expect(refusal).toBeUndefined()
  })
})

describe('mails that hang on a mail', () => {
  const inner =
    'From: Eve <eve@example.net>\nDate: Mon, 5 Jan 2026 15:14:00 +0100\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\n\nPay me now.\n> or else'

  test.each(['7bit', 'base64'])('are the words of whoever wrote them (%s)', async (encoding) => {
    const body = encoding === 'base64' ? Buffer.from(inner).toString('base64') : inner
    const { text, forwarded, attachments } = await readMail(
      mixed([words, { head: `Content-Type: message/rfc822\nContent-Transfer-Encoding: ${encoding}`, body }]),
    )
    expect(text).toBe('Look at this.')
    expect(attachments).toEqual([])
    expect(forwarded).toEqual({
      from: 'Eve <eve@example.net>',
      text: 'From: Eve <eve@example.net>\nDate: Mon, 5 Jan 2026 15:14:00 +0100\nSubject: Grüße\n\nPay me now.\n> or else',
    })
  })

  test('bring their files, and those within them', async () => {
    const nested = mixed(
      [{ head: 'Content-Type: text/plain', body: 'Deep.' }, file('deep.png', png)],
      'mixed',
      'Subject: Deep',
    )
    const outer = mixed([
      words,
      {
        head: 'Content-Type: message/rfc822',
        body: nested.toString('latin1').replaceAll('"b"', '"c"').replaceAll('--b', '--c'),
      },
    ])
    const { attachments, forwarded } = await readMail(outer)
    expect(attachments.map(({ name }) => name)).toEqual(['deep.png'])
    expect(forwarded?.text).toContain('Deep.')
  })

  test('fifty within each other: some of them, and a note', async () => {
    const { notes, forwarded } = await readMail(
      Buffer.from(`${'Subject: x\nContent-Type: message/rfc822\n\n'.repeat(50)}Subject: y\n\nwords`),
    )
    expect(forwarded).toBeDefined()
    expect(notes).toEqual([expect.stringContaining('too many mails are nested')])
  })
})

describe('invitations', () => {
  const invite = (lines: string[]) =>
    mixed([
      words,
      {
        head: 'Content-Type: text/calendar; method=REQUEST; charset=utf-8',
        body: ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n'),
      },
    ])

  test('are told in words that are nobody’s own, and kept', async () => {
    const { quoted, attachments, text } = await readMail(
      invite([
        'METHOD:REQUEST',
        'BEGIN:VEVENT',
        'SUMMARY:Roof\\, again',
        'DTSTART;TZID=Europe/Berlin:20260314T150000',
        'DTEND;TZID=Europe/Berlin:20260314T160000',
        'RRULE:FREQ=WEEKLY;COUNT=3',
        'LOCATION:Roof Street 1',
        'ORGANIZER;CN="Ana: Silva":mailto:ana@example.org',
        'ATTENDEE;PARTSTAT=ACCEPTED;CN=Bob:mailto:bob@example.com',
        'ATTENDEE:mailto:very.long.address.that.is.folded',
        ' @example.com',
        'BEGIN:VALARM',
        'SUMMARY:Wake up',
        'END:VALARM',
        'END:VEVENT',
      ]),
    )
    expect(text).toBe('Look at this.')
    expect(quoted).toBe(
      '[Calendar invitation: "Roof, again"; when: 2026-03-14 15:00 (Europe/Berlin) to 2026-03-14 16:00 (Europe/Berlin); repeats: FREQ=WEEKLY;COUNT=3; where: Roof Street 1; from: Ana: Silva <ana@example.org>; with: Bob <bob@example.com> (accepted), very.long.address.that.is.folded@example.com]',
    )
    expect(attachments.map(({ name }) => name)).toEqual(['invitation.ics'])
  })

  test.each([
    [
      ['METHOD:CANCEL', 'BEGIN:VEVENT', 'SUMMARY:x', 'DTSTART:20260314T150000Z'],
      /called off: "x"; when: 2026-03-14 15:00 \(UTC\)/,
    ],
    [
      ['METHOD:REPLY', 'BEGIN:VEVENT', 'DTSTART;VALUE=DATE:20260314'],
      /Answer to .*"no title"; when: 2026-03-14 \(whole day\)/,
    ],
    [
      ['BEGIN:VEVENT', 'SUMMARY:x', 'DTSTART:20260314T150000', 'DURATION:PT1H'],
      /event: "x"; when: 2026-03-14 15:00 \(local time\) for PT1H/,
    ],
    [['BEGIN:VEVENT', 'SUMMARY:x', 'DTSTART:whenever'], /when: whenever/],
  ])('%j', async (lines, told) => {
    expect(await readMail(invite(lines))).toMatchObject({ notes: [], quoted: expect.stringMatching(told) })
  })
})

describe('structure', () => {
  test('a part that was never closed ends where an outer one goes on', async () => {
    const source =
      'Subject: x\nContent-Type: multipart/mixed; boundary=out\n\n--out\nContent-Type: multipart/alternative; boundary=in\n\n--in\n\nOne.\n--out\n\nTwo.\n'
    expect((await readMail(Buffer.from(source))).text).toBe('One.\n\nTwo.')
  })

  test('one boundary begins another', async () => {
    const source =
      'Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: multipart/mixed; boundary=aa\n\n--aa\n\nOne.\n--aa--\n--a\n\nTwo.\n--a--\n'
    expect((await readMail(Buffer.from(source))).text).toBe('One.\n\nTwo.')
  })

  test('a multipart without its boundary is shown as it stands', async () => {
    expect((await readMail(Buffer.from('Content-Type: multipart/mixed\n\nThe words.'))).text).toBe('The words.')
  })

  test('more than 200 parts: the first, and a note', async () => {
    const { text, notes } = await readMail(mixed(Array.from({ length: 300 }, () => words)))
    expect(text.match(/Look/g)).toHaveLength(199)
    expect(notes).toEqual([expect.stringContaining('more than 200 parts')])
  })

  test('parts more than 50 deep: what is above, and a note', async () => {
    const levels = Array.from(
      { length: 300 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n\nLevel ${at}.\n--b${at}\n`,
    )
    const { text, notes } = await readMail(Buffer.from(levels.join('')))
    expect(text).toContain('Level 40.')
    expect(notes).toEqual([expect.stringContaining('more than 50 levels deep')])
  })

  test('of a header that is there twice the first counts; what is none is passed over', async () => {
    const { subject, text } = await readMail(
      Buffer.from('From ana@x Mon Jan 5\nrubbish\nSubject: One\nSubject: Two\n\nwords'),
    )
    expect([subject, text]).toEqual(['One', 'words'])
  })

  test('without any header everything is words', async () => {
    expect((await readMail(Buffer.from('Just words.\n\nAnd more.'))).text).toBe('Just words.\n\nAnd more.')
  })

  test('lines that end as on an old Mac', async () => {
    expect(await readMail(Buffer.from('Subject: One\r\rwords\rmore'))).toMatchObject({
      subject: 'One',
      text: 'words\nmore',
    })
  })

  test('a text beyond 200,000 characters is cut, and a note says so', async () => {
    const { text, notes } = await readMail(Buffer.from(`Subject: x\n\n${'word '.repeat(50_000)}`))
    expect(text).toHaveLength(200_000)
    expect(notes).toEqual(['[The rest of the text was left out: it is too long]'])
  })

  test('nothing is nothing', async () => {
    expect(await readMail(Buffer.alloc(0))).toEqual({
      subject: '',
      text: '',
      quoted: '',
      signature: '',
      hidden: false,
      attachments: [],
      notes: [],
    })
  })
})
