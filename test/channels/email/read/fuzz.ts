import { createRandom, type Random } from '../../../support/seeded.ts'
import { replies } from './corpus/clients.ts'
import { shapes } from './corpus/shapes.ts'
import { hugePages } from './fuzz-html.ts'
import { mails } from './fuzz-mime.ts'

const seeds = [...replies, ...shapes].map(({ source }) => source)

export interface FuzzedMail {
  kind: string
  source: Buffer
}

/** Mails of every kind, in an order that the seed decides; each second one with some of its bytes spoiled. */
export function createMailFuzz(seed: number): { next(): FuzzedMail } {
  const random = createRandom(seed)
  const kinds = Object.entries(mails)
  return {
    next() {
      if (random.chance(0.3)) return { kind: 'a real one, spoiled', source: spoil(random, random.pick(seeds)) }
      const [kind, make] = random.pick(kinds)
      const source = Buffer.from(make(random))
      const isSpoiled = random.chance(0.5)
      return { kind: isSpoiled ? `${kind}, spoiled` : kind, source: isSpoiled ? spoil(random, source) : source }
    },
  }
}

/** Each of these is far larger than a mail that people write; once is enough. */
export function hugeMails(seed: number): FuzzedMail[] {
  const random = createRandom(seed)
  const pages = `--a\nContent-Type: text/html\n\n${'<b>a</b>'.repeat(60_000)}\n`.repeat(20)
  const made: Record<string, string | Buffer> = {
    '10,000 headers': `${Array.from({ length: 10_000 }, (_, at) => `X-H${at}: ${at}`).join('\n')}\nSubject: x\n\nwords`,
    'a header of 1 MB': `Subject: ${'a'.repeat(1e6)}\n\nwords`,
    'a header folded 100,000 times': `Subject: a${'\n a'.repeat(100_000)}\n\nwords`,
    'a subject of encoded words': `Subject: ${'=?utf-8?q?=C3=A9?= '.repeat(50_000)}\n\nwords`,
    'a type with 100,000 parameters': `Content-Type: text/plain; ${'a=b; '.repeat(100_000)}\n\nwords`,
    'types of slashes': `Content-Type: multipart/mixed; boundary=a\n\n${`--a\nContent-Type: ${'/'.repeat(4000)}\n\nx\n`.repeat(199)}`,
    'a part with 10,000 headers': `Content-Type: multipart/mixed; boundary=a\n\n--a\n${'X: y\n'.repeat(10_000)}\nwords\n--a--`,
    '100,000 parts': `Content-Type: multipart/mixed; boundary=a\n\n${'--a\n\nx\n'.repeat(100_000)}`,
    'lines that could be boundaries': `Content-Type: multipart/mixed; boundary=bcb\n\n${'--bab\n'.repeat(1_000_000)}`,
    '50 MB in one line': Buffer.concat([
      Buffer.from('Content-Type: text/plain\n\n'),
      Buffer.alloc(50 * 1024 * 1024, 'a'),
    ]),
    '50 MB of base64': Buffer.concat([
      Buffer.from('Content-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\n'),
      Buffer.alloc(50 * 1024 * 1024, `${'QUJD'.repeat(19)}\n`),
    ]),
    '20 MB of base64': Buffer.concat([
      Buffer.from('Content-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\n'),
      Buffer.alloc(20 * 1024 * 1024, `${'QUJD'.repeat(19)}\n`),
    ]),
    '5 MB of flowed lines': `Content-Type: text/plain; format=flowed\n\n${'> a \n'.repeat(1_000_000)}`,
    '5 MB in Japanese': Buffer.concat([
      Buffer.from('Content-Type: text/plain; charset=iso-2022-jp\n\n'),
      Buffer.alloc(5 * 1024 * 1024, '\x1b$B$3$s\x1b(B\n'),
    ]),
    '5 MB of soft breaks': `Content-Transfer-Encoding: quoted-printable\n\n${'=\n'.repeat(2_500_000)}`,
    'a quote of 50,000 lines, answered in each second': `Subject: Re: x\n\n${'> q\na\n'.repeat(50_000)}`,
    'empty lines': `Subject: Re: x\n\n${'\n'.repeat(500_000)}`,
    'an invitation of 1 MB': `Content-Type: text/calendar\n\nBEGIN:VEVENT\n${'ATTENDEE:mailto:a@b\n'.repeat(50_000)}`,
    'a line of colons': `Subject: Re: x\n\n${':'.repeat(100_000)}\n${'wrote: '.repeat(20_000)}\n${'a@'.repeat(50_000)}:\n> q`,
    'labels and blanks': `Subject: Re: x\n\n${`From:a${' '.repeat(30_000)}x\n`.repeat(3)}`,
    'pages beside each other': `Content-Type: multipart/mixed; boundary=a\n\n${pages}`,
    'pages in a mail within the mail': `Content-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=a\n\n${pages}`,
    dashes: `Subject: Re: x\n\n${'-'.repeat(100_000)}\n${'- '.repeat(50_000)}a\n> q`,
  }
  for (const [kind, make] of Object.entries(hugePages)) made[kind] = `Content-Type: text/html\n\n${make(random)}`
  return Object.entries(made).map(([kind, source]) => ({ kind, source: Buffer.from(source) }))
}

/** Some bytes changed, taken out, put in twice or cut off at the end. */
function spoil(random: Random, source: Buffer): Buffer {
  let bytes = Buffer.from(source)
  for (let times = 1 + random.integer(8); times > 0 && bytes.length > 0; times--) {
    const at = random.integer(bytes.length)
    const span = 1 + random.integer(20)
    switch (random.integer(5)) {
      case 0:
        bytes[at] = random.integer(256)
        break
      case 1:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + span)])
        break
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, at + span), bytes.subarray(at)])
        break
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(random.pick(inserts)), bytes.subarray(at)])
        break
      default:
        if (random.chance(0.2)) bytes = bytes.subarray(0, at)
    }
  }
  return bytes
}

const inserts = [
  '\0',
  '\r',
  '\n',
  '\n\n',
  '\r\n\r\n',
  '"',
  '(',
  '=?',
  '--',
  '<',
  '&#',
  ';',
  '\n> ',
  '\xff',
  '\u202e',
  'Content-Type: text/html\n',
]
