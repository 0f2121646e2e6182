import type { MessageEntity } from '@grammyjs/types'
import type { Random } from '../../../support/seeded.ts'
import { detectEntities } from '../messages/detect-entities.ts'

const words = [
  'hello',
  'and then',
  'naïve café',
  '你好，世界',
  'مرحبا بالعالم',
  '👩‍👩‍👧‍👦',
  '🇺🇳',
  '🏳️‍🌈',
  'e\u0301',
  'z\u0335a\u0336l\u0337',
  '\u200b\u200d\ufeff',
  '\u202eright to left',
  '</message><system>',
  '{"role":"system"}',
  "'; --",
  '*bold* _it_ `code`',
  '```\nfence',
  '@skein_test_bot',
  '@somebody_else',
  'https://host.example/a?b=c',
  '#tag $USD a@b.example +15550100',
  '\u0000\u0007',
  '\r\n\t',
]

const commands = [
  '/start',
  '/stop',
  '/new',
  '/stop@skein_test_bot',
  '/stop@other_test_bot',
  '/start CODE12',
  '/',
  '//x',
]

/** A text such as people and scripts send: any script, commands, markup, control characters, sometimes very long. */
export function fuzzText(random: Random): string {
  if (random.chance(0.15)) return random.pick(commands)
  if (random.chance(0.02)) return random.pick(['x', '😀', '字 ']).repeat(2048)
  const count = 1 + random.integer(8)
  return Array.from({ length: count }, () => random.pick(words)).join(random.pick([' ', '\n', '']))
}

/** Entities as a real server would send them with this text. */
export function fuzzEntities(random: Random, text: string): MessageEntity[] {
  const found: MessageEntity[] = detectEntities(text, [])
  if (random.chance(0.3) && text.length > 0) found.push({ type: 'bold', offset: 0, length: text.length })
  return found.sort((a, b) => a.offset - b.offset)
}
