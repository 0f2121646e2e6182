import { expect, test } from 'vitest'
import type { Origin } from '../../src/domain/message.ts'
import { refersTo } from '../../src/gateway/layers/background-references.ts'

const referring: [Exclude<Origin, 'chat'>, string[]][] = [
  [
    'briefing',
    [
      'what did the briefing say about the ferry?',
      'Was stand heute im Briefing?',
      'zeig mir den Morgenbericht nochmal',
      'que disait le point du matin ?',
      'la revue de presse d’hier',
      '¿qué decía el resumen de la mañana?',
      'el boletín de ayer',
      '今天的简报里说了什么？',
      '早报',
    ],
  ],
  [
    'scheduled',
    [
      'what was that reminder about?',
      'the nightly backup report',
      'was war die Erinnerung von gestern?',
      'c’était quoi le rappel ?',
      'la tâche planifiée',
      '¿cuál era el recordatorio?',
      '刚才的提醒是什么？',
    ],
  ],
  [
    'heartbeat',
    [
      'what was the alert?',
      'wovor hast du mich gewarnt?',
      "c'est quoi cette alerte ?",
      '¿de qué me avisaste?',
      '刚才的警报是什么？',
    ],
  ],
]

test.each(referring)('people speak of a %s in their own language', (origin, texts) => {
  expect(texts.filter((text) => !refersTo(origin, text))).toEqual([])
})

test('everyday words bring up none of it', () => {
  const everyday = [
    'good morning!',
    'I have a new job',
    'when is the ferry?',
    'Guten Morgen',
    'bonjour, ça va ?',
    'buenos días',
    '早上好',
    'what is for dinner',
  ]
  const found = everyday.filter((text) => referring.some(([origin]) => refersTo(origin, text)))
  expect(found).toEqual([])
})
