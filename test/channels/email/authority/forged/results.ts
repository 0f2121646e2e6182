import type { World } from '../worlds.ts'
import { type Kinds, kindsOf, proof, withResults } from './kinds.ts'

/** Words of theirs that a careless server takes up into its results. */
const injected: Record<string, (w: World) => string[]> = {
  'words of theirs end a comment of our server': (w) =>
    [')', ') ', '))', ')\t', ') ('].map(
      (end) =>
        `spf=pass (domain of "x${end}; ${proof(w)}; x=pass (y"@${w.evil} designates 203.0.113.9) smtp.mailfrom=x`,
    ),
  'words of theirs that our server forgot to quote': (w) =>
    [' x', ' , x', ' <x', ' "x', ' x y'].map(
      (rest) => `spf=pass smtp.mailfrom=x; ${proof(w)}${rest}@${w.evil}; dmarc=none`,
    ),
  'words of theirs in quotes': (w) =>
    ['x; ', 'x) ; ', '\\"; ', '\\\\', ''].map(
      (start) => `spf=pass reason="; ${proof(w)}" smtp.mailfrom="${start}${proof(w)}"@${w.evil}`,
    ),
  'passed, but in a comment': (w) =>
    ['fail', 'none', 'quarantine'].map((result) => `dmarc=${result} (dmarc=pass; ${proof(w)}) header.from=${w.domain}`),
}

const dmarc: Record<string, (w: World) => string[]> = {
  'DMARC failed': (w) => [
    `dkim=pass header.d=${w.evil}; spf=pass smtp.mailfrom=bounce@${w.evil}; dmarc=fail header.from=${w.domain}`,
    `dmarc=fail (p=none) action=none header.from=${w.domain}; compauth=pass reason=130`,
  ],
  'DMARC came to another end': (w) =>
    ['passed', 'pass-ish', 'quarantine', 'softfail', 'policy'].map(
      (result) => `dmarc=${result} header.from=${w.domain}; dkim=pass header.d=${w.domain}`,
    ),
  'DMARC passed for their domain': (w) =>
    [w.evil, `${w.domain}.${w.evil}`, `x${w.domain}`, `${w.domain}@${w.evil}`, `${w.domain}.`].map(named),
  'DMARC passed for a neighbour of the domain': (w) =>
    [`mail.${w.domain}`, `a.b.${w.domain}`, parentOf(w.domain), `www.${w.domain}`, `_dmarc.${w.domain}`].map(named),
  'DMARC passed, for whom is not said': (w) =>
    ['', 'header.from=""', `policy.from=${w.domain}`, `smtp.mailfrom=${w.domain}`, `header.d=${w.domain}`].map(
      (property) => `dmarc=pass ${property}`,
    ),
  'two things are said about DMARC': (w) => [
    `dmarc=pass header.from=${w.domain}; dmarc=fail header.from=${w.domain}`,
    `dmarc=fail header.from=${w.domain}; dmarc=pass header.from=${w.domain}`,
    `dmarc=pass header.from=${w.domain}; dmarc=pass header.from=${w.evil}`,
  ],
  'one property is said twice': (w) => [
    `dmarc=pass header.from=${w.evil} header.from=${w.domain}`,
    `dmarc=pass header.from=${w.domain} Header.From=${w.evil}`,
    `dkim=pass header.d=${w.evil} header.d=${w.domain}`,
  ],
}

const others: Record<string, (w: World) => string[]> = {
  'SPF alone': (w) =>
    [w.owner, w.domain].map(
      (from) => `spf=pass smtp.mailfrom=${from} smtp.helo=${w.domain}; iprev=pass; dmarc=bestguesspass`,
    ),
  'ARC alone': (w) => [`arc=pass (i=1 dkim=pass dkdomain=${w.domain} dmarc=pass) header.d=${w.domain}; dmarc=none`],
  'a signature of another domain': (w) =>
    [w.evil, `${w.domain}.${w.evil}`, `${w.domain.replaceAll('.', '-')}.com`, 'co.uk', 'com', ''].map(
      (domain) => `dkim=pass header.d=${domain}; dmarc=none`,
    ),
  'a signature of theirs for an identity of ours': (w) => [`dkim=pass header.d=${w.evil} header.i=@${w.domain}`],
  'a signature of theirs that is written like ours': (w) =>
    [
      `http://${w.domain}/.${w.evil}`,
      `${w.domain}/.${w.evil}`,
      `${w.domain}#.${w.evil}`,
      `x@${w.domain}:1.${w.evil}`,
    ].flatMap((domain) => [`dkim=pass header.d=${domain}; dmarc=none`, `dkim=pass header.i=@${domain}; dmarc=none`]),
  'a signature of ours that did not pass': (w) =>
    ['fail', 'neutral', 'policy', 'temperror', 'none'].map(
      (result) => `dkim=${result} header.d=${w.domain}; dmarc=none`,
    ),
  'a signature of ours that passed and failed': (w) => [
    `dkim=pass header.d=${w.domain} header.s=a; dkim=fail header.d=${w.domain} header.s=a; dmarc=none`,
  ],
  'a method that is called nearly like it': (w) =>
    ['x-dmarc', 'dmarc/2', 'dmarc-', 'dkim-atps', 'domainkeys'].map(
      (method) => `${method}=pass header.from=${w.domain} header.d=${w.domain}`,
    ),
  'a list that passes it on': (w) => [
    `dkim=fail header.d=${w.domain}; dkim=pass header.d=lists.example; dmarc=fail header.from=${w.domain}`,
    `dkim=fail header.d=${w.domain}; dkim=pass header.d=lists.example; arc=pass; dmarc=none header.from=${w.domain}`,
  ],
}

/** Our own server has looked, and what it wrote is no proof. */
export const forgedResults: Kinds = kindsOf({ ...injected, ...dmarc, ...others }, withResults)

function named(domain: string): string {
  return `dmarc=pass header.from=${domain}`
}

function parentOf(domain: string): string {
  return domain.slice(domain.indexOf('.') + 1)
}
