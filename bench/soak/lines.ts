import { answerMessages } from '../../src/messages/answer-messages.ts'
import { channelMessages } from '../../src/messages/channel-messages.ts'
import type { Random } from '../../test/support/seeded.ts'
import { smallTalk } from '../../test/support/small-talk-lines.ts'

/** How often people say what, in a hundred. */
const kinds = [
  ['talk', 42],
  ['question', 24],
  ['long', 4],
  ['atLength', 3],
  ['tool', 8],
  ['file', 4],
  ['burst', 7],
  ['edit', 3],
  ['stop', 1],
  ['command', 3],
  ['fresh', 1],
] as const

export type LineKind = (typeof kinds)[number][0]

const subjects = ['roof', 'garden', 'boat', 'kitchen', 'harbour', 'invoice', 'piano', 'bicycle', 'letter', 'window']
const names = ['Ana', 'Bob', 'Chidi', 'Dana', 'Eve', 'Farid', 'Greta', 'Hugo']
const days = ['on Monday', 'tomorrow', 'next week', 'in March', 'at nine', 'after the holidays', 'yesterday']
const tools = ['look up what I said about the', 'which files are there about the', 'remember that']
const commands = ['status', 'usage', 'context', 'memory', 'search roof', 'whoami', 'schedule', 'help']

export function pickKind(random: Random): LineKind {
  const at = random.integer(kinds.reduce((sum, [, share]) => sum + share, 0))
  let below = 0
  return kinds.find(([, share]) => at < (below += share))?.[0] ?? 'talk'
}

export function pickCommand(random: Random): string {
  return random.pick(commands)
}

/** The words of a line, without its key. */
export function writeLine(kind: LineKind, random: Random, mayChange: boolean): string {
  const [subject, name, day] = [random.pick(subjects), random.pick(names), random.pick(days)]
  switch (kind) {
    case 'talk':
      return random.chance(0.4) ? random.pick(smallTalk) : `${name} wants to see the ${subject} ${day}`
    case 'question':
      return `When did ${name} say that the ${subject} is done, and was it ${day}?`
    case 'long':
      return `About the ${subject}: ${`${name} will call ${day} because of the ${subject}. `.repeat(5 + random.integer(60))}`
    case 'atLength':
      return `tell me at length about the ${subject} of ${name}`
    case 'tool':
      return `${mayChange && random.chance(0.3) ? 'write down a line about the' : random.pick(tools)} ${subject}, ${name} asked ${day}`
    case 'stop':
      return `take your time and compare the ${subject} with that of ${name}`
    case 'file':
    case 'burst':
    case 'edit':
    case 'command':
    case 'fresh':
      return `${name} sent this about the ${subject} ${day}`
  }
}

/**
 * Stands in every message, and marked in the answer to it: `k00-12-34k`. Made of few words, because Skein remembers tens of
 * thousands of different words for speed; people do not say a new one in each message, and what leaks would be hidden.
 */
export function makeKey(number: number): string {
  const digits = String(number).padStart(6, '0')
  return `k${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}k`
}

export function keysIn(text: string): string[] {
  return text.match(/\bk\d\d-\d\d-\d\dk\b/g) ?? []
}

/** Only an answer has this mark: what quotes a message, such as the reply to a search, is none. */
export function markAnswer(key: string): string {
  return `answer-${key}`
}

/** The message that a text of the bot answers; undefined for a notice or the reply to a command. */
export function answeredKey(text: string): string | undefined {
  return /\banswer-(k\d\d-\d\d-\d\dk)\b/.exec(text)?.[1]
}

// A chat is answered in the language of its people, and the small talk is also German.
const repeatMarks = Object.values(channelMessages.sentAgain)
const stopReplies = [answerMessages.stopped, answerMessages.nothingToStop].flatMap((texts) => Object.values(texts))

/** The text says that it may be there twice. */
export function isMarkedRepeat(text: string): boolean {
  return repeatMarks.some((mark) => text.includes(mark))
}

export function isReplyToStop(text: string): boolean {
  return stopReplies.some((reply) => text.includes(reply))
}
