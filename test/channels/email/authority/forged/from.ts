import { domainToASCII } from 'node:url'
import { above, type Post, post } from '../post.ts'
import { border, type World } from '../worlds.ts'
import { asNeighbour, type Kinds, kindsOf, withLine } from './kinds.ts'

type Texts = Record<string, (w: World) => string[]>

/** Everything is in order, for their own domain. */
function asThief(world: World, from: string): Post {
  const { evil } = world
  return above(post(from), ...border(world, `dkim=pass header.d=${evil}; dmarc=pass header.from=${evil}`))
}

function base64(text: string): string {
  return `=?utf-8?b?${Buffer.from(text).toString('base64')}?=`
}

/** Nothing of the owner's but what somebody reads. */
const shown: Texts = {
  'our address in the name that is shown': (w) => [
    `"${w.owner}" <${w.thief}>`,
    `"Ana <${w.owner}>" <${w.thief}>`,
    `${w.owner.replace('@', ' at ')} <${w.thief}>`,
    `"${w.owner}"\r\n <${w.thief}>`,
    `"\\"${w.owner}\\"" <${w.thief}>`,
  ],
  'a domain around ours': (w) =>
    [`${w.domain}.${w.evil}`, `mail.${w.evil}`, `${w.domain.replaceAll('.', '-')}.${w.evil}`].map(
      (domain) => `ana@${domain}`,
    ),
  'ours within a local part of theirs': (w) => [
    `${w.owner.replace('@', '%')}@${w.evil}`,
    `${w.owner}@${w.evil}`,
    `${w.domain}!ana@${w.evil}`,
    `"${w.owner}"@${w.evil}`,
    `ana+${w.domain}@${w.evil}`,
  ],
  'an address in encoded words': (w) => [
    `=?utf-8?q?${w.owner.replace('@', '=40').replace('ü', '=C3=BC')}?=`,
    `${base64(w.owner)} <${w.thief}>`,
    `${base64(`<${w.owner}>`)} <${w.thief}>`,
    `<${base64(w.owner)}>`,
    `${base64(`${w.owner}, `)} ${w.thief}`,
  ],
}

