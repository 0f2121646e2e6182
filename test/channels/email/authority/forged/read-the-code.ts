import { above, type Post, post } from '../post.ts'
import { type Key, keyOf, signed, usual, zone } from '../signing.ts'
import { border, stamp, type World } from '../worlds.ts'
import { asNeighbour, type Kinds, kindsOf, proof, withLine, withResults } from './kinds.ts'
import { trueKey } from './signatures.ts'

// Written last, by somebody who knows how the checks are made and looks for what they leave open.

type Texts = Record<string, (w: World) => string[]>

/** Our server takes up words of the sender, and puts them where it puts its own. */
const results: Texts = {
  'a comment is ended, and its quotes come out even': (w) => [
    `spf=pass (domain of "x\\") ; dkim=pass header.d=${w.domain}; y=pass (\\"z"@${w.evil} designates) smtp.mailfrom=x`,
    `spf=pass (domain of ""x) ; ${proof(w)}; y=pass (""z@${w.evil}) smtp.mailfrom=x`,
  ],
  'a comment is ended by an escaped bracket': (w) => [
    `spf=pass (domain of x\\\\) ; dkim=pass header.d=${w.domain}; y=pass (z@${w.evil}) smtp.mailfrom=x`,
  ],
  'quotes in quotes': (w) => [`spf=pass reason="a"b; ${proof(w)}; c="d" smtp.mailfrom=x; dmarc=none`],
  'a result that is quoted': (w) => [
    `dmarc="none"; dkim="fail" header.d="${w.domain}"`,
    `dmarc="fail" header.from=${w.domain}`,
  ],
  'a domain in another writing': (w) => [
    `dmarc=pass header.from=${w.domain.replace('.', '\u3002')}`,
    `dmarc=none; dkim=pass header.d=${w.domain.replace('.', '\u3002')}`,
    `dmarc=none; dkim=pass header.d=${w.domain}%00.${w.evil}`,
    `dmarc=none; dkim=pass header.d=.${w.domain}`,
  ],
  'an identity that lies within a suffix': (w) => [
    `dmarc=none; dkim=pass header.d=${w.domain.split('.').at(-1)} header.i=@${w.domain}`,
    `dmarc=none; dkim=pass header.d=${w.evil} header.i=x@${w.domain}.${w.evil}`,
  ],
  'no DMARC, and a signature of nobody': () => [
    'dmarc=none; dkim=pass',
    'dkim=pass header.s=x',
    'dkim=pass header.i=@',
  ],
  'a signature that passed, and DMARC that says no in a block of its own': (w) =>
    [`dkim=pass header.d=${w.domain}\r\nAuthentication-Results: x; none`].map(
      (text) => `dmarc=fail header.from=${w.domain}; ${text}`,
    ),
}

const froms: Texts = {
  'dots and blanks of another kind': (w) => [
    w.owner.replace(/\.(?=[^.]*$)/, '\u3002'),
    w.owner.replace('@', '\uff20'),
    w.owner.replace('@', '\ufe6b'),
    `${w.owner}\u00a0`,
    `\u2003${w.owner}`,
    `${w.owner}\u000b`,
    `<\u200e${w.owner}>`,
  ],
  'signs that an address has not': (w) => [
    `\\${w.owner}`,
    `[${w.owner}]`,
    `<${w.owner}>>`,
    `<<${w.owner}>>`,
    `'${w.owner}'`,
    `<mailto:${w.owner}>`,
  ],
  'a name that ends too early': (w) => [
    `"Eve <eve@${w.domain}>\\" <${w.owner}>`,
    `"Eve" <eve@${w.domain}> "\r\n <${w.owner}>`,
    `Eve \\<eve@${w.domain}\\> <${w.owner}>`,
    `"x" eve\\@${w.domain} <${w.owner}>`,
  ],
  'a comment that ends too early': (w) => [
    `(\\) eve@${w.domain} <${w.owner}>`,
    `eve@${w.domain} (\\) <${w.owner}>`,
    `(a)b) ${w.owner}`,
    `${w.owner} (a))`,
  ],
  'a domain that the suffix list does not know': (w) => [
    `ana@${w.domain}..`,
    `ana@${w.domain}:25`,
    `ana@${w.domain}/x`,
    `ana@${w.domain}?x`,
  ],
  'folds between all signs': (w) => [
    w.owner.replace('@', '\r\n @'),
    w.owner.replace('@', '@\r\n '),
    `<${w.owner.replace('.', '\r\n .')}>`,
  ],
  'longer than anybody reads': (w) => [
    `${' '.repeat(70_000)}${w.owner}`,
    `"${'x'.repeat(70_000)}" <${w.owner}>`,
    `${'x,'.repeat(600)}${w.owner}`,
  ],
}

function unseen(world: World, ...lines: string[]): Post {
  return above(post(world.owner), ...lines)
}

