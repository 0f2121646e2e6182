import { describe, expect, test } from 'vitest'
import { isSmallTalk } from '../../../src/gateway/choosing/small-talk.ts'
import { smallTalk } from '../../support/small-talk-lines.ts'

describe('small talk', () => {
  test.each(smallTalk)('%s', (text) => {
    expect(isSmallTalk(text)).toBe(true)
  })

  test.each([
    'Thanks Skein!',
    'Guten Morgen, Ana',
    'okkk',
    'HELLO???',
    'Hi',
    '👍👍🏽',
    'Yes, do that please',
    'no, not now',
    '嗯嗯好的，谢谢',
  ])('%s, too', (text) => {
    expect(isSmallTalk(text)).toBe(true)
  })
})

describe('about something', () => {
  test.each([
    'ok, and what did the roof cost?',
    'thanks, and the roof?',
    'and now?',
    'und morgen?',
    'ok, and then?',
    'yes, at nine',
    'yes, book the blue one',
    'no, the other hotel',
    'why?',
    'what?',
    'roof',
    'ja, das Dach',
    'Danke für die Rechnung vom Dachdecker',
    'merci, et le toit ?',
    'sí, el hotel azul',
    '好的，屋顶多少钱？',
    '那明天呢',
    '谢谢，机票订了吗',
    'Berlin',
    'hi, what did Ana say about Lisbon?',
    '42',
    'good news from the dentist',
    `thanks ${'so much '.repeat(40)}`,
  ])('%s', (text) => {
    expect(isSmallTalk(text)).toBe(false)
  })
})
