import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { reasonMessages } from '../../src/gateway/reason-messages.ts'
import { type Language, languages } from '../../src/messages/languages.ts'
import { type LocalizedText, localized, parseText, serializeText, textIn } from '../../src/messages/localized.ts'

const folder = new URL('../../src/', import.meta.url).pathname
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^(?:messages|app\/doctor\/words)\/[\w-]+-messages\.ts$|\/(?:email|talk|telegram|doubt|reason|doctor|program|brain)-messages\.ts$/.test(
    file,
  ),
)

interface Said {
  name: string
  text: LocalizedText
}

/** Every message of a catalogue, once with plural numbers and once with ones. */
function messagesIn(part: unknown, name: string): Said[] {
  if (typeof part === 'function') return [3, 1].map((number) => ({ name, text: call(part, number) }))
  if (typeof part !== 'object' || part === null) return []
  if (languages.every((language) => language in part)) return [{ name, text: part as LocalizedText }]
  return Object.entries(part).flatMap(([key, inner]) => messagesIn(inner, `${name}.${key}`))
}

/** Stands in for any parameter: a word of its own as text, a number in arithmetic, and an object with any property. */
function parameter(name: string, number: number): unknown {
  const list = [`⟦${name}⟧`]
  return new Proxy(() => '', {
    get(_, key) {
      if (key === Symbol.toPrimitive) return (hint: string) => (hint === 'number' ? number : `⟦${name}⟧`)
      if (key === 'toLocaleString' || key === 'toString') return () => `⟦${name}⟧`
      if (key === 'length') return number
      if (key === 'join' || key === 'slice' || key === 'map') return list[key].bind(list)
      if (key === Symbol.iterator) return list[Symbol.iterator].bind(list)
      return parameter(`${name}.${String(key)}`, number)
    },
  })
}

function call(message: object, number: number): LocalizedText {
  return (message as (...given: unknown[]) => LocalizedText)(
    ...Array.from({ length: 6 }, (_, at) => parameter(String(at), number)),
  )
}

const parametersIn = (text: string) => [...new Set(text.match(/⟦[^⟧]*⟧/g))].sort()

describe.each(files)('%s', async (file) => {
  const exported = (await import(join(folder, file))) as Record<string, unknown>
  const said = Object.entries(exported).flatMap(([name, part]) => messagesIn(part, name))

  test('says everything in every language, and loses no parameter in any of them', () => {
    expect(said.length).toBeGreaterThan(0)
    for (const { name, text } of said) {
      for (const language of languages) expect([name, text[language].trim() !== '']).toEqual([name, true])
      expect([name, parametersIn(text.de)]).toEqual([name, parametersIn(text.en)])
    }
  })

  test('names no command with a prefix of its own: that depends on the channel', () => {
    const named = said.flatMap(({ text }) =>
      languages.flatMap((language) => text[language].match(/(?<![\w/⟧.])[/!][a-z]{3,}\b/g) ?? []),
    )
    expect(named).toEqual([])
  })
})

test('a reason of the gateway is one clause, because clauses are joined and split again', () => {
  for (const { name, text } of messagesIn(reasonMessages, 'reasons'))
    expect([name, text.en + text.de]).toEqual([name, expect.not.stringContaining(';')])
})

describe('a localized catalogue', () => {
  const messages = localized({
    en: { hello: 'Hello', failed: (why: string, count: number) => `Failed ${count} times. ${why}` },
    de: { hello: 'Hallo', failed: (why, count) => `${count}-mal fehlgeschlagen. ${why}` },
  })

  test('takes a text in every language wherever a message takes a string', () => {
    expect(messages.failed(messages.hello, 2)).toEqual({
      en: 'Failed 2 times. Hello',
      de: '2-mal fehlgeschlagen. Hallo',
    })
    expect(messages.failed('Ana', 2).de).toBe('2-mal fehlgeschlagen. Ana')
  })

  test('comes back from the store as it went in; what was stored before stays a plain text', () => {
    const languagesOf = (text: string) => languages.map((language: Language) => textIn(parseText(text), language))
    expect(parseText(serializeText(messages.hello))).toEqual(messages.hello)
    expect(languagesOf(serializeText('Ana'))).toEqual(['Ana', 'Ana'])
    expect(languagesOf('{"en":')).toEqual(['{"en":', '{"en":'])
    expect(languagesOf('{"en":"a"}')).toEqual(['{"en":"a"}', '{"en":"a"}'])
  })
})
