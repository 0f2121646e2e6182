import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createScrubber } from '../../../src/lib/text/secrets.ts'

const secret = 'sk-ant "p/ä+s\\s?w&rd'

function scrubberOf(...secrets: string[]) {
  const scrubber = createScrubber()
  for (const one of secrets) scrubber.add(one)
  return scrubber
}

describe('a known secret', () => {
  const { scrub } = scrubberOf(secret)

  test.each([
    ['as it is', secret],
    ['as JSON', JSON.stringify(secret).slice(1, -1)],
    ['as JSON in JSON', JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
    ['in a URL', encodeURIComponent(secret)],
    ['in a URL, small letters', encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
    ['in a form', encodeURIComponent(secret).replaceAll('%20', '+')],
    ['in hex', Buffer.from(secret).toString('hex')],
    ['in capital hex', Buffer.from(secret).toString('hex').toUpperCase()],
  ])('is taken out %s', (_, spelling) => {
    expect(scrub(`before ${spelling} after`)).toBe('before [secret] after')
  })

  test.each(['base64', 'base64url'] as const)('leaves nothing to decode in %s, wherever it begins', (encoding) => {
    for (const before of ['', 'u', 'us', 'user:']) {
      const text = Buffer.from(`${before}${secret}!`).toString(encoding)
      expect(scrub(text)).toContain('[secret]')
      expect(scrub(text).replace('[secret]', '').length).toBeLessThan(before.length * 2 + 8)
    }
  })

  test('is taken out as often as it stands there', () => {
    expect(scrub(`${secret}${secret}`)).toBe('[secret][secret]')
  })
})

describe('many secrets', () => {
  test('of which one begins like another all go whole', () => {
    const { scrub } = scrubberOf('abcdefgh', 'abcdefghijkl')
    expect(scrub('abcdefghijkl abcdefgh')).toBe('[secret] [secret]')
  })

  test('of any characters never survive, and honest text does', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, unit: 'grapheme' }), fc.string(), (value, around) => {
        fc.pre(!around.includes(value) && !'[secret]'.includes(value))
        const { scrub } = scrubberOf(value)
        expect(scrub(`${around}\n${value}\n`)).toContain('[secret]')
        expect(scrub('plain text of nobody')).toBe('plain text of nobody')
      }),
    )
  })
})

test('a short secret is left alone, and so is everything before the first is known', () => {
  expect(scrubberOf('short').scrub('a short text')).toBe('a short text')
  expect(createScrubber().scrub('text')).toBe('text')
})