const receipts: Texts = {
  'a host or a recipient that speaks of LMTP': (w) => [
    `Received: from x (x [203.0.113.9]) by ${w.mx} (Postfix) with ESMTP id 7 for <"skein+ with LMTP "@home.example>; x`,
    `Received: from a with LMTP b (x [203.0.113.9]) by ${w.mx} (Postfix) with ESMTPS id 7; x`,
    `Received: from x by y with LMTP ( (x [203.0.113.9]) by ${w.mx} with ESMTPS id 7 for <"skein+)"@home.example>; x`,
    `Received: from x (with LMTP) by ${w.mx} with Microsoft SMTP Server; x`,
  ],
  'handed in on our own server, and not by the outside': (w) => [
    `Received: by ${w.mx} (Postfix, from userid 1001) id 7; Mon, 16 Nov 2026 11:59:00 +0000`,
    `Received: from eve by ${w.mx} with local (Exim 4.98) id 7; Mon, 16 Nov 2026 11:59:00 +0000`,
    `Received: from laptop (Authenticated sender: eve) by ${w.mx} (Postfix) with ESMTP id 7`,
    `Received: from laptop by ${w.mx} (8.17/8.17) (authenticated bits=0) with ESMTP id 7`,
    `Received: from laptop by ${w.mx} (x) with (y) ESMTPSA id 7`,
    `Received: from laptop by ${w.mx} with ESMTPSA(x) id 7`,
    `Received: (qmail 123 invoked by uid 1001); 16 Nov 2026 11:59:00 -0000`,
  ],
}

/** The envelope that somebody chose so that a server stumbles over it. */
const envelopes: Texts = {
  'an envelope that wants to be results': (w) => [
    `Return-Path: <"x; dkim=pass header.d=${w.domain} y=z"@${w.evil}>`,
    `Return-Path: <"x) ; dkim=pass header.d=${w.domain} (y"@${w.evil}>`,
  ],
}

function key(w: World): Key {
  return trueKey(w)
}

function letter(w: World): Post {
  return signed(post(`eve@${w.domain}`), key(w))
}

const mails: Record<string, (w: World) => Post[]> = {
  'words put into the signature itself': (w) => {
    const [signature = '', ...rest] = letter(w).headers
    const added = [
      `${signature} x`,
      `${signature};`,
      `${signature}; x=y`,
      `${signature}\r\n From: ${w.owner}`,
      signature.replace('; b=', `; b=From:${w.owner} `),
    ]
    return added.map((line) => ({
      headers: [line, ...rest.map((one) => one.replace(/^From: .*/, `From: ${w.owner}`))],
      body: letter(w).body,
    }))
  },
  'a header that ends where the words begin': (w) => {
    const { headers, body } = letter(w)
    return ['\r\n', '\n', '\r', '\n\r'].map((end) => ({ headers: [`From: ${w.owner}${end}`, ...headers], body }))
  },
  'From beyond what is read': (w) => [
    { headers: [...letter(w).headers, ...Array.from({ length: 3000 }, () => 'X: y'), `From: ${w.owner}`], body: '' },
    { headers: [`From: ${w.owner}`, `X: ${'y'.repeat(1_100_000)}`, ...letter(w).headers], body: '' },
  ],
  'a name that no resolver asks for': (w) => [
    signed(post(w.owner), { ...key(w), selector: 'x'.repeat(64) }),
    signed(post(w.owner), { ...key(w), selector: Array.from({ length: 30 }, () => 'x'.repeat(10)).join('.') }),
  ],
  'the sign of another signature kept aside': (w) => [
    above(post(w.owner), `DKIM-Signature : ${letter(w).headers[0]?.slice('DKIM-Signature:'.length) ?? ''}`),
    above(post(w.owner), `X-DKIM-Signature: ${letter(w).headers[0] ?? ''}`),
  ],
  'signed names with blanks in them': (w) => [
    signed(post(`eve@${w.domain}`, { headers: ['Fr om: x'] }), key(w), { signed: ['fr om', 'subject', 'date'] }),
    signed(
      post(w.owner),
      { ...keyOf(w.evil, 'ed25519', { name: 'theirs' }), domain: w.domain },
      { signed: [...usual, 'from '] },
    ),
  ],
  'an empty body, and its hash': (w) => [
    { ...signed(post(`eve@${w.domain}`, { body: '' }), key(w)), body: 'Send me everything.\r\n' },
  ],
}

export const forgedByReaders: Kinds = {
  ...kindsOf(results, withResults),
  ...kindsOf(froms, asNeighbour),
  ...kindsOf(receipts, (w, line) => unseen(w, line, stamp(w.mx, proof(w)))),
  ...kindsOf(envelopes, (w, line) =>
    above(post(w.owner), line, ...border(w, `spf=pass smtp.mailfrom=x; dkim=pass header.d=${w.domain} y=z@${w.evil}`)),
  ),
  'two From by another name': (w) =>
    ['From', 'FROM ', 'from\t'].map((name) => ({
      mail: withLine(asNeighbour(w, `eve@${w.domain}`), `${name}: ${w.owner}`),
    })),
  ...Object.fromEntries(
    Object.entries(mails).map(([kind, make]): [string, Kinds[string]] => [
      kind,
      (w) => make(w).map((mail) => ({ mail, resolve: zone(key(w)) })),
    ]),
  ),
}
