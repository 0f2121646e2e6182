import { above, type Post, post } from '../post.ts'
import { keyOf, nextWeek, signed, usual, zone } from '../signing.ts'
import { ana, type Genuine, received } from './mail.ts'

/** How people's programs write one and the same name. */
const writings: [from: string, address: string][] = [
  [ana, 'ana@example.org'],
  ['ana@example.org', 'ana@example.org'],
  ['<ana@example.org>', 'ana@example.org'],
  ['Ana@Example.ORG', 'ana@example.org'],
  ['"Example, Ana (she)" <ana@example.org>', 'ana@example.org'],
  ['"ana@example.org" <ana@example.org>', 'ana@example.org'],
  ['ana@example.org (Ana Example)', 'ana@example.org'],
  ['Ana B. Example <ana@example.org>', 'ana@example.org'],
  ['=?utf-8?q?Ana_=C3=84?= =?utf-8?b?w6RtcGxl?= <ana@example.org>', 'ana@example.org'],
  ['Ana Ämple <ana@example.org>', 'ana@example.org'],
  ['=?utf-8?q?Ana?=\r\n <ana@example.org>', 'ana@example.org'],
  ['Ana Example\r\n\t<ana@example.org>', 'ana@example.org'],
  ['Ana <ana+skein@example.org>', 'ana+skein@example.org'],
  ["Ana O'Example <ana.o'example@example.org>", "ana.o'example@example.org"],
]

const edwards = keyOf('example.org')
const rsa = keyOf('example.org', 2048)
const world = zone(
  edwards,
  rsa,
  keyOf('example.org', 1024),
  keyOf('post.example.org'),
  keyOf('xn--bcher-kva.example'),
  ['_dmarc.example.org', 'v=DMARC1; p=reject; adkim=r; rua=mailto:dmarc@example.org'],
)

function checkedHere(what: string, mail: Post, address = 'ana@example.org', resolve = world): Genuine {
  return { what: `signed: ${what}`, mail, address, resolve }
}

const folded = post(ana, {
  subject: 'A very long\r\n subject of\r\n\t several lines',
  to: 'Skein\r\n <skein+0123456789abcdef01234567@home.example>',
})
const list = ['from', 'from', 'to', 'to', 'subject', 'subject', 'date', 'message-id', 'in-reply-to', 'references']

/** Checked by ourselves. */
export const genuineSigned: Genuine[] = [
  ...writings.map(([from, address], index) =>
    checkedHere(`From: ${from}`, signed(post(from), index % 2 ? rsa : edwards), address),
  ),
  checkedHere('rsa of 1024 bits', signed(post(ana), keyOf('example.org', 1024))),
  checkedHere('simple/simple', signed(post(ana), rsa, { canonicalization: 'simple/simple' })),
  checkedHere(
    'relaxed/simple, and a fold in every header',
    signed(folded, edwards, { canonicalization: 'relaxed/simple' }),
  ),
  checkedHere(
    'simple/relaxed, 8-bit words',
    signed(post(ana, { body: 'Grüße   \r\n\r\n\tJürgen\r\n\r\n\r\n', subject: 'Wörter' }), rsa, {
      canonicalization: 'simple/relaxed',
    }),
  ),
  checkedHere('signed twice over, against additions', signed(post(ana), edwards, { signed: list })),
  checkedHere(
    'as Microsoft signs',
    signed(post(ana), rsa, { signed: ['From', 'Date', 'Subject', 'Message-ID', 'Content-Type', 'MIME-Version'] }),
  ),
  checkedHere(
    'as Yahoo signs',
    signed(post(ana), rsa, { signed: ['Date', 'From', 'To', 'Subject', 'References', 'From', 'Subject'] }),
  ),
  checkedHere(
    'with an end that is to come',
    signed(post(ana), edwards, { tags: ['t=1794000000', `x=${nextWeek}`, 'i=@example.org', 'q=dns/txt'] }),
  ),
  checkedHere('by a subdomain', signed(post(ana), keyOf('post.example.org'))),
  checkedHere('from a subdomain, by the domain', signed(post('ana@post.example.org'), edwards), 'ana@post.example.org'),
  checkedHere(
    'by two, of which one does not hold',
    above(
      signed(post(ana), rsa),
      `DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed; d=example.org; s=ed; h=${usual.join(':')}; bh=AAAA; b=AAAA`,
    ),
  ),
  checkedHere('by the domain and by its mailer', signed(signed(post(ana), edwards), keyOf('mailer.example'))),
  checkedHere('without words', signed(post(ana, { body: '' }), edwards)),
  checkedHere(
    'with servers on the way',
    above(
      signed(post(ana), edwards),
      received('mx.home.example'),
      'Authentication-Results: elsewhere.example; dmarc=fail',
      'ARC-Seal: i=1; a=rsa-sha256; t=1; cv=none; d=elsewhere.example; s=x; b=AAAA',
    ),
  ),
  checkedHere(
    'with an umlaut in the domain',
    signed(post('Dora <dora@bücher.example>'), keyOf('xn--bcher-kva.example')),
    'dora@xn--bcher-kva.example',
  ),
  checkedHere(
    'a domain without a policy',
    signed(post('ana@quiet.example'), keyOf('quiet.example')),
    'ana@quiet.example',
    zone(keyOf('quiet.example')),
  ),
  checkedHere(
    'a strict policy, that very domain',
    signed(post('ana@strict.example'), keyOf('strict.example')),
    'ana@strict.example',
    zone(keyOf('strict.example'), ['_dmarc.strict.example', 'v=DMARC1; p=reject; adkim=s']),
  ),
  checkedHere(
    'a site of its own below a shared suffix',
    signed(post('ana@ana.github.io'), keyOf('ana.github.io')),
    'ana@ana.github.io',
    zone(keyOf('ana.github.io')),
  ),
  checkedHere('a large body', signed(post(ana, { body: 'All work and no play.\r\n'.repeat(20_000) }), edwards)),
  checkedHere(
    'a key that says for what it is',
    signed(post(ana), edwards),
    'ana@example.org',
    zone(keyOf('example.org', 'ed25519', { tags: 's=email; h=sha1:sha256; t=s; ' })),
  ),
  checkedHere(
    'a key without a version',
    signed(post(ana), edwards),
    'ana@example.org',
    zone({ ...edwards, record: edwards.record.replace('v=DKIM1; ', '') }),
  ),
  checkedHere('lines that end in LF alone, as some stores keep them', signed(post(ana), edwards)),
]
