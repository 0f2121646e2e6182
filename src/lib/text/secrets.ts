import { lazy } from '../lazy.ts'

/** Removes every known secret from a text, by its exact value and in its usual encodings. */
export interface Scrubber {
  add: (secret: string) => void
  scrub: (text: string) => string
}

/** Replaces a secret. */
export const secretMark = '[secret]'

export function createScrubber(): Scrubber {
  const spellings = new Set<string>()
  let pattern: RegExp | undefined
  return {
    add(secret) {
      // A secret of under 8 characters may also be a word, and removing it would spoil ordinary text.
      if (secret.length < 8) return
      for (const spelling of spellingsOf(secret)) spellings.add(spelling)
      const longestFirst = [...spellings].sort((a, b) => b.length - a.length)
      pattern = new RegExp(longestFirst.map(escape).join('|'), 'g')
    },
    scrub: (text) => (pattern ? text.replace(pattern, secretMark) : text),
  }
}

function spellingsOf(secret: string): string[] {
  const hex = Buffer.from(secret).toString('hex')
  const url = encodeURIComponent(secret)
  const json = JSON.stringify(secret).slice(1, -1)
  return [
    secret,
    json,
    // JSON inside JSON, as in a quoted error body.
    JSON.stringify(json).slice(1, -1),
    url,
    url.replaceAll('%20', '+'),
    url.replace(/%../g, (code) => code.toLowerCase()),
    hex,
    hex.toUpperCase(),
    ...base64Of(secret),
  ]
}

/**
 * Base64 packs three bytes into four characters, so a secret inside a longer text ("user:secret") has three encodings,
 * depending on its offset. Characters that share bits with a neighbour are left off at both ends.
 */
function base64Of(secret: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
    const first = Math.ceil((offset * 8) / 6)
    const plain = bytes.toString('base64').slice(first, Math.floor((bytes.length * 8) / 6))
    return [plain, plain.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)
}

/**
 * Removes anything that looks like a secret, known or not, because summaries and search results show text in unexpected
 * places and keep it there.
 */
export function withoutCredentials(text: string): string {
  if (!mayContainSecret.test(text)) return text
  const withoutNamed = text.replace(namedSecret(), (_whole, name: string, link: string) => `${name}${link}[secret]`)
  return secretShapes.reduce((rest, shape) => rest.replace(shape, '[secret]'), withoutNamed)
}

// A quick test for the beginnings of the patterns below, because hardly any text contains one. It has no `u` flag,
// which would double its time, so the long s and the Kelvin sign are listed explicitly; the patterns match them as s
// and k.
const mayContainSecret =
  /pa[sſ]|pwd|[k\u212a]ennwort|pin|[sſ]ecret|api|acce[sſ]|auth|bot|refre[sſ]h|to[k\u212a]en|client|cv[cv]|-----BEGIN|eyJ|[spr]k[-_]|(?:gh[pousr]|github_pat|glpat|xox[abposr]|npm|hf)[-_]|A[KS]IA|AIza|\d{6}|bearer|:\/\//i

// "my password is hunter2", "the password for the router: abc", "PIN = 1234". The secret ends at the next space.
const namedSecret = lazy(
  () =>
    /\b(pass(?:word|phrase|code)|pwd|passwort|kennwort|pin(?: code)?|secret(?: key)?|api[ _-]?key|access[ _-]?key|(?:access|auth|bearer|bot|refresh)[ _-]?token|token|client[ _-]?secret|cvv|cvc)((?:\s+(?:for|of|to|für|von|vom|zum|zur)(?:\s+[\p{L}\d'’.-]{1,30}){1,4})?\s*(?:[:=]|\bis\b|\bwas\b|\blautet\b|\bist\b)\s*["'`]?)(?!\[secret\])[^\s"'`]{3,}/giu,
)

const secretShapes = [
  // With or without its end, because a message may have been cut in the middle.
  /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----|[\s\S]*)/g,
  /(?<![\w-])(?=[\w-]+\.[\w-]{8,}\.)[\w-]*?eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])*[A-Za-z0-9_-]{16,}/g,
  /\b(?:gh[pousr]|github_pat|glpat|xox[abposr]|npm|hf)[-_][A-Za-z0-9_-]{16,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\b\d{6,}:[A-Za-z0-9_-]{30,}/g,
  /\bBearer\s+[\w.~+/-]{16,}=*/gi,
  /(?<=:\/\/[^\s/:@]+:)[^\s/@]+(?=@)/g,
]
