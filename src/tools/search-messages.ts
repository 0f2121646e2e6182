import { z } from 'zod'
import { quoted } from '../lib/text/visible.ts'
import { dateText } from '../lib/time/calendar.ts'
import {
  describeLine,
  type FoundLine,
  type FoundLines,
  type MessageQuery,
  type MessageReader,
} from './message-reader.ts'
import { defineTool } from './tool.ts'

/** The most text that one result may have. */
const MAX_RESULT_CHARS = 16_000
const MAX_LINES = 50
const MAX_NEIGHBOURS = 3

const description = `Searches all conversations that this person may read, by one to three distinctive words, not a sentence. Other forms of a word and file names are found too.
The first line counts ALL matching messages, for "how many times". Still read them: "no run today" contains the word too.`

const when = '2025-03-14, 2025-03-14T09:30, or words (last week, March 2025)'

const input = z
  .object({
    query: z
      .string()
      .max(500, 'query: at most 500 characters')
      .default('')
      .describe('without it, all of the person or period is listed'),
    person: z
      .string()
      .max(100, 'person: at most 100 characters')
      .optional()
      .describe('a name, "me" for the person, "you" for yourself'),
    from: z.string().max(60, 'from: at most 60 characters').optional().describe(`in their time zone: ${when}`),
    to: z
      .string()
      .max(60, 'to: at most 60 characters')
      .optional()
      .describe('the same; a day, week or month is included'),
    order: z.enum(['best', 'oldest', 'newest'], 'order: best, oldest or newest').optional(),
    offset: z.number().int().min(0, 'offset: 0 or more').max(100_000, 'offset: at most 100000').default(0),
    limit: z.number().int().min(1, `limit: 1 to ${MAX_LINES}`).max(MAX_LINES, `limit: 1 to ${MAX_LINES}`).default(10),
    neighbours: z
      .number()
      .int()
      .min(0, `neighbours: 0 to ${MAX_NEIGHBOURS}`)
      .max(MAX_NEIGHBOURS, `neighbours: 0 to ${MAX_NEIGHBOURS}`)
      .default(0),
    cleared: z.boolean().default(false).describe('also what /context clear hid, only if asked'),
  })
  .refine(({ query, person, from, to }) => query.trim() !== '' || [person, from, to].some((text) => text?.trim()), {
    error: 'Set query, person, from or to.',
  })

export function searchMessages(messages: MessageReader) {
  return defineTool({
    name: 'search_messages',
    description,
    input,
    hasEffects: false,
    minRole: 'guest',
    line: ({ query, person, from, to }) =>
      `searching for ${quoted([query, person, from, to].filter(Boolean).join(', '))}`,
    async run({ order, ...given }, scope) {
      const messageQuery: MessageQuery = { ...given, order: order ?? (given.query.trim() === '' ? 'oldest' : 'best') }
      const found = await messages.search(scope, messageQuery)
      if ('problem' in found) return found.problem
      return describeFound(found, messageQuery, scope.timezone)
    },
  })
}

function describeFound(found: FoundLines, messageQuery: MessageQuery, timezone: string): string {
  const total = found.matchingAll + found.matchingSome + found.similar
  if (total === 0 && found.lines.length === 0) return describeNoMatch(messageQuery, found)
  const blocks: string[] = []
  let chars = 0
  for (const line of found.lines) {
    const block = describeBlock(line, timezone)
    chars += block.length
    if (chars > MAX_RESULT_CHARS && blocks.length > 0) break
    blocks.push(block)
  }
  const isCut = blocks.length < found.lines.length
  const last = isCut ? messageQuery.offset + blocks.length : Math.min(total, messageQuery.offset + messageQuery.limit)
  const head = [
    total === 0 ? `Nothing was found for ${quoted(messageQuery.query)}.` : `${describeCounts(found)}.`,
    describePeriod(found, timezone),
    found.forms.length > 0 ? `Also found as: ${found.forms.join(', ')}.` : '',
    blocks.length === 0 || total === 0
      ? ''
      : `${messageQuery.offset + 1}-${last} of ${total} shown, ${orders[messageQuery.order]}.`,
    total > 0 && messageQuery.offset >= total ? `There are no results at offset ${messageQuery.offset} or later.` : '',
    last < total ? `Use offset ${last} to see more.` : '',
    found.withheldCount > 0 && !isCut
      ? `${found.withheldCount} of them ${found.withheldCount === 1 ? 'is' : 'are'} not shown: from another chat, and may contain a secret.`
      : '',
    found.isComplete ? '' : notAll,
    describeOtherSearches(found),
    `Times are in ${timezone}.`,
    found.lines.some(({ isReplaced }) => isReplaced)
      ? 'The person has replaced what is marked as a replaced version: it is no longer part of the conversation.'
      : '',
    blocks.some((block) => block.startsWith('  ') || block.includes('\n  ['))
      ? 'Indented messages are neighbours.'
      : '',
  ]
  return [head.filter(Boolean).join(' '), ...blocks].join('\n')
}

const orders = { best: 'best first', oldest: 'oldest first', newest: 'newest first' }

function describeCounts({ words, matchingAll, matchingSome, similar, isComplete }: FoundLines): string {
  const lines = (count: number) => `${isComplete ? '' : 'At least '}${count} ${count === 1 ? 'message' : 'messages'}`
  const contain = (count: number) => (count === 1 ? 'contains' : 'contain')
  if (words.length === 0) return lines(matchingAll)
  const searched = words.length === 1 ? words.join() : `all of: ${words.join(', ')}`
  const counted = [
    `${lines(matchingAll)} ${contain(matchingAll)} ${searched}`,
    matchingSome > 0 ? `${matchingSome} more ${contain(matchingSome)} some of them` : '',
    similar > 0 ? `${similar} more ${similar === 1 ? 'says' : 'say'} something similar in other words` : '',
  ]
  return counted.filter(Boolean).join('; ')
}

function describePeriod({ period }: FoundLines, timezone: string): string {
  if (!period) return ''
  const [first, last] = [period.from, new Date(period.until.getTime() - 1)].map((at) => dateText(at, timezone))
  const days = first === last ? first : `${first} to ${last}`
  return `${quoted(period.words)} was read as the time when the messages were written: ${days}.`
}

function describeOtherSearches({ otherSearches }: FoundLines): string {
  if (!otherSearches || otherSearches.searches.length === 0) return ''
  const more = otherSearches.matching === 0 ? 'no more messages' : `${otherSearches.matching} more, shown last`
  return `Because little was found, other words were searched too (${otherSearches.searches.map(quoted).join(', ')}): ${more}.`
}

const notAll =
  'Not all messages were searched, only the newest: narrow the search with from and to, or use a rarer word.'

function describeNoMatch({ query, person }: MessageQuery, found: FoundLines): string {
  const { speakers, isComplete } = found
  const isName = person !== undefined && !/^(me|you)$/i.test(person.trim())
  return [
    query.trim() === '' ? 'Nothing was found.' : `Nothing was found for ${quoted(query)}.`,
    describeOtherSearches(found),
    isComplete ? 'Try other or fewer words, another person or a longer period.' : notAll,
    isName && speakers.length > 0 ? `Recent speakers: ${speakers.join(', ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function describeBlock({ before, after, ...line }: FoundLine, timezone: string): string {
  const describeNeighbour = (neighbour: (typeof before)[number]) => indent(describeLine(neighbour, timezone))
  return [...before.map(describeNeighbour), describeLine(line, timezone), ...after.map(describeNeighbour)].join('\n')
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}
