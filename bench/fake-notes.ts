/** What a model answers that is asked for a summary (src/memory/summarise.ts): the facts of the prompt, as many as fit. */
export function fakeNotes(prompt: string): string {
  const maxChars = Number(/at most (\d+) characters in all/.exec(prompt)?.[1])
  const notes = prompt.split('\n').flatMap((line) => {
    if (line.startsWith('> - ')) return [line.slice('> '.length)]
    if (!line.startsWith('{')) return []
    // What was sent without words, such as a file, has no text.
    const { id, day, from, text = '' } = JSON.parse(line) as Partial<Record<'id' | 'day' | 'from' | 'text', string>>
    return text.length < MIN_FACT_CHARS || text.includes('?') ? [] : [`- ${day} ${from}: ${text} [${id}]`]
  })
  let room = maxChars - headings.join('\n').length - 'none'.length * headings.length * 2
  const chosen = notes.filter((note) => {
    const fits = note.length + 1 <= room
    if (fits) room -= note.length + 1
    return fits
  })
  return headings.flatMap((heading) => [heading, ...(heading === '## Facts' ? chosen : ['- none'])]).join('\n')
}

/** What a model answers that is asked for facts (src/memory/fact-request.ts): each longer message, up to eight. */
export function fakeFacts(prompt: string): string {
  const lines = prompt.split('\n').filter((line) => line.startsWith('{"id":"m'))
  const facts = lines.flatMap((line) => {
    const { id, text = '' } = JSON.parse(line) as Partial<Record<'id' | 'text', string>>
    return text.length < MIN_FACT_CHARS || text.includes('?') ? [] : [{ source: id, quote: text, statement: text }]
  })
  return JSON.stringify({ facts: facts.slice(0, 8) })
}

/** Shorter lines are small talk. */
const MIN_FACT_CHARS = 30

const headings = ['## Goals and open questions', '## Decisions', '## Facts', '## Outcomes', '## Pending actions']
