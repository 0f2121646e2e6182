import { fillIn, slotIn, type Topic } from './topic.ts'

/** What the reader says when the prompt does not hold the answer. */
export const NOT_KNOWN = 'not known'
export const CANCELLED = 'cancelled'

interface ReadLine {
  /** "2026-03-14 14:02", as far as the prompt says it. */
  when: string
  from: string
  text: string
}

/**
 * Answers a question from the text of a prompt, without a model and by a fixed rule: the newest statement about what is
 * asked, in a phrasing of the topics, is the answer; sums add up all of them. It knows phrasings, but no names and no
 * values. A prompt without the statement gives "not known", and one with only an outdated statement gives a wrong answer.
 * So its accuracy is the most that the prompt allows.
 */
export function readAnswer(prompt: string, question: { text: string; from: string }, topics: Topic[]): string {
  const asked = understandQuestion(question, topics)
  if (!asked) return NOT_KNOWN
  const { topic, who } = asked
  const statements = readLines(prompt)
    .flatMap((line) => statementsIn(line, topic, who))
    // Equal times keep the order of the prompt.
    .sort((a, b) => (a.when < b.when ? -1 : a.when > b.when ? 1 : 0))
  const newest = statements.at(-1)
  if (!newest) return NOT_KNOWN
  if (!topic.isSum) return newest.value
  // The same statement may stand in a summary and in the history.
  const distinct = new Map(statements.map((one) => [`${one.when.slice(0, 10)} ${one.value}`, Number(one.value)]))
  return String([...distinct.values()].reduce((sum, amount) => sum + amount, 0))
}

function understandQuestion({ text, from }: { text: string; from: string }, topics: Topic[]) {
  for (const topic of topics) {
    if (topic.askedAboutThemselves?.includes(text)) return { topic, who: from }
    for (const template of topic.asked) {
      const who = slotIn(text, template, '{who}')
      if (who !== undefined && fillIn(template, { who }) === text) return { topic, who }
    }
  }
  return undefined
}

interface Statement {
  when: string
  value: string
}

function statementsIn({ when, from, text }: ReadLine, topic: Topic, who: string): Statement[] {
  const told = [...topic.told, ...(from === who ? (topic.toldByThemselves ?? []) : [])]
  const values = told.flatMap((template) => slotIn(text, template.replaceAll('{who}', who), '{value}') ?? [])
  const isCancelled = topic.cancelled?.some((template) => text.includes(template.replaceAll('{who}', who))) ?? false
  return [...values, ...(isCancelled ? [CANCELLED] : [])].map((value) => ({ when, value }))
}

const DAY = /^\[?(\d{4}-\d\d-\d\d)(?:[,\]].{0,40})?$/
const SPEECH = /^\[([^\]\n]{1,80}?) (\d\d:\d\d)[^\]\n]{0,80}\] ?/
/** A line of a summary. */
const NOTE = /^- (\d{4}-\d\d-\d\d) ([^:\n]{1,40}): /

/** The lines of a prompt with their speakers and times. A row without a head continues the row before it. */
function readLines(prompt: string): ReadLine[] {
  const lines: ReadLine[] = []
  let day = ''
  let speech = { time: '', from: '' }
  for (const row of prompt.split('\n')) {
    const heading = DAY.exec(row)
    const said = SPEECH.exec(row)
    const note = NOTE.exec(row)
    if (heading) day = heading[1] ?? ''
    else if (note) {
      // What was true before stands in brackets behind what replaced it.
      const text = row.slice(note[0].length).replace(/ \(before: [^)]{1,400}\)/, '')
      lines.push({ when: note[1] ?? '', from: note[2] ?? '', text })
    } else {
      if (said) speech = { time: said[2] ?? '', from: (said[1] ?? '').replace(/ \([a-z]{1,12}\)$/, '') }
      lines.push({ when: `${day} ${speech.time}`, from: speech.from, text: said ? row.slice(said[0].length) : row })
    }
  }
  return lines
}
