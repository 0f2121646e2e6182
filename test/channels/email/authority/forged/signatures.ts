import { above, type Post, post } from '../post.ts'
import { type Key, keyOf, type Signing, signed, usual, zone } from '../signing.ts'
import { stamp, type World } from '../worlds.ts'
import { type Kinds, withLine } from './kinds.ts'

/** What the owner's domain signs with. */
export function trueKey({ domain }: World): Key {
  return keyOf(domain, 'ed25519', { name: 'ours' })
}

function evilKey({ evil }: World): Key {
  return keyOf(evil, 'ed25519', { name: 'theirs' })
}

/** A mail of the owner's to somebody else, signed by their domain: whoever got it has it. */
function letter(world: World, options?: Signing): Post {
  const mail = post(`Ana <${world.owner}>`, { to: 'eve@evil.example', subject: 'Lunch', body: 'Yes, do it.\r\n' })
  return signed(mail, trueKey(world), options)
}

/** One of a neighbour's, who has an account in the owner's domain. */
function neighbours(world: World, options?: Signing): Post {
  return signed(post(`eve@${world.domain}`), trueKey(world), options)
}

function change(mail: Post, from: string | RegExp, to: string): Post {
  return { headers: mail.headers.map((line) => line.replace(from, to)), body: mail.body }
}

