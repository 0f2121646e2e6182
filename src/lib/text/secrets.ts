import { lazy } from '../lazy.ts'

/** Takes every known secret out of a text, by exact value and in the spellings it travels in. */
export interface Scrubber {
  add: (secret: string) => void
  scrub: (text: string) => string
}

/** Stands where a secret stood. */
export const secretMark = '[secret]'

export function createScrubber(): Scrubber {
  const spellings = new Set<string>()
  let pattern: RegExp | undefined
  return {
    add(secret) {
      // Under 8 characters a secret is also a word: taking it out would maim honest text and hide little.
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
    // Text that was JSON before it was put into JSON, as a quoted error body is.
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
 * Base64 packs three bytes into four characters, so a secret inside something longer ("user:secret") has three
 * spellings by where it begins. Characters that share bits with a neighbour are left off at both ends.
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
 * Takes out what looks like a secret, known to us or not: what is summed up or found again is shown where nobody thinks
 * of it any more, and stays there.
 */
export function withoutCredentials(text: string): string {
  if (!mayHoldOne.test(text)) return text
  const named = text.replace(spoken(), (_whole, name: string, link: string) => `${name}${link}[secret]`)
  return shapes.reduce((rest, shape) => rest.replace(shape, '[secret]'), named)
}

// What the patterns below begin with: hardly any text holds one, and one look tells so where ten would. Without `u`, which
// takes twice as long, the long s and the sign of Kelvin are no letters; the patterns take them for s and k.
const mayHoldOne =
  /pa[sſ]|pwd|[k\u212a]ennwort|pin|[sſ]ecret|api|acce[sſ]|auth|bot|refre[sſ]h|to[k\u212a]en|client|cv[cv]|-----BEGIN|eyJ|[spr]k[-_]|(?:gh[pousr]|github_pat|glpat|xox[abposr]|npm|hf)[-_]|A[KS]IA|AIza|\d{6}|bearer|:\/\//i

// "my password is hunter2", "the password for the router: abc", "PIN = 1234". What follows is taken up to the next space.
const spoken = lazy(
  () =>
    /\b(pass(?:word|phrase|code)|pwd|passwort|kennwort|pin(?: code)?|secret(?: key)?|api[ _-]?key|access[ _-]?key|(?:access|auth|bearer|bot|refresh)[ _-]?token|token|client[ _-]?secret|cvv|cvc)((?:\s+(?:for|of|to|für|von|vom|zum|zur)(?:\s+[\p{L}\d'’.-]{1,30}){1,4})?\s*(?:[:=]|\bis\b|\bwas\b|\blautet\b|\bist\b)\s*["'`]?)(?!\[secret\])[^\s"'`]{3,}/giu,
)

const shapes = [
  // With or without its end: a message may have been cut in the middle of it.
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
