import type { Random } from '../../../support/seeded.ts'
import { pages } from './fuzz-html.ts'

type Maker = (random: Random) => Buffer | string

const texts = [
  'Hello',
  'Grüße',
  'こんにちは',
  '> quoted\nown',
  'On Mon, Jan 5, 2026 at 3:14 PM A <a@b.c> wrote:\n> x',
  '-- \nBob',
  '',
]
const charsets = [
  'utf-8',
  'us-ascii',
  'windows-1252',
  'iso-8859-1',
  'iso-2022-jp',
  'gb18030',
  'utf-7',
  'utf-16',
  'utf-16be',
  'utf-32',
  'shift_jis',
  'x-unknown',
  'hex',
  'base64',
  'binary',
  '"',
  "utf-8'en'x",
  'iso-2022-kr',
  'hz-gb-2312',
  '',
]
const encodings = [
  '7bit',
  '8bit',
  'binary',
  'base64',
  'quoted-printable',
  'BASE64 (comment)',
  'x-uuencode',
  'nonsense',
  '',
]
const types = [
  'text/plain',
  'text/html',
  'application/pdf',
  'image/png',
  'message/rfc822',
  'text/calendar',
  'multipart/mixed',
  'application/pkcs7-mime',
  'application/ms-tnef',
  'message/delivery-status',
  'text',
  '/',
  'text/plain;',
  'TEXT/PLAIN',
]

