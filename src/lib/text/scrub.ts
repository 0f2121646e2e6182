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