const mails: Record<string, (w: World) => Post[]> = {
  'not signed': (w) => [post(w.owner)],
  'results that it brought itself': (w) =>
    [`mx.${w.domain}`, w.domain, 'localhost', w.evil].map((id) =>
      above(post(w.owner), stamp(id, `dmarc=pass header.from=${w.domain}`)),
    ),
  'signed by another domain': (w) => [signed(post(w.owner), evilKey(w))],
  'signed by a domain around ours': (w) =>
    [
      `${w.domain}.${w.evil}`,
      `x${w.domain}`,
      w.domain.slice(w.domain.indexOf('.') + 1),
      `${w.domain}.`,
      `.${w.domain}`,
    ].map((domain) => signed(post(w.owner), { ...evilKey(w), domain })),
  'signed in our name by another key': (w) => [
    signed(post(w.owner), { ...evilKey(w), domain: w.domain }),
    signed(post(w.owner), { ...evilKey(w), domain: w.domain, selector: 'none' }),
  ],
  'other words below a true signature': (w) =>
    ['Send me everything.\r\n', 'Yes, do it.\r\nAnd more.\r\n', 'Yes, do itnow.\r\n', '', 'yes, do it.\r\n'].map(
      (body) => ({
        ...letter(w),
        body,
      }),
    ),
  'a signature of a part': (w) =>
    [13, 0, 5].flatMap((length) => [
      letter(w, { length }),
      { ...letter(w, { length }), body: 'Yes, do it.\r\nAnd more.\r\n' },
    ]),
  'a true mail of theirs, and From is now ours': (w) => [
    change(signed(post(w.thief), evilKey(w)), /^From: .*/, `From: ${w.owner}`),
  ],
  "a true mail of a neighbour's, and From is now ours": (w) =>
    [w.owner, `Ana <${w.owner}>`, `<${w.owner}>`, `"eve" <${w.owner}>`].map((from) =>
      change(neighbours(w), /^From: .*/, `From: ${from}`),
    ),
  "a true mail of a neighbour's, and a second From": (w) =>
    [
      `From: ${w.owner}`,
      `From : ${w.owner}`,
      `From\t: ${w.owner}`,
      `X: y\rFrom: ${w.owner}`,
      `\u000bFrom: ${w.owner}`,
      ` \r\nFrom: ${w.owner}`,
    ].flatMap((line) => [above(neighbours(w), line), withLine(neighbours(w), line)]),
  'From is not signed': (w) => [
    change(neighbours(w, { signed: usual.filter((name) => name !== 'from') }), /^From: .*/, `From: ${w.owner}`),
    ...['x-from', 'resent-from', 'fro', 'sender'].map((name) => letter(w, { signed: [name, 'to', 'subject', 'date'] })),
  ],
  'the subject or the date is not signed': (w) => [
    change(letter(w, { signed: ['from', 'to', 'date'] }), /^Subject: .*/, 'Subject: !send 1'),
    change(letter(w, { signed: ['from', 'to', 'subject'] }), /^Date: .*/, 'Date: Mon, 16 Nov 2026 12:00:00 +0000'),
  ],
  'no list of what is signed': (w) => [change(letter(w), /; h=[^;]*/, ''), change(letter(w), /; h=[^;]*/, '; h=')],
  'a second of what stands once': (w) =>
    [
      'Subject: !send 1',
      'To: skein@home.example',
      'Date: Mon, 16 Nov 2026 12:00:00 +0000',
      'Content-Type: text/html',
    ].map((line) => above(letter(w), line)),
  'a signature that is over': (w) =>
    ['x=1', 't=1700000000; x=1700000001', 't=1900000000; x=1800000000', 'x=soon', 'x=-1'].map((tag) =>
      letter(w, { tags: [tag] }),
    ),
  'a signature of another version': (w) => [change(letter(w), 'v=1', 'v=2'), change(letter(w), 'v=1; ', '')],
  'for an identity outside of its domain': (w) =>
    [w.evil, `x${w.domain}`, 'com', `${w.domain}.${w.evil}`, w.domain.slice(1)].map((domain) =>
      letter(w, { tags: [`i=@${domain}`] }),
    ),
  'one tag twice': (w) =>
    [`${w.evil}; d=${w.domain}`, `${w.domain}; d=${w.evil}`, `${w.evil};D=${w.domain}`].map((domain) =>
      signed(post(w.owner), { ...evilKey(w), domain }),
    ),
  'a domain that is written like ours': (w) =>
    [`http://${w.domain}/.${w.evil}`, `${w.domain}/.${w.evil}`, `${w.domain}#.${w.evil}`, `x@${w.domain}`].map(
      (domain) => signed(post(w.owner), { ...evilKey(w), domain }),
    ),
  'a selector that leads to them': (w) =>
    [`ed._domainkey.${w.evil}`, `ed._domainkey.${w.evil}.`, `ed._domainkey.${w.evil}#`, ''].map((selector) =>
      signed(post(w.owner), { ...evilKey(w), domain: w.domain, selector }),
    ),
  'comments and quotes in the signature': (w) =>
    [`(${w.domain})${w.evil}`, `"${w.domain}"`, `'${w.evil}'; x='; d=${w.domain}`, `${w.evil}\\; d=${w.domain}`].map(
      (domain) => signed(post(w.owner), { ...evilKey(w), domain }),
    ),
  'ARC without anything else': (w) => [
    change(letter(w), /^DKIM-Signature: v=1/, 'ARC-Message-Signature: i=1'),
    arcSet(w),
  ],
  'a true mail in the words of another': (w) => [
    { ...post(w.owner), body: `${letter(w).headers.join('\r\n')}\r\n\r\n${letter(w).body}` },
  ],
  'headers that end too early for some': (w) =>
    [' ', '\t', 'x', '\u00a0', ''].map((line, at) => ({
      ...letter(w),
      headers: letter(w).headers.toSpliced(at + 1, 0, line),
    })),
  'a broken signature, and one of theirs': (w) => [
    signed({ ...letter(w), body: 'Send me everything.\r\n' }, evilKey(w)),
  ],
  'a list that changed the words and signed anew': (w) => [
    signed(
      { ...above(letter(w), 'List-Id: <x.evil.example>'), body: `${letter(w).body}\r\n-- \r\nThe list\r\n` },
      evilKey(w),
    ),
  ],
  'more signatures than anybody looks at': (w) => [
    above(
      post(w.owner),
      ...Array.from(
        { length: 30 },
        (_, at) =>
          `DKIM-Signature: v=1; a=ed25519-sha256; d=${w.domain}; s=s${at}; h=from:subject:date; bh=AAAA; b=AAAA`,
      ),
    ),
  ],
}

/** Forged, where nobody but ourselves looks at the signatures. */
export const forgedSignatures: Kinds = Object.fromEntries(
  Object.entries(mails).map(([kind, make]): [string, Kinds[string]] => [
    kind,
    (world) => {
      const resolve = zone(trueKey(world), evilKey(world), [`_dmarc.${world.domain}`, 'v=DMARC1; p=reject'])
      return make(world).map((mail) => ({ mail, resolve }))
    },
  ]),
)

function arcSet(world: World): Post {
  const { headers, body } = letter(world)
  const [signature = '', ...rest] = headers
  const message = signature.replace(/^DKIM-Signature: v=1/, 'ARC-Message-Signature: i=1')
  const seal = `ARC-Seal: i=1; a=ed25519-sha256; cv=none; d=${world.domain}; s=ed; ${/bh=[^;]*; b=.*/.exec(signature)?.[0]}`
  const results = `ARC-Authentication-Results: i=1; ${world.mx}; dmarc=pass header.from=${world.domain}`
  return { headers: [seal, message, results, ...rest], body }
}
