import type { Section } from './summary-format.ts'
import { isQuestion, wordsOf } from './weight.ts'

// Where a sentence of an extract stands. It decides nothing about whether it is there.

const cues: [Section, string][] = [
  [
    'Decisions',
    `decide decided decision agree agreed settled choose chose chosen picked entschieden beschlossen vereinbart
    décidé choisi convenu decidido decidimos quedamos elegido 决定 商量 选`,
  ],
  [
    'Pending actions',
    `will i'll we'll must should promise promised remind todo deadline due pending forget tomorrow
    muss müssen morgen soll sollen erledigen dois doit devons demain debo debemos tengo mañana 必须 记得 明天`,
  ],
  [
    'Outcomes',
    `done finished failed worked fixed broke sent arrived paid cancelled canceled booked solved sold bought
    erledigt fertig bezahlt gebucht repariert verkauft gekauft fini payé réservé vendu acheté
    terminado pagado reservado vendido comprado 完成 付了 订好`,
  ],
]

const sectionsOf = new Map(
  cues.flatMap(([section, words]) => words.split(/\s+/).map((word) => [word, section] as const)),
)

export function sectionOf(sentence: string): Section {
  if (isQuestion(sentence)) return 'Goals and open questions'
  const found = wordsOf(sentence).flatMap((word) => sectionsOf.get(word.toLowerCase()) ?? [])
  return cues.find(([section]) => found.includes(section))?.[0] ?? 'Facts'
}