/** The domain is the owner's own: Gmail signs for all who are there. */
const read: Texts = {
  'our address before another': (w) => [
    `${w.owner} <eve@${w.domain}>`,
    `<${w.owner}> <eve@${w.domain}>`,
    `eve@${w.domain} <${w.owner}>`,
    `<eve@${w.domain}> ${w.owner}`,
    `<${w.owner}> eve@${w.domain}`,
  ],
  'a local part that looks like ours': (w) => [
    w.owner.replace(/[ae]/, (letter) => (letter === 'a' ? '\u0430' : '\u0435')),
    `${w.owner.charAt(0)}\u200b${w.owner.slice(1)}`,
    `\uff41${w.owner.slice(1)}`,
    w.owner.replace('@', '\u200d@'),
    `\u212a${w.owner.slice(1)}`,
  ],
  'two addresses': (w) => [
    `${w.owner}, eve@${w.domain}`,
    `eve@${w.domain}, ${w.owner}`,
    `Ana <${w.owner}>,,Eve <eve@${w.domain}>`,
    `${w.owner}; eve@${w.domain}`,
    `${w.owner}, <eve@${w.domain}`,
  ],
  'a group': (w) => [
    `ours: ${w.owner};`,
    `${w.owner}: eve@${w.domain};`,
    `a:;, ${w.owner}`,
    `ours: ${w.owner}, eve@${w.domain};`,
    `ours: ${w.owner}`,
  ],
  'a local part in encoded words': (w) => [`=?utf-8?q?${w.owner.slice(0, w.owner.indexOf('@'))}?=@${w.domain}`],
  'what cannot be seen behind the address': (w) =>
    ['\0', '\0.evil.com', '\u0001', '\u00ad', '\u2060'].map((sign) => `${w.owner}${sign}`),
  'a route': (w) => [
    `<@evil.com:${w.owner}>`,
    `<@evil.com,@a.b:${w.owner}>`,
    `Ana <@${w.domain}:${w.owner}>`,
    `<eve@${w.domain}:${w.owner}>`,
    `<${w.owner}:eve@${w.domain}>`,
  ],
  'comments in the address': (w) => [
    w.owner.replace('@', '(x)@'),
    w.owner.replace('@', '@(x)'),
    `${w.owner} (<eve@${w.domain}>)`,
    `<${w.owner}(x)>`,
    `${'('.repeat(1000)}${')'.repeat(1000)} ${w.owner} (,)`,
  ],
  'a quoted local part': (w) => [
    `"${w.owner.replace('@', '"@')}`,
    `"eve\\@x"@${w.domain}`,
    `"${w.owner}"@${w.domain}`,
    `<"${w.owner.replace('@', '"@')}>`,
    `"a"${w.owner}`,
  ],
  'a domain that is none': (w) => [
    `${w.owner}.`,
    'ana@[203.0.113.9]',
    w.owner.replace('@', '@.'),
    `${w.owner.slice(0, -1)}..${w.owner.slice(-1)}`,
    w.owner.replace('@', '@@'),
  ],
  'a fold that some take for the end': (w) => [
    `\r\n \r\n ${w.owner}`,
    `eve@${w.domain}\r\n \r\nFrom: ${w.owner}`,
    `${w.owner}\r\n\t\r\n (eve@${w.domain})`,
    `\r\n\t\r\n${w.owner}`,
    `${w.owner}\r\n \t `,
  ],
  'a bare return that some take for the end': (w) => [
    `eve@${w.domain}\rFrom: ${w.owner}`,
    `${w.owner}\rX: y`,
    `\r${w.owner}`,
    `${w.owner}\r`,
    `Ana\r <${w.owner}>`,
  ],
}

const lookAlikes: Texts = {
  'a domain that looks like ours': ({ domain }) => [
    domain.replace('e', '\u0435'),
    domain.replace('o', '0'),
    domain.replace('m', 'rn'),
    `${domain.slice(0, -1)}\u0131`,
    `\uff41${domain}`,
  ],
}

const seconds: Texts = {
  'a second From': (w) => [`From: ${w.owner}`, `from:${w.owner}`, `FROM: Ana <${w.owner}>`],
  'a second From that some do not see': (w) => ['From ', 'From\t', 'From  '].map((name) => `${name}: ${w.owner}`),
  'ours in Sender and Reply-To': (w) => [`Sender: ${w.owner}\r\nReply-To: ${w.owner}\r\nX-Original-From: ${w.owner}`],
  'ours in Resent-From': (w) => [`Resent-From: ${w.owner}\r\nResent-Sender: ${w.owner}`],
}

/** From is what they made of it. */
export const forgedFrom: Kinds = {
  ...kindsOf(shown, asThief),
  ...kindsOf(read, asNeighbour),
  ...kindsOf(lookAlikes, (w, domain) =>
    above(post(`ana@${domain}`), ...border(w, `dmarc=pass header.from=${domainToASCII(domain)}`)),
  ),
  ...kindsOf(seconds, (w, line) => withLine(asNeighbour(w, `eve@${w.domain}`), line)),
  'a second From above': (w) => [
    { mail: above(asNeighbour(w, `eve@${w.domain}`), `From: ${w.owner}`) },
    { mail: above(asNeighbour(w, w.owner), `From: eve@${w.domain}`) },
  ],
  'From with another letter in it': (w) =>
    ['Fr\u043em', 'From\0', 'From\u00a0', '\ufeffFrom', 'Fro\u200bm'].map((name) => ({ mail: renamed(w, name) })),
}

function renamed(world: World, name: string): Post {
  const { headers, body } = asNeighbour(world, world.owner)
  return { headers: headers.map((line) => line.replace(/^From:/, `${name}:`)), body }
}
