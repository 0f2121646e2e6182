import type { places } from './past.ts'

/** What a model gives to search_messages, going by its help. */
export interface SearchCall {
  query?: string
  person?: string
  from?: string
  to?: string
  order?: 'best' | 'oldest' | 'newest'
  offset?: number
  limit?: number
  neighbours?: number
  cleared?: boolean
}

/** What Mira asks, the calls that a sensible model makes for it, and what must stand in what they bring. */
export interface SearchQuestion {
  question: string
  /** Where she asks: her own chat, unless said. */
  asked?: keyof typeof places
  calls: SearchCall[]
  holds: string[]
  lacks?: string[]
  /** "How many": the first result begins by stating that so many lines were found. */
  total?: number
}

export const questions: SearchQuestion[] = [
  {
    question: 'How many times did I go running in March 2025?',
    calls: [{ query: 'running', person: 'me', from: '2025-03-01', to: '2025-03-31' }],
    total: 6,
    holds: ['along the canal', 'ran 8 km', 'a run with Ben', 'no run today', 'half marathon', 'late run'],
    lacks: ['12 km', 'still awake', 'in the rain'],
  },
  {
    question: 'How often did I write about paying the plumber?',
    calls: [{ query: 'pay plumber', person: 'me' }],
    total: 3,
    holds: ['180 euros', 'I paid 95', 'on Tuesday'],
  },
  {
    question: 'How many lines did Ben write from May to December 2025, and what was the last one?',
    asked: 'house',
    calls: [
      { person: 'Ben', from: '2025-05-01', to: '2025-12-31', limit: 4 },
      { person: 'Ben', from: 'May 2025', to: 'December 2025', limit: 4, offset: 4 },
    ],
    total: 6,
    holds: ['Thanks, that helped', 'good night', 'snow tyres'],
    lacks: ['Ana:', 'Jonas:', 'beat that'],
  },
  {
    question: 'Wie oft habe ich den Zahnarzt erwähnt?',
    calls: [{ query: 'Zahnarzt', person: 'me' }],
    total: 3,
    holds: ['um 9', 'keine Löcher', 'verschoben'],
  },
  {
    question: '我2025年说过几次跑步？',
    calls: [{ query: '跑步', person: 'me', from: '2025-01-01', to: '2025-12-31' }],
    total: 3,
    holds: ['五公里', '下雨', '很累'],
    lacks: ['我想开始'],
  },
  {
    question: 'How many times did you remind me of the tax return?',
    calls: [{ query: 'tax return', person: 'you' }],
    total: 2,
    holds: ['31 July', 'Six days left'],
    lacks: ['finally'],
  },
  {
    question: 'What did I say on 3 May last year?',
    calls: [{ person: 'me', from: '2025-05-03', to: '2025-05-03' }],
    total: 2,
    holds: ['on the fridge', 'so quiet'],
    lacks: ['last box', 'an owl'],
  },
  {
    question: 'What did I say last Tuesday?',
    calls: [{ person: 'me', from: 'last Tuesday', to: 'last Tuesday' }],
    holds: ['ferry to Gotland'],
  },
  {
    question: 'What did we say about the heating before Christmas?',
    asked: 'house',
    calls: [{ query: 'heating', to: '2025-12-24' }],
    total: 2,
    holds: ['fails every night', 'on the 23rd'],
    lacks: ['since yesterday'],
  },
  {
    question: 'What did Ben say yesterday?',
    asked: 'house',
    calls: [{ person: 'Ben', from: 'yesterday', to: 'yesterday' }],
    holds: ['slot on 9 April'],
    lacks: ['ladder'],
  },
  {
    question: 'Was habe ich letzte Woche über den Keller gesagt?',
    calls: [{ query: 'Keller', from: 'letzte Woche', to: 'letzte Woche' }],
    total: 1,
    holds: ['Gutachter'],
    lacks: ['Fahrräder'],
  },
  {
    question: '上周我关于签证说了什么？',
    calls: [{ query: '签证', from: '上周', to: '上周' }],
    total: 1,
    holds: ['还缺一张照片'],
    lacks: ['提前三个月'],
  },
  {
    question: 'When did I last see Dr. Novak?',
    calls: [{ query: 'Novak', order: 'newest', limit: 1 }],
    total: 3,
    holds: ['2025-11-18', 'fine again'],
    lacks: ['first appointment'],
  },
  {
    question: 'What did I note between two and three on 9 September 2025?',
    calls: [{ from: '2025-09-09T14:00', to: '2025-09-09T15:00' }],
    holds: ['Harbour Ltd', '14,000'],
    lacks: ['gym'],
  },
  {
    question: 'What did Ben say about the mortgage?',
    asked: 'house',
    calls: [{ query: 'mortgage', person: 'Ben' }],
    total: 1,
    holds: ['3.4 percent'],
    lacks: ['adviser'],
  },
  {
    question: 'When is the wedding of Ana’s sister?',
    asked: 'house',
    calls: [{ query: 'sister wedding', person: 'Ana' }],
    holds: ['6 September in Graz'],
  },
  {
    question: 'When does the concert begin?',
    asked: 'house',
    calls: [{ query: 'concert begins' }],
    total: 1,
    holds: ['20:00'],
    lacks: ['at 19:00'],
  },
  {
    question: '王芳说火车票怎么样了？',
    asked: 'trip',
    calls: [{ query: '火车票', person: '王芳' }],
    total: 1,
    holds: ['二等座'],
    lacks: ['多少钱'],
  },
  {
    question: 'What did Jonas promise?',
    asked: 'house',
    calls: [{ query: 'promise', person: 'Jonas' }],
    holds: ['drill', 'by Sunday'],
  },
  {
    question: 'Do I have an allergy?',
    calls: [{ query: 'allergy', person: 'me' }],
    holds: ['hazelnuts'],
  },
  {
    question: 'What was the wifi where we stayed when Ben lost his passport?',
    asked: 'trip',
    calls: [
      { query: 'lost passport', person: 'Ben' },
      { query: 'hotel wifi', from: '2025-06-10', to: '2025-06-18' },
    ],
    holds: ['2025-06-14', 'Avenida_Guest'],
    lacks: ['Porto'],
  },
  {
    question: 'What did the bike cost that I bought after I had sold the old one?',
    calls: [{ query: 'sell old bike' }, { query: 'buy bike', from: '2025-04-12' }],
    holds: ['2025-04-12', '340 euros'],
  },
  {
    question: 'What is the number of the physio that Ana praised?',
    asked: 'house',
    calls: [{ query: 'physio', person: 'Ana' }, { query: 'Lindner number' }],
    holds: ['Praxis Lindner', '030 555 0142'],
  },
  {
    question: 'What did you answer when I asked about the sourdough?',
    calls: [{ query: 'sourdough', neighbours: 1 }],
    holds: ['4 °C', 'you'],
  },
  {
    question: 'When did my train leave, the day before the visa appointment or on it?',
    calls: [{ query: 'visa appointment' }, { query: 'train', from: '2025-10-05', to: '2025-10-07' }],
    holds: ['2025-10-07', '07:42'],
    lacks: ['late again'],
  },
  {
    question: 'Über welche Häuser haben wir geredet?',
    asked: 'house',
    calls: [{ query: 'Häuser' }],
    holds: ['480.000', 'am Stadtrand'],
  },
  {
    question: 'Was hat die Werkstatt für die Bremsen verlangt?',
    calls: [{ query: 'Werkstatt Bremse' }],
    holds: ['612 Euro'],
  },
  {
    question: 'Was sagte Jonas über Mietverträge?',
    asked: 'house',
    calls: [{ query: 'Mietverträge', person: 'Jonas' }],
    holds: ['bis Juni'],
  },
  {
    question: '我妈妈的生日是哪天？',
    calls: [{ query: '妈妈 生日' }],
    holds: ['五月二十号'],
  },
  {
    question: 'Which file did Ana send about the lease?',
    asked: 'house',
    calls: [{ query: 'lease', person: 'Ana' }],
    holds: ['lease-2025-signed.pdf', '2025-11-10'],
    lacks: ['IMG_2231'],
  },
  {
    question: 'Who sent the floor plan?',
    asked: 'house',
    calls: [{ query: 'floor plan' }, { query: 'floorplan' }],
    holds: ['Jonas', 'Floorplan_Lindenstrasse.png'],
  },
  {
    question: 'Which invoice did I send in January?',
    calls: [{ query: 'invoice', person: 'me', from: 'January 2026', to: 'January 2026' }],
    total: 1,
    holds: ['invoice_0117.pdf'],
    lacks: ['invoice_0617'],
  },
  {
    question: 'Which camping stove did you recommend?',
    calls: [{ query: 'recommend camping stove', person: 'you' }],
    holds: ['Trangia 27', 'you'],
  },
  {
    question: 'What did you say the VAT threshold was?',
    calls: [{ query: 'VAT threshold', person: 'you' }],
    holds: ['25,000 euros'],
  },
  {
    question: 'What did I say about the surprise party, before I cleared that?',
    asked: 'secret',
    calls: [{ query: 'surprise party', cleared: true }],
    holds: ['12 December at the Anchor'],
  },
]