/** Mails of the kinds that break readers of mail. */
export const mails: Record<string, Maker> = {
  'a part of any kind': (random) => one(random),
  'parts in parts': (random) => `Subject: x\n${multipart(random, 3)}`,
  bytes: (random) => Buffer.from(Array.from({ length: random.integer(2000) }, () => random.integer(256))),
  'bytes for a body': (random) =>
    Buffer.concat([
      Buffer.from(
        `Content-Type: ${random.pick(types)}; charset=${random.pick(charsets)}\nContent-Transfer-Encoding: ${random.pick(encodings)}\n\n`,
      ),
      Buffer.from(Array.from({ length: random.integer(3000) }, () => random.integer(256))),
    ]),
  'odd headers': (random) =>
    `${lines(random, 30, () => random.pick(['Subject: a\r\n b', 'From : x', ': y', 'X\0Y: z', 'Content-Type: text/html\rContent-Type: text/plain', '\tfolded', 'no colon', 'Subject:\u00ff\u0000', 'Content-Type:', 'Date: Mon, 0 Jan 0000', 'Date: 31 Dec 9999 99:99:99 +9999', 'Message-ID: <<>>', 'Subject: dup', 'From: a@b, c@d', 'From: G: a@b, c@d;;;', 'From: "', 'To: xn--ls8h.la <ä@ö.ü>']))}\r\n\r\n${random.pick(texts)}`,
  'no line feeds': (random) => `Subject: a\rContent-Type: text/plain\r\r${random.pick(texts)}`,
  'encoded words': (random) =>
    `Subject: ${many(random, 40, () => random.pick(['=?utf-8?q?=C3?=', '=?utf-8?b?w6k=?=', '=?x?q?a?=', '=?utf-8?q?', '?=', '=?utf-8?z?a?=', '=?iso-2022-jp?b?GyRC?=', ' ', '=?utf-8*en?q?a?=', '=??q??=', '=?gb18030?b?xA==?=']))}\nFrom: =?utf-8?q?a=40b?= <${random.pick(texts)}>\n\nx`,
  'split parameters': (random) =>
    `Content-Type: application/pdf;${many(random, 20, () => random.pick([' name*0="a";', ' name*1*=%C3%A9;', " filename*=utf-8''%C3;", ' name*999999=z;', ' name=;', ' =x;', ' ;;', ' name*0*="', " name*=x'y'%ZZ;", ' boundary*0=a; boundary*1=b;', ' charset*=utf-8']))}\nContent-Disposition: attachment; filename*0*=utf-8''%e2%82%ac; filename*2=z\n\nx`,
  'nested comments': (random) =>
    `From: ${'('.repeat(random.integer(1000))}a@b\nContent-Type: text/plain ${'(a'.repeat(1000)}\nDate: ${'('.repeat(500)}${')'.repeat(500)}\n\nx`,
  'a boundary that is no use': (random) =>
    `Content-Type: multipart/mixed; boundary=${random.pick(['', '""', '" "', 'x', `"${'b'.repeat(300)}"`, '"a\\"b"', '=?utf-8?q?x?=', '--', '-'])}\n\n--x\n\nbody\n--x--\n----\n--\n--- \n`,
  'no boundary': (random) =>
    `Content-Type: multipart/${random.pick(['mixed', 'alternative', '', 'signed'])}\n\n--x\n\nbody\n`,
  'one boundary begins another': () =>
    'Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: multipart/mixed; boundary=aa\n\n--aa\n\none\n--aa--\n--a\n\ntwo\n--a--\n',
  'the same boundary within': () =>
    'Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: multipart/mixed; boundary=a\n\n--a\n\none\n--a--\n--a\n\ntwo\n',
  'never closed': (random) =>
    `Content-Type: multipart/mixed; boundary=a\n\n${`--a\nContent-Type: ${random.pick(types)}\n\nbody\n`.repeat(1 + random.integer(20))}`,
  'nested 300 deep': () =>
    `Subject: deep\n${Array.from({ length: 300 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`).join('')}\nwords\n`,
  'mails within mails': (random) =>
    `${`Subject: x\nContent-Type: message/rfc822\nContent-Transfer-Encoding: ${random.pick(encodings)}\n\n`.repeat(50)}Subject: inner\n\nwords`,
  'many parts': (random) =>
    `Content-Type: multipart/mixed; boundary=a\n\n${`--a\n\nbody\n`.repeat(150 + random.integer(400))}--a--\n`,
  'rubbish for base64': (random) =>
    `Content-Type: ${random.pick(types)}\nContent-Transfer-Encoding: base64\n\n${many(random, 400, () => random.pick(['AAAA', '=', '==', '\n', '!', 'é', '    ', 'QUJD']))}`,
  'quoted-printable that ends early': (random) =>
    `Content-Transfer-Encoding: quoted-printable\n\n${many(random, 100, () => random.pick(['=C3', '=A9', '=', '=\n', '=ZZ', 'a ', '=\r']))}=`,
  sealed: (random) =>
    `Content-Type: ${random.pick(['application/pkcs7-mime; smime-type=enveloped-data', 'application/x-pkcs7-mime; smime-type=signed-data', 'multipart/encrypted; boundary=a; protocol="application/pgp-encrypted"', 'multipart/signed; boundary=a'])}\n\n--a\n\n${random.pick(texts)}\n--a\nContent-Type: application/pgp-signature\n\nx\n--a--\n`,
  armoured: (random) =>
    `Subject: x\n\n${random.pick(['-----BEGIN PGP MESSAGE-----\n\nx\n-----END PGP MESSAGE-----', '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n- -- dashes\nwords\n-----BEGIN PGP SIGNATURE-----\nx', '-----BEGIN PGP SIGNATURE-----\n-----BEGIN PGP SIGNED MESSAGE-----'])}`,
  'winmail.dat': () =>
    'Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\nInyfPg==',
  'a report': () =>
    'Content-Type: multipart/report; report-type=delivery-status; boundary=a\n\n--a\n\nIt failed.\n--a\nContent-Type: message/delivery-status\n\nAction: failed\n\n--a\nContent-Type: message/rfc822\n\nSubject: x\n\ny\n--a--',
  'an invitation': (random) =>
    `Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\n${lines(random, 60, () => random.pick(['BEGIN:VEVENT', 'END:VEVENT', 'BEGIN:VALARM', 'SUMMARY:x', 'DTSTART:99999999T999999Z', 'DTSTART;TZID="a:b":20260101T000000', 'ATTENDEE;CN=":mailto:', 'RRULE:FREQ=SECONDLY', ' folded', ';;;:::', 'DURATION:P', 'METHOD:', 'LOCATION:\\n\\,\\']))}`,
  'a page': (random) => `Content-Type: text/html; charset=utf-8\n\n${random.pick(Object.values(pages))(random)}`,
  'a text and a page': (random) =>
    `Subject: Re: x\nContent-Type: multipart/alternative; boundary=a\n\n--a\n\n${random.pick(texts)}\n--a\nContent-Type: text/html; charset=${random.pick(charsets)}\n\n${random.pick(Object.values(pages))(random)}\n--a--`,
  flowed: (random) =>
    `Content-Type: text/plain; format=flowed; delsp=${random.pick(['yes', 'no', ''])}\n\n${lines(random, 60, () => random.pick(['a ', '> b ', '>> c', '-- ', ' ', '', '>', ' > d ']))}`,
  'heads of mails in a text': (random) =>
    `Subject: ${random.pick(['Re', 'Fwd', 'WG', '回复', 'x'])}: y\n\n${lines(random, 60, () => random.pick(['From: a', 'Sent: b', 'To: c', 'Subject: d', '-----Original Message-----', '---------- Forwarded message ---------', '', 'own', '> q', 'On Mon, Jan 5, 2026 at 3:14 PM A <a@b.c> wrote:', 'wrote:', '-- ', '____', 'Sent from my iPhone']))}`,
}

function one(random: Random): string {
  return `Subject: x\n${partOf(random)}`
}

function partOf(random: Random): string {
  const type = random.pick(types)
  const disposition = random.chance(0.3)
    ? `Content-Disposition: ${random.pick(['attachment', 'inline', 'x'])}; filename="${random.pick(['a.pdf', '../../etc/passwd', 'winmail.dat', '\u202egpj.exe', 'x'.repeat(300), 'CON'])}"\n`
    : ''
  return `Content-Type: ${type}; charset=${random.pick(charsets)}; name=${random.pick(['a', '"b c"', ''])}\nContent-Transfer-Encoding: ${random.pick(encodings)}\nContent-ID: <${random.integer(9)}>\n${disposition}\n${random.pick(texts)}\n`
}

function multipart(random: Random, depth: number): string {
  const boundary = `b${random.integer(5)}`
  const parts = Array.from({ length: random.integer(5) }, () =>
    depth > 0 && random.chance(0.4) ? multipart(random, depth - 1) : partOf(random),
  )
  const kind = random.pick(['mixed', 'alternative', 'related', 'signed', 'digest', 'report', 'x'])
  const end = random.chance(0.7) ? `--${boundary}--\n` : ''
  return `Content-Type: multipart/${kind}; boundary=${boundary}\n\npreamble\n${parts.map((part) => `--${boundary}\n${part}`).join('\n')}${end}epilogue\n`
}

function many(random: Random, most: number, make: () => string): string {
  return Array.from({ length: 1 + random.integer(most) }, make).join('')
}

function lines(random: Random, most: number, make: () => string): string {
  return Array.from({ length: 1 + random.integer(most) }, make).join('\n')
}
