import { type FakeAnthropic, startAnthropic } from '../../test/peers/providers/anthropic-api.ts'
import { calls, type ScriptedReply, type SeenRequest, says } from '../../test/peers/providers/script.ts'
import { keysIn, markAnswer } from './lines.ts'

/** A model that answers every message with its key, and uses a tool where the message asks for it. */
export interface SoakModel {
  api: FakeAnthropic
  /** The tokens of a prompt on average since the last call; forgets the requests, which hold every prompt. */
  takeTokens(): number
}

/** An answer that somebody stops never comes; this keeps its connection alive. */
const PING_MS = 200

/** What a model is asked for beside the conversations. */
export const summary = ['Goals and open questions', 'Decisions', 'Facts', 'Outcomes', 'Pending actions']
  .map((name) => `## ${name}\n- ${name === 'Facts' ? '2026-03-14 Ana: the roof is green' : 'none'}`)
  .join('\n')

/** What follows a word in a message. */
const deeds: [word: string, call: (key: string) => ReturnType<typeof calls>][] = [
  ['look up', () => calls({ name: 'search_messages', input: { query: 'roof' } })],
  ['write down', (key) => calls({ name: 'write_file', input: { path: 'notes.md', content: `Noted: ${key}\n` } })],
  ['which files', () => calls({ name: 'list_files', input: {} })],
  ['remember that', () => calls({ name: 'list_memories', input: {} })],
]

export async function startModel(): Promise<SoakModel> {
  const api = await startAnthropic({ key: 'k', models: ['general', 'fast'] }, reply)
  return {
    api,
    takeTokens() {
      const tokens = api.requests.filter(({ tools }) => tools.length > 0).map((request) => request.tokens)
      for (const list of [api.requests, api.counted, api.asked]) list.length = 0
      return tokens.reduce((all, one) => all + one, 0) / Math.max(1, tokens.length)
    },
  }
}

function reply(request: SeenRequest): ScriptedReply {
  // Small tasks beside the conversations: summaries, facts, notes of the day.
  if (request.tools.length === 0) return says(summary)
  const question = questionOf(request)
  const [key = ''] = keysIn(question).slice(-1)
  const isAsked = request.messages.at(-1)?.results.length === 0
  const deed = isAsked && deeds.find(([word]) => question.includes(word))
  if (deed) return deed[1](key)
  if (question.includes('take your time'))
    return { kind: 'cut', pieces: ['Let me think. '], end: { how: 'pings', everyMs: PING_MS } }
  // No word of it is one that people search for, so that no reply to a search quotes an answer.
  const words = question.includes('at length') ? 'It is made of many pieces, each of its own colour. ' : ''
  return says('That is ', 'how it is. ', words.repeat(60), `(${markAnswer(key)})`)
}

/** The message itself, without what stands around it. */
function questionOf({ messages }: SeenRequest): string {
  const text = messages.findLast(({ role, text }) => role === 'user' && text.includes('<message-'))?.text ?? ''
  return text.slice(text.lastIndexOf('<message-'))
}
